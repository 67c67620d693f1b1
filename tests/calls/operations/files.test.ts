import { beforeAll, expect, test } from 'vitest'
import { CallFailed } from '../../../src/contract/failures.ts'
import type { FilePurpose, Uploaded } from '../../../src/contract/operations/files.ts'
import { ownFile, assignFileToCompany } from '../../../src/server/platform/files/files.ts'
import { origin } from '../../support/app.ts'
import { signInAs, contentOf, visitor, type Client } from '../../support/client.ts'
import { gradient, pdf } from '../../support/uploads.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const people: Record<string, Client> = {}
const person = (name: string) => people[name] ?? visitor(app)
beforeAll(async () => {
  for (const name of ['buyer', 'seller', 'person', 'ops'] as const) people[name] = await signInAs(app, name)
  people.nobody = visitor(app)
})

/** Requests like a browser: with cookies only. */
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

test('a public picture is shown to everyone and cached permanently', async () => {
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

test('a licence is shown to its company and operators only, and never cached', async () => {
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

test('both halves of the session token are required', async () => {
  const file = await uploaded('buyer', 'licence', 'a.jpg', await picture())
  const { cookies } = person('buyer')
  for (const name of cookies.keys()) {
    if (name !== 'token' && name !== 'sid') continue
    const one = [...cookies].filter(([other]) => other !== name)
    expect((await get(person('buyer'), file.url, one)).status, `without ${name}`).toBe(404)
  }
})

test('files that were not re-encoded here are downloaded, not displayed', async () => {
  const file = await uploaded('buyer', 'attachment', '报价 (1).pdf', pdf)
  const response = await get(person('buyer'), file.url)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('报价').concat('%20%281%29.pdf')}`,
  )
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf)
})

test('returns not found for a wrong name, an invalid id, and a missing object', async () => {
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

test('file ids in inputs must be own uploads for that purpose', async () => {
  const file = await uploaded('buyer', 'licence', 'a.jpg', await picture())
  const callerOf = async (who: string) => {
    const { userId, companyId } = contentOf(await person(who).api.accounts.profile({}))
    return { userId, companyId: companyId ?? null }
  }
  const [buyer, seller] = [await callerOf('buyer'), await callerOf('seller')]
  expect((await ownFile(app.db, file.fileId, buyer, 'licence')).id).toBe(file.fileId)
  expect(await refusalOf(ownFile(app.db, file.fileId, buyer, 'avatar'))).toBe('notFound')
  expect(await refusalOf(ownFile(app.db, file.fileId, seller, 'licence'))).toBe('notFound')
  expect(await refusalOf(ownFile(app.db, 'x'.repeat(64), buyer, 'licence'))).toBe('notFound')
  expect(await refusalOf(ownFile(app.db, 'a\u0000', buyer, 'licence'))).toBe('notFound')
})

test('a licence of a user without a company is private until assigned to their company', async () => {
  const file: Uploaded = await uploaded('person', 'licence', 'a.jpg', await picture())
  expect((await get(person('person'), file.url)).status).toBe(200)
  expect((await get(person('buyer'), file.url)).status).toBe(404)
  const { companyId } = contentOf(await person('buyer').api.accounts.profile({}))
  if (companyId == null) throw new Error('the buyer has a company')
  await assignFileToCompany(app.db, { id: file.fileId }, companyId)
  expect((await get(person('buyer'), file.url)).status).toBe(200)
  expect((await get(person('person'), file.url)).status).toBe(404)
})
