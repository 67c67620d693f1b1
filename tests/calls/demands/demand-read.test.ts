import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from './scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let seller: Client
let guest: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  guest = visitor(app)
})
afterAll(() => app.close())

describe('one demand', () => {
  test('of the own company is for those who look after its demands, as long as it is not public', async () => {
    const sub = await as(app, 'sub')
    const draft = await openDemand(app, buyer, { submit: false })
    const open = await openDemand(app, buyer)
    expect(failureOf(await sub.api.demands.demand({ demandId: draft }))).toBe('notFound')
    expect(contentOf(await sub.api.demands.demand({ demandId: open }))).toMatchObject({ mine: true, history: [] })
    expect(contentOf(await buyer.api.demands.demand({ demandId: draft })).mine).toBe(true)
  })

  test('shows everyone what is public and keeps back what is the owner’s', async () => {
    const demandId = await openDemand(app, buyer, { districtCode: '320500', deliverBy: '2099-01-01' })
    const seen = contentOf(await guest.api.demands.demand({ demandId }))
    expect(seen).toMatchObject({
      mine: false,
      ownOfferId: null,
      history: [],
      reason: '',
      districtName: '江苏 苏州',
      certified: true,
    })
    expect(seen.companyName).toBe('成**司')
    expect(seen.orgId).toBeNull()
    const own = contentOf(await buyer.api.demands.demand({ demandId }))
    expect(own.mine).toBe(true)
    expect(own.companyName).not.toContain('*')
  })

  test('tells a supplier which offer is theirs', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(contentOf(await seller.api.demands.demand({ demandId }))).toMatchObject({
      ownOfferId: offerId,
      offerCount: 1,
      mine: false,
    })
    expect(contentOf(await guest.api.demands.demand({ demandId })).ownOfferId).toBeNull()
  })

  test('is hidden from others unless it is public', async () => {
    const demandId = await openDemand(app, buyer, { submit: false })
    for (const status of ['draft', 'pending_review', 'rejected', 'closed', 'expired'] as const) {
      await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
      for (const client of [guest, other, seller])
        expect(failureOf(await client.api.demands.demand({ demandId })), status).toBe('notFound')
      expect(failureOf(await buyer.api.demands.demand({ demandId })), status).toBe('none')
    }
    expect(failureOf(await guest.api.demands.demand({ demandId: missingId }))).toBe('notFound')
    expect(faultyFields(await guest.api.demands.demand({ demandId: 0 }))).toEqual(['demandId'])
  })

  test('counts people who look, not the drawing of pages, not its owner', async () => {
    const demandId = await openDemand(app, buyer)
    const views = async () =>
      (await app.db.select({ count: demands.viewCount }).from(demands).where(eq(demands.id, demandId)))[0]?.count
    await guest.api.demands.demand({ demandId })
    await buyer.api.demands.demand({ demandId })
    await seller.api.demands.demand({ demandId })
    await vi.waitFor(async () => expect(await views()).toBe(1))
  })
})
