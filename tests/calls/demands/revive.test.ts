import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { demands, offerVersions } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  demandStatus,
  offerStatus,
  openDemand,
  setDeadline,
  setLapsed,
  submittedOffer,
  terms,
} from '../../support/scenes/demands/demand.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const seller3 = clientForFile(app, 'seller3')

const deal = (offerId: number) => buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })
const decline = (client: Client, orderId: number) =>
  client.api.orders.sellerOrderStep({ orderId, event: 'decline', reason: '产能不足' })
const steps = async (entity: 'demand' | 'offer', id: number) =>
  (
    await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, entity), eq(stateChanges.entityId, id)))
      .orderBy(asc(stateChanges.id))
  ).map(({ event, fromStatus, toStatus }) => `${fromStatus} ${event} ${toStatus}`)

describe('a declined order', () => {
  test('returns its demand to evaluation: valid offers are restored, all are notified', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submittedOffer(seller, demandId)
    const second = await submittedOffer(seller2, demandId)
    const lapsed = await submittedOffer(seller3, demandId)
    const { orderId } = contentOf(await deal(first))
    await setLapsed(app, lapsed)
    expect(contentOf(await decline(seller, orderId))).toEqual({ status: 'declined' })

    expect(await demandStatus(app, demandId)).toBe('evaluating')
    expect(await Promise.all([first, second, lapsed].map((id) => offerStatus(app, id)))).toEqual([
      'rejected',
      'submitted',
      'lost',
    ])
    expect((await steps('demand', demandId)).at(-1)).toBe('awarded revive evaluating')
    expect((await steps('offer', first)).at(-1)).toBe('accepted fall rejected')
    expect((await steps('offer', second)).slice(-2)).toEqual(['submitted lose lost', 'lost revive submitted'])
    const told = await app.db.select().from(notices)
    expect(told.some(({ event, text }) => event === 'order.moved' && text.includes('产能不足'))).toBe(true)
    expect(told.filter(({ title }) => title.includes('恢复评选')).length).toBeGreaterThan(0)

    expect(failureOf(await deal(lapsed))).not.toBe('none')
    expect(failureOf(await deal(first))).toBe('stepNotAllowed')
    const again = contentOf(await deal(second))
    const made = await app.db.select().from(orders).where(eq(orders.demandId, demandId)).orderBy(asc(orders.id))
    expect(made.map(({ id, status }) => [id, status])).toEqual([
      [orderId, 'declined'],
      [again.orderId, 'pending_confirm'],
    ])
    expect(await demandStatus(app, demandId)).toBe('awarded')
  })

  test('does not restore offers of shops that have closed since', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submittedOffer(seller, demandId)
    const theirs = await submittedOffer(seller2, demandId)
    const { orderId } = contentOf(await deal(first))
    const { orgId } = contentOf(await seller2.api.shops.sellerShop({}))
    const setOpen = (isSaler: boolean) => app.db.update(companies).set({ isSaler }).where(eq(companies.id, orgId))
    await setOpen(false)
    contentOf(await decline(seller, orderId))
    await setOpen(true)
    expect([await demandStatus(app, demandId), await offerStatus(app, theirs)]).toEqual(['evaluating', 'lost'])
    expect(failureOf(await deal(theirs))).toBe('stepNotAllowed')
  })

  test('returns the demand to evaluation also without remaining offers', async () => {
    const demandId = await openDemand(app, buyer)
    const only = await submittedOffer(seller, demandId)
    await submittedOffer(seller3, demandId)
    const { orderId } = contentOf(await deal(only))
    contentOf(await decline(seller, orderId))
    expect(await demandStatus(app, demandId)).toBe('evaluating')
  })

  test('opens no sealed offer before the deadline', async () => {
    const demandId = await openDemand(app, buyer)
    const open = await submittedOffer(seller, demandId)
    const input = { ...terms(), demandId, submit: true, sealed: true }
    const { offerId } = contentOf(await seller3.api.demands.offerSave(input))
    const { orderId } = contentOf(await deal(open))
    contentOf(await decline(seller, orderId))
    await closeDueDemands(app.db)
    expect(await offerStatus(app, offerId)).toBe('submitted')
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId }))).toBe('notFound')
    expect(failureOf(await deal(offerId))).toBe('offerSealed')
    await setDeadline(app, demandId, -0.01)
    await closeDueDemands(app.db)
    await closeDueDemands(app.db)
    expect((await steps('offer', offerId)).slice(-2)).toEqual(['lost revive submitted', 'submitted open submitted'])
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.total).toBe(1_000_001)
  })

  test('opens sealed offers after the deadline', async () => {
    const demandId = await openDemand(app, buyer)
    const open = await submittedOffer(seller, demandId)
    const input = { ...terms(), demandId, submit: true, sealed: true }
    const { offerId } = contentOf(await seller3.api.demands.offerSave(input))
    const { orderId } = contentOf(await deal(open))
    await setDeadline(app, demandId, -0.01)
    contentOf(await decline(seller, orderId))
    const [version] = await app.db.select().from(offerVersions).where(eq(offerVersions.offerId, offerId))
    expect(version?.openedAt).not.toBeNull()
    expect((await steps('offer', offerId)).at(-1)).toBe('submitted open submitted')
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.total).toBe(1_000_001)
  })

  test('keeps the demand consistent under ten parallel declines and deals', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submittedOffer(seller, demandId)
    const second = await submittedOffer(seller3, demandId)
    const { orderId } = contentOf(await deal(first))
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => decline(seller, orderId)),
      ...Array.from({ length: 5 }, () => deal(second)),
    ])
    expect(
      answers
        .slice(0, 5)
        .map(failureOf)
        .filter((name) => name === 'none'),
    ).toHaveLength(1)
    expect(answers.map(failureOf).filter((name) => name === 'serverError')).toEqual([])
    const live = (await app.db.select().from(orders).where(eq(orders.demandId, demandId))).filter(
      ({ status }) => status !== 'declined',
    )
    expect(live.length).toBe((await demandStatus(app, demandId)) === 'awarded' ? 1 : 0)
  })

  test('succeeds when its demand is no longer awarded', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const { orderId } = contentOf(await deal(offerId))
    await app.db.update(demands).set({ status: 'closed' }).where(eq(demands.id, demandId))
    expect(contentOf(await decline(seller, orderId))).toEqual({ status: 'declined' })
    expect(await demandStatus(app, demandId)).toBe('closed')
  })

  test('does not affect the demand if the order was confirmed', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const { orderId } = contentOf(await deal(offerId))
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    expect(failureOf(await decline(seller, orderId))).toBe('stepNotAllowed')
    expect([await demandStatus(app, demandId), await offerStatus(app, offerId)]).toEqual(['awarded', 'accepted'])
  })
})

test('a demand returned long after its deadline gets a new period before it expires', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const { orderId } = contentOf(await deal(offerId))
  await setDeadline(app, demandId, -24 * 31)
  contentOf(await decline(seller, orderId))
  await closeDueDemands(app.db)
  expect(await demandStatus(app, demandId)).toBe('evaluating')
  await app.db
    .update(stateChanges)
    .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)))
  await closeDueDemands(app.db)
  expect(await demandStatus(app, demandId)).toBe('expired')
})
