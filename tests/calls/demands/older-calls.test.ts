import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { openDemand } from '../../support/scenes/demands/demand.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
let sub: Client
let seller: Client
let rival: Client
beforeAll(async () => {
  ;[buyer, other, sub, seller, rival] = await Promise.all([
    signInAs(app, 'buyer'),
    signInAs(app, 'buyer2'),
    signInAs(app, 'sub'),
    signInAs(app, 'seller'),
    signInAs(app, 'seller3'),
  ])
})

describe('the older lists of demands', () => {
  test('return the same as the newer call', async () => {
    await openDemand(app, buyer, { submit: false })
    for (const input of [{}, { status: 'draft' as const }, { keyword: '比格犬', pageSize: 3 }]) {
      expect(contentOf(await buyer.api.demands.myDemands(input))).toEqual(
        contentOf(await buyer.api.demands.buyerDemands(input)),
      )
    }
    expect(failureOf(await sub.api.demands.myDemands({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.myDemands({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.demands.myDemands({ pageSize: 101 }))).toEqual(['pageSize'])
  })

  test('delete by the rules of the newer call', async () => {
    const draft = await openDemand(app, buyer, { submit: false })
    const open = await openDemand(app, buyer)
    expect(failureOf(await other.api.demands.requireDelete({ demandId: draft }))).toBe('notFound')
    expect(failureOf(await sub.api.demands.requireDelete({ demandId: draft }))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.requireDelete({ demandId: draft }))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.demands.requireDelete({ demandId: open }))).toBe('stepNotAllowed')
    expect(contentOf(await buyer.api.demands.requireDelete({ demandId: draft }))).toEqual({})
    expect(failureOf(await buyer.api.demands.demand({ demandId: draft }))).toBe('notFound')
  })
})

describe('supplies', () => {
  test('are services and goods of the shop, last updated first', async () => {
    const [all, kinds] = [
      contentOf(await seller.api.demands.supplies({ pageSize: 100 })),
      await Promise.all(
        (['service', 'product'] as const).map(
          async (kind) => contentOf(await seller.api.demands.supplies({ kind, pageSize: 100 })).total,
        ),
      ),
    ]
    const listed = [
      contentOf(await seller.api.catalogue.sellerServices({})).total,
      contentOf(await seller.api.catalogue.sellerProducts({})).total,
    ]
    expect(kinds).toEqual(listed)
    expect(kinds.every((count) => count > 0)).toBe(true)
    expect(all.total).toBe(listed.reduce((sum, count) => sum + count))
    const moments = all.data.map(({ updatedAt }) => updatedAt)
    expect(moments).toEqual(moments.toSorted().toReversed())
    const [newest] = contentOf(await seller.api.catalogue.sellerServices({})).data
    expect(all.data.find(({ kind, supplyId }) => kind === 'service' && supplyId === newest?.serviceId)).toMatchObject({
      supplyNo: newest?.serviceNo,
      title: newest?.serviceName,
      status: newest?.status,
    })
    const page = contentOf(await seller.api.demands.supplies({ pageSize: 3, current: 2 }))
    expect(page.data).toEqual(all.data.slice(3, 6))
    expect(contentOf(await seller.api.demands.supplies({ keyword: '没有这样的供应' })).total).toBe(0)
  })

  test('are empty for a company without a shop, and forbidden to others', async () => {
    expect(contentOf(await buyer.api.demands.supplies({}))).toEqual({ total: 0, data: [] })
    expect(failureOf(await sub.api.demands.supplies({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.demands.supplies({}))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await seller.api.demands.supplies({ current: 0 }))).toEqual(['current'])
  })

  test('are deleted by the rules of the catalogue', async () => {
    const row = contentOf(await seller.api.demands.supplies({ kind: 'service' })).data.find(
      ({ status }) => status === 'published',
    )
    const supplyId = row?.supplyId ?? 0
    const remove = (client: Client, id = supplyId) => client.api.demands.supplyDelete({ kind: 'service', supplyId: id })
    expect(failureOf(await remove(seller))).toBe('stepNotAllowed')
    await app.db.update(services).set({ status: 'unlisted' }).where(eq(services.id, supplyId))
    expect(failureOf(await remove(rival))).toBe('notFound')
    expect(failureOf(await remove(buyer))).toBe('notFound')
    expect(failureOf(await remove(sub))).toBe('forbidden')
    expect(failureOf(await remove(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await remove(seller, missingId))).toBe('notFound')
    expect(contentOf(await remove(seller))).toEqual({})
    expect(failureOf(await remove(seller))).toBe('notFound')
    const [service] = await app.db.select().from(services).where(eq(services.id, supplyId))
    expect(service?.deletedAt).not.toBeNull()
    const steps = await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, supplyId))
    expect(steps.filter(({ entity, event }) => entity === 'service' && event === 'delete')).toHaveLength(1)
  })
})
