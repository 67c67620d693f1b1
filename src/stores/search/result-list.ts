import { atom, type ReadableAtom } from 'nanostores'
import { fetchRenderedPage } from '../../client/rendered-page.ts'

/** State of a result list. While another page loads or failed, `page` is still the previous one. */
type ResultList<Page> =
  | { readonly at: 'unopened' }
  | {
      readonly at: 'loading' | 'failed' | 'ready'
      readonly address: string
      readonly page: Page
      /** Scroll position when the list was left; undefined for a newly opened list. */
      readonly scroll: number | undefined
    }

interface ResultListStore<Page> {
  readonly list: ReadableAtom<ResultList<Page>>
  /** Starts from the server-rendered list of an address and follows back and forward. */
  readonly adopt: (address: string, page: Page) => void
  /** Opens another address and updates the browser's location. The latest call wins. */
  readonly openAddress: (address: string) => Promise<void>
  /** Shows the list of the current location. */
  readonly follow: () => Promise<void>
  readonly retry: () => Promise<void>
}

/** Milliseconds until a request times out, and until a scroll position is stored. */
const [patience, settled] = [15_000, 100]
/** Number of lists cached for going back. */
const maxRecent = 12

const currentAddress = () => location.pathname + location.search

/** Scroll position stored in a history entry. */
function scrollPosition(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('scroll' in state)) return undefined
  return typeof state.scroll === 'number' ? state.scroll : undefined
}

/**
 * A list whose filters are in the address: opening addresses, back and forward with scroll positions, slow and failed
 * requests. `read` fetches the server-rendered page of an address.
 */
export function createResultList<Page>(
  read: (address: string, signal: AbortSignal) => Promise<Page>,
): ResultListStore<Page> {
  const list = atom<ResultList<Page>>({ at: 'unopened' })
  const recent = new Map<string, Page>()
  let request = new AbortController()

  function show(address: string, page: Page, scroll?: number): void {
    recent.delete(address)
    recent.set(address, page)
    for (const oldest of [...recent.keys()].slice(0, -maxRecent)) recent.delete(oldest)
    list.set({ at: 'ready', address, page, scroll })
  }

  /** `enter` updates the location once there is something to show. */
  async function load(address: string, scroll?: number, enter = () => {}): Promise<void> {
    const previous = list.get()
    request.abort()
    if (previous.at === 'unopened') return
    request = new AbortController()
    const { signal } = request
    list.set({ at: 'loading', address, page: previous.page, scroll })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const page = await read(address, limit).catch(() => undefined)
    if (signal.aborted) return
    enter()
    if (page === undefined) list.set({ at: 'failed', address, page: previous.page, scroll })
    else show(address, page, scroll)
  }

  async function follow(): Promise<void> {
    const now = list.get()
    const [address, scroll] = [currentAddress(), scrollPosition(history.state)]
    // Only the hash changed.
    if (now.at === 'ready' && now.address === address) return
    const page = recent.get(address)
    if (page === undefined) return load(address, scroll)
    request.abort()
    show(address, page, scroll)
  }

  return {
    list,
    follow,
    adopt: (address, page) => {
      show(address, page)
      trackScroll(() => void follow())
    },
    openAddress: (address) => {
      const failed = list.get().at === 'failed'
      return load(address, undefined, () => {
        if (failed || address === currentAddress()) return history.replaceState(null, '', address)
        writeScroll()
        history.pushState(null, '', address)
      })
    },
    retry: async () => {
      const now = list.get()
      if (now.at !== 'unopened') await load(now.address, now.scroll)
    },
  }
}

const writeScroll = () => history.replaceState({ scroll: scrollY }, '')

/**
 * Stores the scroll position in each history entry: the browser would restore it while the old list is still shown. On
 * leaving the page, scroll restoration returns to the browser.
 */
function trackScroll(moved: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  history.scrollRestoration = 'manual'
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(writeScroll, settled)
    },
    { passive: true },
  )
  addEventListener('popstate', () => {
    // The last scroll position belongs to the entry being left.
    clearTimeout(timer)
    moved()
  })
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
}

/** List of the result page: services, goods, suppliers or demands. */
export const results = createResultList(fetchRenderedPage)
