import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../../../src/contract/call.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { allCalls } from '../../support/all-calls.ts'
import { signInAs, contentOf, visitor, type Client } from '../../support/client.ts'
import {
  accept,
  colleagueOf,
  confidentialDemand,
  idsOf,
  open,
  secret,
  type Confidential,
} from '../../support/scenes/demands/annex.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let made: Confidential
const people: Record<string, Client> = {}
const who = (name: string) => people[name] ?? visitor(app)
const outsiders = ['guest', 'person', 'buyer2', 'sub', 'seller', 'seller3', 'ops']
beforeAll(async () => {
  for (const name of ['buyer', 'buyer2', 'seller', 'seller3', 'person', 'sub', 'ops'] as const)
    people[name] = await signInAs(app, name)
  people.guest = visitor(app)
  made = await confidentialDemand(app, who('buyer'))
  // A demand that lists it among its similar demands.
  await confidentialDemand(app, who('buyer2'))
})

/** Confidential strings contained in a text. */
const leaks = (text: string) => {
  const { fileId } = made.annex
  return [secret.text, 'ZK8812', secret.file, fileId, encodeURIComponent(secret.file)].filter((part) =>
    text.includes(part),
  )
}

/** All read-only calls that involve demands, including future ones. */
const reading = allCalls.flatMap(({ name, call }) => {
  const shows =
    name.startsWith('demands.') || ['chat.contact', 'orders.buyerDashboard', 'orders.sellerDashboard'].includes(name)
  return shows && call.logs === undefined && call.idempotent !== true ? [{ name, call }] : []
})

/** Body fields known to a call: calls beyond the specification reject unknown ones. */
function known({ input }: Call, body: Readonly<Record<string, unknown>>) {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in properties))
}

/** Names of the calls that leak confidential content to a client. */
async function leaking({ post }: Client): Promise<string[]> {
  const { demandId } = made
  const [row] = await app.db.select({ title: demands.title }).from(demands).where(eq(demands.id, demandId))
  const found: string[] = []
  for (const { name, call } of reading) {
    const paging = { current: 1, pageSize: 100, keyword: name.endsWith('.demands') ? row?.title.slice(0, 30) : '' }
    const body = known(call, { demandId, ...paging })
    const text = await (await post(call.path, JSON.stringify(body))).text()
    if (leaks(text).length > 0) found.push(name)
  }
  return found
}

test('no call that returns demands leaks the confidential part', async () => {
  expect(reading.length).toBeGreaterThan(12)
  for (const name of outsiders) expect(await leaking(who(name)), name).toEqual([])
  const { companyId } = await idsOf(app, 'seller')
  await colleagueOf(app, 'person', companyId, async () =>
    expect(await leaking(who('person')), 'colleague without a right').toEqual([]),
  )
})

test('search does not find a demand by its confidential text', async () => {
  for (const keyword of ['ZK8812', '合成路线', '结构确证', secret.text]) {
    const found = contentOf(await who('guest').api.demands.demands({ keyword, pageSize: 100 }))
    expect(found.data.map(({ demandId }) => demandId).includes(made.demandId), keyword).toBe(false)
  }
})

test('suppliers read it in its two calls after accepting, until access is revoked', async () => {
  const { demandId, annex } = made
  await accept(who('seller'), demandId)
  expect(await leaking(who('seller'))).toEqual(['demands.demandAnnexes', 'demands.annexText'])
  const { companyId: orgId } = await idsOf(app, 'seller')
  contentOf(await who('buyer').api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason: '停止' }))
  expect(await leaking(who('seller'))).toEqual([])
  const refused = await open(app, who('seller'), annex.url)
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store'])
})
