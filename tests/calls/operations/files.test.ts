import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallFailed } from '../../../src/contract/failures.ts'
import type { FilePurpose, Uploaded } from '../../../src/contract/operations/files.ts'
import { fileOf, giveToCompany } from '../../../src/server/operations/files.ts'
import { origin, startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, visitor, type Client } from '../../support/client.ts'
import { gradient, pdf } from '../../support/uploads.ts'

let app: TestApp
const people: Record<string, Client> = {}
const person = (name: string) => people[name] ?? visitor(app)
beforeAll(async () => {
  app = await startApp()
  for (const name of ['buyer', 'seller', 'person', 'ops'] as const) people[name] = await as(app, name)
  people.nobody = visitor(app)
})
afterAll(() => app.close())

/** Asks as a browser does: with the cookies and nothing else. */
const get = (client: Client, url: string, cookies = [...client.cookies]) =>
  app.fetch(
    new Request(origin + url, { headers: { cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; ') } }),
  )
const uploaded = async (who: string, purpose: FilePurpose, name: string, bytes: Uint8Array<ArrayBuffer>) =>
  contentOf(await person(who).upload(purpose, new File([bytes], name)))
const picture = async () => new Uint8Array(await gradient(600, 450))

const everyFile = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

test('a public picture is shown to everyone and kept for good', async () => {
  const file = await uploaded('buyer', 'avatar', '头像.png', await picture())
  const response = await get(person('nobody'), file.url)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...everyFile,
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `inline; filename="__.webp"; filename*=UTF-8''${encodeURIComponent('头像.webp')}`,
  })
  expect((await response.arrayBuffer()).byteLength).toBe(file.size)
  const head = await app.fetch(new Request(origin + file.url, { method: 'HEAD' }))
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

test('a licence: its company and operators, nobody else; kept nowhere', async () => {
  const file = await uploaded('buyer', 'licence', '营业执照.jpg', await picture())
  for (const who of ['buyer', 'ops']) {
    const response = await get(person(who), file.url)
    expect(response.status, who).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...everyFile, 'cache-control': 'private, no-store' })
  }
  for (const who of ['seller', 'person', 'nobody']) {
    const response = await get(person(who), file.url)
    expect(response.status, who).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe(await (await get(person(who), '/files/none/none')).text())
  }
})

test('both halves of the session are needed', async () => {
  const file = await uploaded('buyer', 'licence', 'a.jpg', await picture())
  const { cookies } = person('buyer')
  for (const name of cookies.keys()) {
    if (name !== 'token' && name !== 'sid') continue
    const one = [...cookies].filter(([other]) => other !== name)
    expect((await get(person('buyer'), file.url, one)).status, `without ${name}`).toBe(404)
  }
})

test('what is no picture drawn here is saved, not shown', async () => {
  const file = await uploaded('buyer', 'attachment', '报价 (1).pdf', pdf)
  const response = await get(person('buyer'), file.url)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('报价').concat('%20%281%29.pdf')}`,
  )
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf)
})

test('another name, a broken id, a missing object: not found', async () => {
  const file = await uploaded('buyer', 'avatar', 'a.png', await picture())
  const wrong = [
    `/files/${file.fileId}/b.webp`,
    `/files/${file.fileId}`,
    `/files/${file.fileId.toLowerCase()}x/a.webp`,
    '/files/',
    '/files/..%2f..%2fpackage.json/a',
    `/files/${'%00'.repeat(22)}/a.webp`,
    `/files/${file.fileId}/%E0%A4%A`,
    `${file.url}/more`,
  ]
  for (const url of wrong) expect((await get(person('buyer'), url)).status, url).toBe(404)
  await app.runtime.providers.storage.remove(`avatar/${file.fileId}`)
  expect((await get(person('buyer'), file.url)).status).toBe(404)
  expect((await app.fetch(new Request(origin + file.url, { method: 'POST' }))).status).toBe(404)
})

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    (thrown: unknown) => (thrown instanceof CallFailed ? thrown.failure : 'error'),
  )

test('what a caller names in an input is their own file for that purpose', async () => {
  const file = await uploaded('buyer', 'licence', 'a.jpg', await picture())
  const callerOf = async (who: string) => {
    const { userId, companyId } = contentOf(await person(who).api.accounts.profile({}))
    return { userId, companyId: companyId ?? null }
  }
  const [buyer, seller] = [await callerOf('buyer'), await callerOf('seller')]
  expect((await fileOf(app.db, file.fileId, buyer, 'licence')).id).toBe(file.fileId)
  expect(await refusalOf(fileOf(app.db, file.fileId, buyer, 'avatar'))).toBe('notFound')
  expect(await refusalOf(fileOf(app.db, file.fileId, seller, 'licence'))).toBe('notFound')
  expect(await refusalOf(fileOf(app.db, 'x'.repeat(64), buyer, 'licence'))).toBe('notFound')
  expect(await refusalOf(fileOf(app.db, 'a\u0000', buyer, 'licence'))).toBe('notFound')
})

test('a person without a company keeps a licence to themselves until it is given to their company', async () => {
  const file: Uploaded = await uploaded('person', 'licence', 'a.jpg', await picture())
  expect((await get(person('person'), file.url)).status).toBe(200)
  expect((await get(person('buyer'), file.url)).status).toBe(404)
  const { companyId } = contentOf(await person('buyer').api.accounts.profile({}))
  if (companyId == null) throw new Error('the buyer has a company')
  await giveToCompany(app.db, { id: file.fileId }, companyId)
  expect((await get(person('buyer'), file.url)).status).toBe(200)
  expect((await get(person('person'), file.url)).status).toBe(404)
})
