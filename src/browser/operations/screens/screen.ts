import { statisticsChangedEvent, statisticsStreamPath } from '../../../domain/operations/statistics-stream.ts'

/** Polling interval, a fallback for a broken event stream. */
const refreshMs = 30_000

let redraw: (() => void) | undefined

async function startCharting(root: HTMLElement): Promise<void> {
  const { renderCharts } = await import('./charts.ts')
  root.dataset['charts'] = ''
  redraw = () => renderCharts(root)
  redraw()
  let due = 0
  new ResizeObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(() => redraw?.())
  }).observe(root)
}

function startSwitches(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-panel-switch]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const panel = button.closest<HTMLElement>('[data-panel]')
      const asTable = panel?.toggleAttribute('data-as-table') === true
      button.setAttribute('aria-pressed', String(asTable))
      redraw?.()
    })
  }
  const full = root.querySelector<HTMLButtonElement>('[data-screen-full]')
  if (full === null || !document.fullscreenEnabled) return
  full.hidden = false
  full.addEventListener('click', () => {
    void (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen())
  })
}

let etag: string | null = null

/**
 * Fetches this page again. It comes from the page cache, as 304 when unchanged, so viewers cause no database queries.
 */
async function refreshScreen(root: HTMLElement): Promise<void> {
  const state = root.querySelector('[data-screen-state]')
  try {
    const answer = await fetch(location.href, { cache: 'no-cache', credentials: 'omit' })
    if (!answer.ok) throw new Error(String(answer.status))
    if (state !== null) state.textContent = ''
    const tag = answer.headers.get('etag')
    if (tag !== null && tag === etag) return
    etag = tag
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (page.querySelector('[data-screen-live]') === null) return
    if (root.querySelector('[data-screen-live]') === null) return location.reload()
    for (const part of ['[data-screen-at]', '[data-screen-totals]', '[data-screen-wall]']) {
      const [old, fresh] = [root.querySelector(part), page.querySelector(part)]
      if (old !== null && fresh !== null) old.replaceChildren(...fresh.childNodes)
    }
    for (const panel of root.querySelectorAll<HTMLElement>('[data-panel]')) {
      const fresh = page.querySelector<HTMLElement>(`[data-panel="${panel.dataset['panel']}"]`)
      if (fresh !== null) replacePanelContent(panel, fresh)
    }
    redraw?.()
  } catch {
    if (state !== null) state.textContent = '（连接中断，显示的是之前的数据）'
  }
}

function replacePanelContent(panel: HTMLElement, fresh: HTMLElement): void {
  for (const part of ['[data-panel-words]', '[data-panel-table]', '[data-panel-list]']) {
    const [old, newer] = [panel.querySelector(part), fresh.querySelector(part)]
    if (old !== null && newer !== null) old.replaceChildren(...newer.childNodes)
  }
  const [chart, newer] = [panel.querySelector<HTMLElement>('[data-chart]'), fresh.querySelector('[data-chart]')]
  const spec = newer?.getAttribute('data-chart')
  if (chart !== null && spec) chart.dataset['chart'] = spec
}

/** Large screens load the charts with the page; small ones show tables until the first interaction. */
function startCharts(root: HTMLElement): void {
  const startNow = () => void startCharting(root)
  if (!matchMedia('(min-width: 1200px)').matches) {
    const signs = ['scroll', 'pointerdown', 'keydown'] as const
    const startOnInteraction = () => {
      for (const sign of signs) removeEventListener(sign, startOnInteraction)
      startNow()
    }
    for (const sign of signs) addEventListener(sign, startOnInteraction, { passive: true })
  } else if (document.readyState === 'complete') startNow()
  else addEventListener('load', startNow, { once: true })
}

/** Listens for changed statistics while the page is visible. Server-sent events, since MQTT requires a session. */
function listenForChanges(root: HTMLElement): void {
  let events: EventSource | undefined
  const follow = () => {
    if (document.hidden) {
      events?.close()
      events = undefined
      return
    }
    if (events !== undefined) return
    events = new EventSource(statisticsStreamPath)
    events.addEventListener(statisticsChangedEvent, () => void refreshScreen(root))
  }
  document.addEventListener('visibilitychange', () => {
    follow()
    if (!document.hidden) void refreshScreen(root)
  })
  follow()
}

/** A data display: charts, a switch to tables, live updates. */
export function startDisplay(): void {
  const display = document.querySelector<HTMLElement>('[data-screen]')
  if (display === null) return
  startSwitches(display)
  listenForChanges(display)
  setInterval(() => {
    if (!document.hidden) void refreshScreen(display)
  }, refreshMs)
  if (display.querySelector('[data-chart]') !== null) startCharts(display)
}
