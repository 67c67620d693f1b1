import sharp from 'sharp'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { readingPaths } from '../../src/domain/shell/offline.ts'
import {
  allowNotifications,
  launchBrowser,
  phone,
  sidewaysScroll,
  violations,
  visit,
  type Visitor,
} from '../support/browser.ts'
import { startPushService, type PushService } from '../support/push-service.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite } from '../support/site-database.ts'
import { startSiteProxy, type SiteProxy } from '../support/site-proxy.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

let site: Site
let push: PushService
let browser: Browser
let orderId = 0
let proxy: SiteProxy
let visitor: Visitor
beforeAll(async () => {
  ;[push, site] = await Promise.all([
    startPushService(),
    startSite({ WEB_PUSH_LOOPBACK: '1' }, { withDatabaseSocket: true }),
  ])
  const [order] = await querySite(
    site.databaseSocket,
    `select o.id from orders o join users u on u.company_id = o.buyer_company_id
      where u.login_name = 'buyer' and o.status = 'confirmed' limit 1`,
  )
  orderId = Number(order?.['id'])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.remove()
  await push.close()
})
beforeEach(async () => {
  proxy = await startSiteProxy(site.url)
  visitor = await visit(browser, proxy.url, phone, { withWorker: true })
})
afterEach(async () => {
  await visitor.context.close()
  await proxy.close()
})

const article = links.helpArticle(2806)

/** Uses the page once and waits until the service worker controls it. */
async function controlled(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

async function signedIn(page: Page, account: string): Promise<void> {
  await page.goto(links.login())
  await signIn(page, account)
  await page.waitForURL((url) => url.pathname !== links.login())
}

/** Everything that is stored: cache, address, text. */
const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const found: { cache: string; path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname, search } = new URL(request.url)
        const text = /\.(?:js|css|svg|webp)$/.test(pathname) ? '' : await (await cache.match(request))?.text()
        found.push({ cache: name, path: pathname + search, text: text ?? '' })
      }
    }
    return found
  })

test('the site can be installed: manifest with icons of the area, and a worker that controls its pages', async () => {
  const { page, context, errors } = visitor
  await page.goto(links.home())
  await controlled(page)
  const manifest = await (await context.request.get(links.manifest())).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/', lang: 'zh-CN' })
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    links.buyerMessages(),
    links.buyerOrders(),
  ])
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await (await context.request.get(src)).body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ purpose = 'any' }: { purpose?: string }) => purpose)).toContain('maskable')
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  expect(errors).toEqual([])
})

test('without a network: texts that were read, the offline page with their list, and nothing else', async () => {
  const { page } = visitor
  await page.goto(links.helpCenter())
  await controlled(page)
  await page.goto(article)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.poll(async () => (await storedOn(page)).map(({ path }) => path)).toContain(article)
  proxy.isCut = true
  await page.reload()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  await page.getByText('当前没有网络，显示的是本设备保存的内容').waitFor()
  await page.goto(links.serviceList())
  await page.getByRole('heading', { name: '离线', exact: true }).waitFor()
  await page.getByRole('link', { name: heading ?? '' }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: heading ?? '' }).click()
  await page.waitForURL((url) => url.pathname + url.search === article)
  proxy.isCut = false
  await page.goto(links.serviceList())
  await page.getByRole('button', { name: '重试' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(links.serviceList())
})

test('nothing about money, orders, chat or the session is stored; the session takes with it what was read', async () => {
  const { page } = visitor
  await signedIn(page, 'buyer')
  await page.goto(links.helpCenter())
  await controlled(page)
  await page.goto(article)
  const visited = [
    links.buyerOrders(),
    links.buyerOrder(orderId),
    links.payOneOrder(orderId),
    links.cart(),
    links.chat(),
    links.buyerMessages(),
    links.buyerSecurity(),
    links.serviceList(),
    links.collection(1),
  ]
  for (const address of visited) {
    await page.goto(address)
    await waitForIslands(page)
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  }
  await expect.poll(async () => (await storedOn(page)).map(({ cache }) => cache)).toContain('own-lists')
  const stored = await storedOn(page)
  const readings: ReadonlySet<string> = new Set(readingPaths)
  const strange = stored.filter(({ path }) => {
    const [plain = ''] = path.split('?', 1)
    const isFile = plain.startsWith('/_astro/') || plain.startsWith('/pictures/help/')
    return !isFile && !readings.has(plain) && plain !== '/offline' && plain !== '/offline/favourites'
  })
  expect(strange.map(({ path }) => path)).toEqual([])
  const own = stored.find(({ path }) => path === '/offline/favourites')
  expect(Object.keys(JSON.parse(own?.text ?? '{}')).toSorted()).toEqual(['rows', 'savedAt', 'userId'])
  expect(own?.text).not.toMatch(/price|¥/i)
  const token = (await visitor.context.cookies()).find(({ name }) => name === 'token')?.value ?? 'no token'
  expect(stored.filter(({ text }) => text.includes(token) || text.includes('13800'))).toEqual([])

  await page.goto(links.buyerDashboard())
  await waitForIslands(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-logout]')?.click())
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '确定' }).click()
  await page.waitForURL((url) => url.pathname === links.login())
  await expect
    .poll(async () => (await storedOn(page)).map(({ cache }) => cache).join())
    .not.toMatch(/readings|own-lists/)
  await signedIn(page, 'buyer2')
  proxy.isCut = true
  await page.goto(links.serviceList())
  await page.getByText('本设备暂无可离线阅读的内容').waitFor()
  expect(await page.getByRole('heading', { name: '收藏', exact: true }).isVisible()).toBe(false)
})

test('a new version takes over at once, without files of the old one; switched off, nothing remains', async () => {
  const { page } = visitor
  await page.goto(links.helpCenter())
  await controlled(page)
  await page.goto(article)
  await expect.poll(async () => (await storedOn(page)).map(({ path }) => path)).toContain(article)
  const names = () => page.evaluate(() => caches.keys())
  const version = (await names()).find((name) => name.startsWith('shell-'))?.slice('shell-'.length) ?? ''
  const next = '0123456789ab'
  proxy.changes.set('/sw.js', (script) => script.replaceAll(version, next))
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await update()
  await expect.poll(async () => (await names()).filter((name) => name.includes(version))).toEqual([])
  const kept = async () =>
    (await storedOn(page)).filter(({ cache, path }) => cache === `readings-${next}` && path === article)
  await expect.poll(kept).toHaveLength(1)

  const off = await startSite({ SERVICE_WORKER: '0' })
  try {
    proxy.changes.clear()
    proxy.target = off.url
    await update()
    await expect.poll(names).toEqual([])
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await page.goto(links.about())
    await expect.poll(registrations).toBe(0)
  } finally {
    await off.remove()
  }
})

test('a device is turned on, tested and turned off; its message opens the page', async () => {
  const { page, context } = visitor
  // Headless Chromium has neither a push service behind it nor a place for notifications: the permission, the
  // subscription and what the worker shows are the test's, everything between them is real.
  await allowNotifications(page)
  const keys = push.subscribe()
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    PushManager.prototype.subscribe = async () =>
      Object.assign(Object.create(PushSubscription.prototype), {
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      })
  }, keys)
  await signedIn(page, 'buyer')
  await page.goto(links.buyerPreferences())
  await waitForIslands(page)
  await page.getByRole('button', { name: '在本设备开启通知' }).click()
  const devices = page.getByRole('region', { name: '设备通知' })
  await devices.getByText('本设备', { exact: true }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  await devices.getByRole('button', { name: /^测试/ }).click()
  await expect.poll(() => push.received.length).toBe(1)
  const message: unknown = JSON.parse(push.received[0]?.text ?? '')
  expect(message).toEqual({ title: '这是一条测试通知', path: links.buyerPreferences() })

  // Delivered to the worker as the browser does.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(
    'registration.showNotification = async (title, { data }) => void (globalThis.shown = [title, data])',
  )
  const shown = () => worker.evaluate('globalThis.shown')
  const devtools = await context.newCDPSession(page)
  const ids: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
    ids.push(...registrations.map(({ registrationId }) => registrationId)),
  )
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  const deliver = () =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: proxy.url,
      registrationId: ids[0] ?? '',
      data: JSON.stringify(message),
    })
  await deliver()
  await expect.poll(shown).toEqual(['这是一条测试通知', links.buyerPreferences()])

  await devices.getByRole('button', { name: /^关闭/ }).click()
  await devices.getByRole('button', { name: '在本设备开启通知' }).waitFor()
})

test('a photograph of the camera that is too large is made smaller and arrives', async () => {
  const { page } = visitor
  await signedIn(page, 'buyer')
  await page.goto(links.buyerAccount({ tab: 'certification' }))
  await waitForIslands(page)
  await page.getByRole('button', { name: '更新认证' }).click()
  const [width, height] = [5_200, 4_000]
  // Noise in the middle makes the file large, as that of a camera.
  const noise = await sharp({
    create: {
      width: 1_600,
      height: 1_600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const photo = await sharp({ create: { width, height, channels: 3, background: '#ddd' } })
    .composite([{ input: noise, left: 1_000, top: 1_000 }])
    .jpeg({ quality: 98 })
    .withExif({ IFD3: { GPSLatitude: '31/1 12/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()
  const answered = page.waitForResponse(
    (response) =>
      response.url().includes('/api/') &&
      response.request().method() === 'POST' &&
      (response.request().headers()['content-type'] ?? '').startsWith('multipart/'),
  )
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '拍照' }).first().click()
  const camera = await choosing
  expect(await camera.element().getAttribute('capture')).toBe('environment')
  await camera.setFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo })
  const { content } = await (await answered).json()
  const stored = await sharp(await (await page.request.get(content.url)).body()).metadata()
  expect((stored.width ?? 0) * (stored.height ?? 0)).toBeLessThanOrEqual(12_000_000)
  expect(stored.exif).toBeUndefined()
})
