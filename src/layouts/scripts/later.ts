/**
 * Lays out what waits below the first screen (`later-*` in styles/parts.css) as soon as the browser has time, two parts
 * at a time: who scrolls fast, prints or takes a picture of the whole page finds nothing blank. Without script each part
 * comes as it is scrolled to.
 */
export function layOutParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[class*="later-"]')]
  const next = () => {
    for (const part of parts.splice(0, 2)) part.style.contentVisibility = 'visible'
    if (parts.length > 0) soon()
  }
  // Safari has no idle callbacks.
  const soon = () => ('requestIdleCallback' in window ? requestIdleCallback(next, { timeout: 100 }) : setTimeout(next))
  soon()
}
