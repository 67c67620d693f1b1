import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const guest = visitorForFile(app)

describe('one demand', () => {
  test('of the own company requires the permission while it is not public', async () => {
    const sub = await signInAs(app, 'sub')
    const draft = await openDemand(app, buyer, { submit: false })
    const open = await openDemand(app, buyer)
    expect(failureOf(await sub.api.demands.demand({ demandId: draft }))).toBe('notFound')
    expect(contentOf(await sub.api.demands.demand({ demandId: open }))).toMatchObject({ mine: true, history: [] })
    expect(contentOf(await buyer.api.demands.demand({ demandId: draft })).mine).toBe(true)
  })

  test('returns public fields to everyone and hides the owner’s', async () => {
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

  test('returns the supplier’s own offer id', async () => {
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
    expect(fieldsWithErrors(await guest.api.demands.demand({ demandId: 0 }))).toEqual(['demandId'])
  })

  test('counts views of people, not page rendering, not its owner', async () => {
    const demandId = await openDemand(app, buyer)
    const views = async () =>
      (await app.db.select({ count: demands.viewCount }).from(demands).where(eq(demands.id, demandId)))[0]?.count
    await guest.api.demands.demand({ demandId })
    await buyer.api.demands.demand({ demandId })
    await seller.api.demands.demand({ demandId })
    await vi.waitFor(async () => expect(await views()).toBe(1))
  })
})
