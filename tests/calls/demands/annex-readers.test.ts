import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { notices } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { accept, confidentialDemand, idsOf, open, secret } from '../../support/scenes/demands/annex.ts'
import { setDeadline } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

test('lists companies that accepted the terms with their openings', async () => {
  const { demandId, annex } = await confidentialDemand(app, buyer)
  await accept(seller, demandId)
  await accept(seller3, demandId)
  contentOf(await seller.api.demands.annexText({ demandId }))
  expect((await open(app, seller, annex.url)).status).toBe(200)
  expect((await open(app, await signInAs(app, 'ops'), annex.url)).status).toBe(200)
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
  test('blocks all access until it is restored', async () => {
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

  test('requires a reason, and a supplier that accepted the terms', async () => {
    const { demandId } = await confidentialDemand(app, buyer)
    const { companyId: orgId } = await idsOf(app, 'seller')
    const stop = (reason: string) => buyer.api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason })
    expect(fieldsWithErrors(await stop('  '))).toEqual(['reason'])
    expect(failureOf(await stop('原因'))).toBe('notFound')
    await accept(seller, demandId)
    expect(failureOf(await stop('原因'))).toBe('none')
  })
})

test('returns 404 for another company’s demand', async () => {
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
  expect(await met(await signInAs(app, 'person'))).toEqual(all('notCertified'))
  expect(await met(await signInAs(app, 'sub'))).toEqual(all('forbidden'))
  expect(await met(buyer2)).toEqual(all('notFound'))
  expect(await met(seller)).toEqual(all('notFound'))
  expect(await met(buyer, missingId)).toEqual(all('notFound'))
  expect(fieldsWithErrors(await buyer.api.demands.annexReaders({ demandId: 0 }))).toEqual(['demandId'])
  expect(fieldsWithErrors(await buyer.api.demands.annexOpenings({ demandId, pageSize: 101 }))).toEqual(['pageSize'])
  expect(contentOf(await seller.api.demands.demandAnnexes({ demandId })).state).toBe('open')
})
