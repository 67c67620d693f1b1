import { dateTime } from '../../domain/time.ts'
import {
  assetsOf,
  cacheNames,
  importsOf,
  isStorable,
  maxAssets,
  maxReadings,
  offlinePath,
  requestKind,
} from '../../domain/shell/offline.ts'
import { ownListsCache } from '../../domain/shell/stored-names.ts'
import { ownPath } from '../../domain/own-path.ts'

/** Version of the build: a digest of its files. */
declare const __BUILD_VERSION__: string

/** Events and globals of a service worker; the library of workers excludes that of pages. */
interface LifeEvent {
  readonly waitUntil: (work: Promise<unknown>) => void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  readonly respondWith: (answer: Promise<Response>) => void
}
interface MessageEvent extends LifeEvent {
  readonly data: { readonly json: () => unknown } | null
}
interface ClickEvent extends LifeEvent {
  readonly notification: Notification
}
interface WorkerEvents {
  readonly install: LifeEvent
  readonly activate: LifeEvent
  readonly fetch: RequestEvent
  readonly push: MessageEvent
  readonly notificationclick: ClickEvent
}
interface OpenPage {
  readonly url: string
  readonly visibilityState: string
  readonly focus: () => Promise<unknown>
  readonly navigate: (url: string) => Promise<unknown>
}
declare function addEventListener<K extends keyof WorkerEvents>(
  kind: K,
  listener: (event: WorkerEvents[K]) => void,
): void
declare function skipWaiting(): Promise<void>
declare const registration: ServiceWorkerRegistration
declare const clients: {
  readonly claim: () => Promise<void>
  readonly matchAll: (options: {
    readonly type: 'window'
    readonly includeUncontrolled: true
  }) => Promise<readonly OpenPage[]>
  readonly openWindow: (url: string) => Promise<unknown>
}

const names = cacheNames(__BUILD_VERSION__)
const own: ReadonlySet<string> = new Set([...Object.values(names), ownListsCache])
/** Answers differ by their encoding alone, which is undone here. */
const plain = { ignoreVary: true } as const
const openPages = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * A new version takes over at once: pages come from the network first, so no old page waits for old files. Installing
 * fails, and the version before stays, where the offline page cannot be stored whole.
 */
addEventListener('install', (event) => event.waitUntil(storeOfflinePage().then(skipWaiting)))

async function storeOfflinePage(): Promise<void> {
  const page = await fetch(offlinePath, { cache: 'no-cache' })
  if (!page.ok) throw new Error(`The offline page answers ${page.status}`)
  const shell = await caches.open(names.shell)
  await storeAssets(shell, assetsOf(await page.clone().text()))
  await shell.put(offlinePath, page)
}

/** Stores files of the build and the modules that they import at once. Rejects where one is missing. */
async function storeAssets(cache: Cache, paths: readonly string[]): Promise<void> {
  const seen = new Set(paths)
  for (const path of seen) {
    const stored = await cache.match(path, plain)
    // A file that an older version stored is the same under the same address.
    const file = stored ?? (await caches.match(path, plain)) ?? (await fetch(path))
    if (!file.ok) throw new Error(`${path} answers ${file.status}`)
    if (path.endsWith('.js')) for (const more of importsOf(path, await file.clone().text())) seen.add(more)
    if (stored === undefined) await cache.put(path, file)
  }
}

/** Removes the files of older versions; stored pages, which refer to them, are read anew. */
addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  await registration.navigationPreload?.enable()
  await clients.claim()
  const old = (await caches.keys()).filter((name) => !own.has(name))
  const stored = await Promise.all(
    old.filter((name) => name.startsWith('readings-')).map(async (name) => (await caches.open(name)).keys()),
  )
  await Promise.all(old.map((name) => caches.delete(name)))
  const open = (await openPages()).map(({ url }) => url)
  for (const url of new Set([...stored.flat().map(({ url }) => url), ...open])) await storeReading(url)
}

/** Reads a published text and stores it with its files; without a network it is left out. */
async function storeReading(address: string): Promise<void> {
  const url = new URL(address)
  if (requestKind(url.pathname, true) !== 'reading') return
  const page = await fetch(url.pathname + url.search).catch(() => undefined)
  if (page !== undefined) await keepReading(url, page)
}

/** Stores an answer if it may be stored: complete, of this address, the same for everyone. */
async function keepReading(url: URL, page: Response): Promise<void> {
  if (page.status !== 200 || page.redirected || !isStorable(page.headers.get('cache-control'))) return
  const cache = await caches.open(names.readings)
  const key = url.pathname + url.search
  const html = await page.clone().text()
  await cache.delete(key, plain)
  await cache.put(key, page)
  for (const oldest of (await cache.keys()).slice(0, -maxReadings)) await cache.delete(oldest)
  await storeAssets(await caches.open(names.assets), assetsOf(html)).catch(() => undefined)
}

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const kind = requestKind(url.pathname, request.mode === 'navigate')
  if (kind === 'page' || kind === 'reading') event.respondWith(answerPage(event, url, kind))
  else if (kind === 'asset') event.respondWith(answerFile(event))
})

/** A page comes from the network. Without one: the stored text, else the offline page. */
async function answerPage(event: RequestEvent, url: URL, kind: 'page' | 'reading'): Promise<Response> {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request))
    if (kind === 'reading') event.waitUntil(keepReading(url, page.clone()))
    return page
  } catch (cause) {
    const stored = kind === 'reading' ? await storedReading(url) : undefined
    const answer = stored ?? (await caches.match(offlinePath, { ignoreVary: true, cacheName: names.shell }))
    if (answer === undefined) throw cause
    return answer
  }
}

/** A stored text with the moment when it was read. */
async function storedReading(url: URL): Promise<Response | undefined> {
  const page = await caches.match(url.pathname + url.search, { ignoreVary: true, cacheName: names.readings })
  if (page === undefined) return undefined
  const html = (await page.text()).replace(/<main\b[^<>]*>/, (main) => main + storedNotice(page.headers.get('date')))
  const headers = new Headers(page.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  return new Response(html, { headers })
}

/** Markup above a stored text; `date` is the header of its answer. */
function storedNotice(date: string | null): string {
  const at = Date.parse(date ?? '')
  const moment = Number.isNaN(at) ? '' : `，保存于 ${dateTime(new Date(at).toISOString())}`
  return `<p role="status" class="bg-warn-soft px-4 py-2 text-sm text-warn">当前没有网络，显示的是本设备保存的内容${moment}。</p>`
}

/** A file of the build does not change within a version: stored once. */
async function answerFile(event: RequestEvent): Promise<Response> {
  const stored = await caches.match(event.request, plain)
  if (stored !== undefined) return stored
  const answer = await fetch(event.request)
  if (answer.status === 200) {
    const copy = answer.clone()
    event.waitUntil(storeFile(event.request, copy))
  }
  return answer
}

async function storeFile(request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(names.assets)
  await cache.put(request, answer)
  for (const oldest of (await cache.keys()).slice(0, -maxAssets)) await cache.delete(oldest)
}

/** A message for this device: a title and the page that it opens. */
function readMessage(value: unknown): { title: string; path: string } {
  const given = typeof value === 'object' && value !== null ? value : {}
  const title = 'title' in given && typeof given.title === 'string' ? given.title : '您有一条新消息'
  const path = 'path' in given && typeof given.path === 'string' ? ownPath(given.path) : undefined
  return { title: title.slice(0, 120), path: path ?? '/' }
}

addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data?.json()))
})

/** Always shown, or Safari ends the subscription; without a sound while a page of the site is in sight, which tells it too. */
async function showMessage(value: unknown): Promise<void> {
  const { title, path } = readMessage(value)
  const silent = (await openPages()).some(({ visibilityState }) => visibilityState === 'visible')
  await registration.showNotification(title, { tag: path, icon: '/icon-192.png', data: path, lang: 'zh-CN', silent })
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data: unknown = event.notification.data
  event.waitUntil(openPath(readMessage({ path: data }).path))
})

/** Shows the page where it is open, else opens it. */
async function openPath(path: string): Promise<void> {
  const url = new URL(path, location.origin).href
  const open = (await openPages()).find((page) => page.url === url)
  if (open === undefined) await clients.openWindow(url)
  else await open.focus()
}
