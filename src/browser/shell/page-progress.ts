/** Milliseconds before the bar is shown; most pages load faster. */
const showDelayMs = 200
/** Milliseconds until it is full; with reduced motion it is shown as long. */
const fillMs = 5_000

/**
 * Progress bar while the next page loads: fills within five seconds and disappears with the page, or when full if no
 * page follows (a download, a lost connection). Specification section 9.
 */
export function startPageProgress(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    document.querySelector('[data-progress]')?.remove()
  }
  const start = () => {
    stop()
    timer = setTimeout(() => {
      const bar = document.createElement('div')
      bar.className = 'page-progress'
      bar.role = 'progressbar'
      bar.ariaLabel = '页面加载中'
      bar.dataset['progress'] = ''
      document.body.append(bar)
      timer = setTimeout(stop, fillMs)
    }, showDelayMs)
  }
  addEventListener('click', (event) => opensPage(event) && start())
  addEventListener('submit', ({ defaultPrevented, target }) => {
    const leaves = target instanceof HTMLFormElement && target.method !== 'dialog' && target.target === ''
    if (!defaultPrevented && leaves) start()
  })
  // The page may be restored from the back/forward cache.
  addEventListener('pageshow', stop)
}

/** Whether a click opens another page of this site in this window. */
function opensPage(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin)
    return false
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !(isHere && link.hash !== '') && !link.pathname.startsWith('/files/')
}
