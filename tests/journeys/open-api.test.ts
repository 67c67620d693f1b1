import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClientPackage } from '../../src/cli/api-client/create-client-package.ts'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { startSite, type Site } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * A person makes a key, a program calls with it, events come signed, the secret is exchanged, the key is revoked; a
 * program written with the client package compiles and runs against the same site.
 */

let site: Site
let browser: Browser
let owner: Visitor
let receiver: Server
let receiverUrl = ''
const heard: { headers: IncomingHttpHeaders; body: string }[] = []
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
let key = ''
let secret = ''

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(200).end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  receiverUrl = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/events` : ''
  ;[site, browser] = await Promise.all([startSite({ WEBHOOK_LOOPBACK: '1' }), launchBrowser()])
  owner = await visit(browser, site.url)
  await signInOnWay(owner, 'buyer', links.buyerOpenApi())
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
  receiver.close()
})
runAsSteps(() => ({ owner }))

const call = (path: string, input: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${site.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify(input),
  })

const verify = (one: (typeof heard)[number] | undefined, by: string): unknown =>
  new Webhook(by).verify(one?.body ?? '', {
    'webhook-id': String(one?.headers['webhook-id']),
    'webhook-timestamp': String(one?.headers['webhook-timestamp']),
    'webhook-signature': String(one?.headers['webhook-signature']),
  })

test('the owner makes a key, which is shown once', async () => {
  const { page } = owner
  await waitForIslands(page)
  await page.getByText('ERP 采购对接').first().waitFor()
  await look(page)
  await page.getByRole('button', { name: '新建密钥' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '新建' }).click()
  await dialog.getByText('请填写').first().waitFor()
  await dialog.getByLabel('名称').fill('测试程序')
  for (const right of ['我的订单', '发布需求', '我的需求']) await dialog.getByLabel(right, { exact: true }).check()
  await look(page)
  await dialog.getByRole('button', { name: '新建' }).click()
  await page.getByText('密钥只显示这一次').waitFor()
  key = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  expect(key).toMatch(/^yxk_/)
  await look(page)
  await page.getByRole('button', { name: '已妥善保存' }).click()
  await page.getByText('测试程序').first().waitFor()
  expect(await page.content()).not.toContain(key)
})

test('a program calls with it', async () => {
  const response = await call('/fmall/order/buyer/list-page', { pageSize: 5 })
  expect(response.status).toBe(200)
  expect(response.headers.get('ratelimit-remaining')).toMatch(/^\d+$/)
  expect(await response.json()).toMatchObject({ code: 200 })
  expect((await call('/user-center/open-api/key/list', {})).status).toBe(422)
})

test('a webhook gets a signed test event', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: '推送地址' }).click()
  await page.getByText('erp.hengxu.example.com').first().waitFor()
  await look(page)
  await page.getByRole('button', { name: '新建推送地址' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '推送地址' }).fill('https://10.0.0.1/events')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('请填写以 https:// 开头').waitFor()
  await dialog.getByRole('textbox', { name: '推送地址' }).fill(receiverUrl)
  await dialog.getByLabel(/^需求：/).check()
  await look(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('签名密钥只显示这一次').waitFor()
  secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: '已妥善保存' }).click()
  const card = page.getByRole('listitem').filter({ hasText: receiverUrl })
  await card.getByRole('button', { name: /^发送测试事件/ }).click()
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 30_000 })
  expect(verify(heard[0], secret)).toMatchObject({ type: 'webhook.test' })
})

test('the client package compiles, calls and verifies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-client-'))
  const names = Object.entries(createClientPackage())
  for (const [name, text] of names) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        module: 'nodenext',
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
        skipLibCheck: false,
      },
      files: ['program.ts'],
    }),
  )
  const run = promisify(execFile)
  try {
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
    const event = heard[0]
    const { stdout } = await run(process.execPath, [join(folder, 'program.js')], {
      env: {
        PATH: process.env.PATH ?? '',
        API: `${site.url}/api`,
        KEY: key,
        SECRET: secret,
        EVENT: JSON.stringify({ headers: event?.headers, body: event?.body }),
      },
    })
    const said: unknown = JSON.parse(stdout)
    expect(said).toMatchObject({
      services: true,
      event: 'webhook.test',
      refused: 1564,
      forged: 'webhook signature does not fit',
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

test('its demand comes as an event, and its log is on the page', async () => {
  const { page } = owner
  await vi.waitFor(() => expect(heard.some(({ body }) => body.includes('demand.moved'))).toBe(true), {
    timeout: 60_000,
    interval: 500,
  })
  await page.getByRole('tab', { name: '推送记录' }).click()
  await page.getByText('测试事件').first().waitFor()
  await look(page)
  await page.getByRole('button', { name: /^查看/ }).first().click()
  await page.getByText('每次推送的结果').waitFor()
  await look(page)
  const count = heard.length
  await page.getByRole('button', { name: '重发' }).click()
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(count), { timeout: 30_000 })
  await page.getByRole('button', { name: '关闭' }).first().click()
})

test('the secret is exchanged; both sign', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: '推送地址' }).click()
  const card = page.getByRole('listitem').filter({ hasText: receiverUrl })
  await card.getByRole('button', { name: /^更换签名密钥/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '更换' }).click()
  await page.getByText('签名密钥只显示这一次').waitFor()
  const next = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: '已妥善保存' }).click()
  const count = heard.length
  await card.getByRole('button', { name: /^发送测试事件/ }).click()
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(count), { timeout: 30_000 })
  expect(verify(heard.at(-1), secret)).toMatchObject({ type: 'webhook.test' })
  expect(verify(heard.at(-1), next)).toMatchObject({ type: 'webhook.test' })
})

test('a revoked key is refused at once', async () => {
  const { page } = owner
  await page.getByRole('tab', { name: '密钥', exact: true }).click()
  await page.getByRole('button', { name: '撤销：测试程序' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await page.getByText('已撤销').first().waitFor()
  await vi.waitFor(async () => expect((await call('/fmall/order/buyer/list-page', {})).status).toBe(401))
})

test('the documents are public, and the reference draws', async () => {
  const visitor = await visit(browser, site.url, phone)
  const { page } = visitor
  await page.goto(links.developers())
  await page.getByRole('heading', { name: '开放接口文档' }).waitFor()
  await look(page)
  expect(await sidewaysScroll(page)).toBe(0)
  const wide = await visit(browser, site.url)
  await wide.page.goto(links.apiReference())
  await wide.page
    .getByText('本企业采购的订单，附各状态数量')
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 60_000 })
  await look(wide.page)
  expect(wide.errors).toEqual([])
})

test('nothing on the way breaks the rules of accessible pages', () => {
  expect(found).toEqual([])
})

const program = `import { ApiFailure, createClient, verifyWebhook, type CategoriesFandNode } from './index.js'

const { API = '', KEY = '', SECRET = '', EVENT = '' } = process.env
const client = createClient({ baseUrl: API, key: KEY })
const services = await client.catalogue.services({ keyword: '' })
const categories = await client.reference.categoriesFand({})
const leaf = findLeaf(categories)
const demand = await client.demands.demandSave(
  {
    demandTitle: '程序提交的需求',
    summary: '由企业系统提交，用于验证接口。',
    categoryId: leaf,
    demandBudget: 5_000_000,
    deadline: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    submit: true,
  },
  { idempotencyKey: crypto.randomUUID() },
)
const orders = await client.orders.buyerOrders({ pageSize: 3 })
const total: number = orders.total
const { headers, body } = JSON.parse(EVENT)
const event = verifyWebhook(SECRET, headers, body)
let forged = ''
try {
  verifyWebhook('whsec_' + btoa('another secret'), headers, body)
} catch (error) {
  forged = error instanceof Error ? error.message : ''
}
// The client has no method for a call that keys may not make.
if ('apiKeys' in client.accounts) throw new Error('A call without keys is in the client')
const response = await fetch(API + '/user-center/open-api/key/list', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + KEY },
  body: '{}',
})
const refused = (await response.json()).code
try {
  await client.orders.buyerOrder({ orderId: 2_000_000_000 })
} catch (error) {
  if (!(error instanceof ApiFailure) || error.code !== 404) throw error
}
console.log(
  JSON.stringify({ services: services.total > 0, demand: demand.demandId, orders: total, event: event.type, refused, forged }),
)

function findLeaf(nodes: readonly CategoriesFandNode[]): number {
  const [first] = nodes
  if (first === undefined) throw new Error('There are no categories')
  return first.childList.length === 0 ? first.categoryId : findLeaf(first.childList)
}
`
