import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

interface Section {
  readonly id: string
  readonly label: string
}

/** Where a section counts as the one being read: below the sticky bars, px. */
const readingLine = 160

const nameOf = (section: HTMLElement) => section.ariaLabel ?? section.querySelector('h2')?.textContent ?? ''

/** The sections with an id in a container, named as they are or by their heading, and the one being read. */
function useSections(container: RefObject<HTMLElement | null>): { sections: readonly Section[]; current: string } {
  const [sections, setSections] = useState<readonly Section[]>([])
  const [current, setCurrent] = useState('')
  useEffect(() => {
    const box = container.current
    if (box === null) return undefined
    const elements = () => [...box.querySelectorAll<HTMLElement>('section[id]')]
    const update = () => {
      const found = elements().map((section) => ({ id: section.id, label: nameOf(section) }))
      setSections((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
      // At the end of the page the last section is read, which may not reach the line.
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const read = elements().findLast((section) => isAtEnd || section.getBoundingClientRect().top <= readingLine)
      setCurrent(read?.id ?? found[0]?.id ?? '')
    }
    let frame = 0
    const schedule = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    update()
    const observer = new MutationObserver(schedule)
    observer.observe(box, { childList: true, subtree: true })
    addEventListener('scroll', schedule, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      removeEventListener('scroll', schedule)
    }
  }, [container])
  return { sections, current }
}

type Props = {
  /** Holds the sections; those that load later appear in the navigation when they are there. */
  container: RefObject<HTMLElement | null>
  /** At the right of the links. */
  children?: ReactNode
}

/** Sticky links to the sections of a long page. */
export const SectionNav = ({ container, children }: Props) => {
  const { sections, current } = useSections(container)
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    strip.current?.scrollTo({
      left: (link?.offsetLeft ?? 0) - strip.current.offsetLeft - strip.current.clientWidth / 3,
    })
  }, [current])
  return (
    <nav
      aria-label="页内导航"
      className="sticky top-12 z-10 -mx-4 mt-4 flex h-12 items-center gap-4 border-b border-line bg-surface px-4 desk:top-16 desk:mx-0 desk:bg-surface-2 desk:px-0 print:hidden"
    >
      <div ref={strip} className="flex h-full min-w-0 flex-1 gap-5 overflow-x-auto">
        {sections.map(({ id, label }) => (
          <a
            key={id}
            href={`#${id}`}
            className="inline-flex h-full items-center border-b-2 border-transparent whitespace-nowrap text-ink-2 hover:text-accent focus-visible:-outline-offset-2 aria-[current=true]:border-accent aria-[current=true]:font-medium aria-[current=true]:text-accent"
            aria-current={id === current ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </div>
      {children}
    </nav>
  )
}
