import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { allCalls } from '../../support/all-calls.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, visitor, type Client } from '../../support/client.ts'
import { accept, colleagueOf, confidentialDemand, idsOf, open, secret, type Confidential } from './annex-scene.ts'

let app: TestApp
let made: Confidential
const people: Record<string, Client> = {}
const who = (name: string) => people[name] ?? visitor(app)
const outsiders = ['guest', 'person', 'buyer2', 'sub', 'seller', 'seller3', 'ops']
beforeAll(async () => {
  app = await startApp()
  for (const name of ['buyer', 'buyer2', 'seller', 'seller3', 'person', 'sub', 'ops'] as const)
    people[name] = await as(app, name)
  people.guest = visitor(app)
  made = await confidentialDemand(app, who('buyer'))
  // A neighbour in whose similar demands it appears.
  await confidentialDemand(app, who('buyer2'))
})
afterAll(() => app.close())

/** What of the confidential part a text gives away. */
const leaks = (text: string) => {
  const { fileId } = made.annex
  return [secret.text, 'ZK8812', secret.file, fileId, encodeURIComponent(secret.file)].filter((part) =>
    text.includes(part),
  )
}

/** Every call that shows something of demands and changes nothing: new ones are asked too. */
const reading = allCalls.flatMap(({ name, call }) => {
  const shows = name.startsWith('demands.') || ['chat.contact', 'orders.buyerDesk', 'orders.sellerDesk'].includes(name)
  return shows && call.logs === undefined && call.idempotent !== true ? [{ name, call }] : []
})

/** Names of the calls that give something away to somebody. */
async function leaking({ post }: Client): Promise<string[]> {
  const { demandId } = made
  const [row] = await app.db.select({ title: demands.title }).from(demands).where(eq(demands.id, demandId))
  const found: string[] = []
  for (const { name, call } of reading) {
    const paging = { current: 1, pageSize: 100, keyword: name.endsWith('.demands') ? row?.title.slice(0, 30) : '' }
    const text = await (await post(call.path, JSON.stringify({ demandId, ...paging }))).text()
    if (leaks(text).length > 0) found.push(name)
  }
  return found
}

test('nobody finds it in anything that shows demands', async () => {
  expect(reading.length).toBeGreaterThan(12)
  for (const name of outsiders) expect(await leaking(who(name)), name).toEqual([])
  const { companyId } = await idsOf(app, 'seller')
  await colleagueOf(app, 'person', companyId, async () =>
    expect(await leaking(who('person')), 'colleague without a right').toEqual([]),
  )
})

test('it is not found by its words', async () => {
  for (const keyword of ['ZK8812', '合成路线', '结构确证', secret.text]) {
    const found = contentOf(await who('guest').api.demands.demands({ keyword, pageSize: 100 }))
    expect(found.data.map(({ demandId }) => demandId).includes(made.demandId), keyword).toBe(false)
  }
})

test('who accepts reads it in its two calls, who is stopped reads it no more', async () => {
  const { demandId, annex } = made
  await accept(who('seller'), demandId)
  expect(await leaking(who('seller'))).toEqual(['demands.demandAnnexes', 'demands.annexText'])
  const { companyId: orgId } = await idsOf(app, 'seller')
  contentOf(await who('buyer').api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason: '停止' }))
  expect(await leaking(who('seller'))).toEqual([])
  const refused = await open(app, who('seller'), annex.url)
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
