import { readingPaths, titleOf } from '../../domain/shell/offline.ts'
import { dateTime } from '../../domain/time.ts'
import { readStoredFavourites } from '../../stores/offline/own-lists.ts'
import { createElement } from '../shell/create-element.ts'

interface StoredPage {
  readonly path: string
  readonly title: string
}

const readings: ReadonlySet<string> = new Set(readingPaths)

/** Published texts stored on this device, the last read first. */
async function listStoredPages(): Promise<StoredPage[]> {
  const pages: StoredPage[] = []
  for (const name of await caches.keys()) {
    if (!name.startsWith('readings-')) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const url = new URL(request.url)
      const answer = readings.has(url.pathname) ? await cache.match(request) : undefined
      if (answer !== undefined) pages.unshift({ path: url.pathname + url.search, title: titleOf(await answer.text()) })
    }
  }
  return pages
}

const find = (name: string) => document.querySelector<HTMLElement>(`[data-offline="${name}"]`)

function show(name: string, rows: readonly Node[]): void {
  const list = find(name)
  if (list === null || rows.length === 0) return
  list.replaceChildren(...rows)
  const section = list.closest('section')
  if (section !== null) section.hidden = false
}

async function showStored(): Promise<void> {
  if (!('caches' in globalThis)) return
  const pages = await listStoredPages()
  show(
    'readings',
    pages.map(({ path, title }) => {
      const link = createElement('a', 'block py-3 text-accent underline underline-offset-3', title || path)
      link.setAttribute('href', path)
      return wrap(link)
    }),
  )
  const favourites = await readStoredFavourites()
  if (favourites !== undefined) {
    show(
      'favourites',
      favourites.rows.map(({ title, shopName, note }) => {
        const name = createElement('p', 'font-medium', title)
        return wrap(name, createElement('p', 'text-sm text-ink-3', [shopName, note].filter(Boolean).join(' · ')))
      }),
    )
    const moment = find('favourites-moment')
    if (moment !== null) moment.textContent = `保存于 ${dateTime(favourites.savedAt)}`
  }
  const none = find('none')
  if (none !== null) none.hidden = pages.length > 0 || favourites !== undefined
}

function wrap(...parts: readonly Node[]): HTMLElement {
  const row = createElement('li', 'py-1')
  row.append(...parts)
  return row
}

/** Says whether there is a network, and lists what this device has stored. */
export function startOfflinePage(): void {
  const state = find('state')
  if (state !== null) {
    state.textContent = navigator.onLine
      ? '网络已连接。如页面仍未打开，请稍后重试。'
      : '当前没有网络，请检查网络连接后重试。'
  }
  find('retry')?.addEventListener('click', () => location.reload())
  // The address is that of the page that could not be opened.
  addEventListener('online', () => location.reload(), { once: true })
  void showStored()
}
