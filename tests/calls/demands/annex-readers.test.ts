import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notices } from '../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { accept, confidentialDemand, idsOf, open, secret } from './annex-scene.ts'
import { setDeadline } from './scene.ts'

let app: TestApp
let buyer: Client
let buyer2: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  buyer2 = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

test('the buyer reads who accepted, how often they opened, and what', async () => {
  const { demandId, annex } = await confidentialDemand(app, buyer)
  await accept(seller, demandId)
  await accept(seller3, demandId)
  contentOf(await seller.api.demands.annexText({ demandId }))
  expect((await open(app, seller, annex.url)).status).toBe(200)
  expect((await open(app, await as(app, 'ops'), annex.url)).status).toBe(200)
  const readers = contentOf(await buyer.api.demands.annexReaders({ demandId }))
  const [third, first] = [await idsOf(app, 'seller3'), await idsOf(app, 'seller')]
  expect(readers).toMatchObject({
    total: 2,
    data: [
      { orgId: third.companyId, openings: 0, lastOpenedAt: null, canRead: true, revokedAt: null },
      { orgId: first.companyId, openings: 2, lastOpenedAt: expect.any(String), canRead: true },
    ],
  })
  const { total, data } = contentOf(await buyer.api.demands.annexOpenings({ demandId }))
  expect(total).toBe(3)
  expect(data.map(({ companyName, fileName }) => [companyName, fileName])).toEqual([
    ['平台', secret.file],
    [readers.data[1]?.companyName, secret.file],
    [readers.data[1]?.companyName, null],
  ])
  expect(data[0]?.personName).toBe('运营人员')
  const second = contentOf(await buyer.api.demands.annexOpenings({ demandId, current: 2, pageSize: 2 }))
  expect(second).toMatchObject({ total: 3, data: [{ openingId: data[2]?.openingId }] })
  await setDeadline(app, demandId, -1)
  const later = contentOf(await buyer.api.demands.annexReaders({ demandId }))
  expect(later.data.map(({ canRead }) => canRead)).toEqual([false, false])
})

describe('the buyer stops a supplier', () => {
  test('and from then on it reads nothing, until it is let in again', async () => {
    const { demandId, annex } = await confidentialDemand(app, buyer)
    const { companyId: orgId } = await idsOf(app, 'seller')
    await accept(seller, demandId)
    contentOf(await buyer.api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason: '人员变动' }))
    expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toEqual({
      state: 'revoked',
      reason: '人员变动',
      revokedAt: expect.any(String),
    })
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('annexStopped')
    expect((await open(app, seller, annex.url)).status).toBe(404)
    const told = await app.db
      .select()
      .from(notices)
      .where(eq(notices.userId, (await idsOf(app, 'seller')).userId))
    expect(told.filter(({ text }) => text.includes('人员变动'))).toMatchObject([{ event: 'demand.changed' }])
    expect(failureOf(await seller.api.demands.annexAccept({ demandId, termsHash: 'a'.repeat(64) }))).toBe(
      'annexStopped',
    )
    expect(contentOf(await buyer.api.demands.annexReaders({ demandId })).data).toMatchObject([
      { canRead: false, revokedReason: '人员变动', openings: 0 },
    ])
    const again = await buyer.api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason: '再次' })
    expect(failureOf(again)).toBe('stepNotAllowed')
    contentOf(await buyer.api.demands.annexAccess({ demandId, orgId, event: 'allow' }))
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('none')
    const twice = await buyer.api.demands.annexAccess({ demandId, orgId, event: 'allow' })
    expect(failureOf(twice)).toBe('stepNotAllowed')
  })

  test('with a reason, and only one that accepted', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    const { companyId: orgId } = await idsOf(app, 'seller')
    const stop = (reason: string) => buyer.api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason })
    expect(faultyFields(await stop('  '))).toEqual(['reason'])
    expect(failureOf(await stop('原因'))).toBe('notFound')
    await accept(seller, demandId)
    expect(failureOf(await stop('原因'))).toBe('none')
  })
})

test('others learn nothing of a demand’s readers and change nothing', async () => {
  const { demandId } = await confidentialDemand(app, buyer)
  await accept(seller, demandId)
  const { companyId: orgId } = await idsOf(app, 'seller')
  const met = async (client: Client, id = demandId) => [
    failureOf(await client.api.demands.annexReaders({ demandId: id })),
    failureOf(await client.api.demands.annexOpenings({ demandId: id })),
    failureOf(await client.api.demands.annexAccess({ demandId: id, orgId, event: 'revoke', reason: '原因' })),
  ]
  const all = (name: string) => [name, name, name]
  expect(await met(visitor(app))).toEqual(all('sessionInvalid'))
  expect(await met(await as(app, 'person'))).toEqual(all('notCertified'))
  expect(await met(await as(app, 'sub'))).toEqual(all('forbidden'))
  expect(await met(buyer2)).toEqual(all('notFound'))
  expect(await met(seller)).toEqual(all('notFound'))
  expect(await met(buyer, missingId)).toEqual(all('notFound'))
  expect(faultyFields(await buyer.api.demands.annexReaders({ demandId: 0 }))).toEqual(['demandId'])
  expect(faultyFields(await buyer.api.demands.annexOpenings({ demandId, pageSize: 101 }))).toEqual(['pageSize'])
  expect(contentOf(await seller.api.demands.demandAnnexes({ demandId })).state).toBe('open')
})
