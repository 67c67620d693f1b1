import { figuresChanged, figuresLine } from '../../../domain/operations/figure-line.ts'

/** Asked without being told: for when the line is broken. */
const everyMs = 30_000

let draw: (() => void) | undefined

async function start(root: HTMLElement): Promise<void> {
  const { drawCharts } = await import('./charts.ts')
  root.dataset['charts'] = ''
  draw = () => drawCharts(root)
  draw()
  let due = 0
  new ResizeObserver(() => {
    cancelAnimationFrame(due)
    due = requestAnimationFrame(() => draw?.())
  }).observe(root)
}

function startSwitches(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-panel-switch]')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const panel = button.closest<HTMLElement>('[data-panel]')
      const asTable = panel?.toggleAttribute('data-as-table') === true
      button.setAttribute('aria-pressed', String(asTable))
      draw?.()
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
 * Asks for this very page again: it comes from the server's memory, and unchanged it is no more than "304". Whoever
 * looks costs no query.
 */
async function refresh(root: HTMLElement): Promise<void> {
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
      if (fresh !== null) renew(panel, fresh)
    }
    draw?.()
  } catch {
    if (state !== null) state.textContent = '（连接中断，显示的是之前的数据）'
  }
}

function renew(panel: HTMLElement, fresh: HTMLElement): void {
  for (const part of ['[data-panel-words]', '[data-panel-table]', '[data-panel-list]']) {
    const [old, newer] = [panel.querySelector(part), fresh.querySelector(part)]
    if (old !== null && newer !== null) old.replaceChildren(...newer.childNodes)
  }
  const [chart, newer] = [panel.querySelector<HTMLElement>('[data-chart]'), fresh.querySelector('[data-chart]')]
  const spec = newer?.getAttribute('data-chart')
  if (chart !== null && spec) chart.dataset['chart'] = spec
}

/** On a wall the charts come with the page; on a small screen with the first sign of a reader, tables stand till then. */
function startCharts(root: HTMLElement): void {
  const begin = () => void start(root)
  if (!matchMedia('(min-width: 1200px)').matches) {
    const signs = ['scroll', 'pointerdown', 'keydown'] as const
    const first = () => {
      for (const sign of signs) removeEventListener(sign, first)
      begin()
    }
    for (const sign of signs) addEventListener(sign, first, { passive: true })
  } else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

/** While the display can be seen, the server says when its figures changed. Nobody has to be signed in, as MQTT would want. */
function listen(root: HTMLElement): void {
  let line: EventSource | undefined
  const follow = () => {
    if (document.hidden) {
      line?.close()
      line = undefined
      return
    }
    if (line !== undefined) return
    line = new EventSource(figuresLine)
    line.addEventListener(figuresChanged, () => void refresh(root))
  }
  document.addEventListener('visibilitychange', () => {
    follow()
    if (!document.hidden) void refresh(root)
  })
  follow()
}

/** A data display that hangs on a wall: charts, a switch to the table, newer figures as soon as they change. */
export function startDisplay(): void {
  const display = document.querySelector<HTMLElement>('[data-screen]')
  if (display === null) return
  startSwitches(display)
  listen(display)
  setInterval(() => {
    if (!document.hidden) void refresh(display)
  }, everyMs)
  if (display.querySelector('[data-chart]') !== null) startCharts(display)
}
