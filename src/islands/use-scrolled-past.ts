import { useEffect, useState, type RefObject } from 'react'

/** Height of the sticky bars at the top, px. */
const stickyHeight = 112

/** Whether the person has scrolled below an element, which is above the sticky bars then. */
export function useScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    // All that is below counts as inside: a jump from above it to below it is noticed too.
    const observer = new IntersectionObserver((entries) => setIsPast(entries.at(-1)?.isIntersecting === false), {
      rootMargin: `-${stickyHeight}px 0px 1000000px 0px`,
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isPast
}
