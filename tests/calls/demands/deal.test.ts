import { and, asc, eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { splitByMilestones } from '../../../src/domain/demands/offer-terms.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import {
  demandStatus,
  offerStatus,
  openDemand,
  setDeadline,
  setLapsed,
  submittedOffer,
  terms,
} from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const deal = (client: Client, offerId: number, idempotencyKey = newKey()) =>
  client.api.demands.deal({ offerId }, { idempotencyKey })

describe('a deal', () => {
  test('awards the demand, accepts one offer, loses the others and makes the order, with every step in history', async () => {
    const demandId = await openDemand(app, buyer)
    const won = await submittedOffer(seller, demandId)
    const lost = await submittedOffer(seller3, demandId)
    const drafted = await signInAs(app, 'seller2')
    const draft = contentOf(await drafted.api.demands.offerSave({ ...terms(), demandId, submit: false })).offerId
    const { orderId, orderNo } = contentOf(await deal(buyer, won))

    expect(await demandStatus(app, demandId)).toBe('awarded')
    expect(await Promise.all([won, lost, draft].map((id) => offerStatus(app, id)))).toEqual([
      'accepted',
      'lost',
      'lost',
    ])

    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    expect(orderNo).toMatch(/^\d{8}-\d{4,}$/)
    expect(order).toMatchObject({
      orderNo,
      status: 'pending_confirm',
      total: 1_000_001,
      paid: 0,
      paymentState: 'unpaid',
      demandId,
      offerId: won,
    })
    expect(order.lines.map(({ name, quantity, amount }) => [name, quantity, amount])).toEqual([
      ['毒性试验', 1, 900_001],
      ['病理阅片', 10, 100_000],
    ])
    expect(order.payments.map(({ amount }) => amount)).toEqual(splitByMilestones(1_000_001, terms().milestones))
    expect(order.payments.map(({ amount }) => amount)).toEqual([300_000, 450_000, 250_001])
    const days = order.payments.map(({ dueAt }) =>
      Math.round(Math.abs(Date.parse(dueAt ?? '') - Date.now()) / 86_400_000),
    )
    expect(days).toEqual([0, 60, 120])

    const steps = await app.db
      .select({
        entity: stateChanges.entity,
        id: stateChanges.entityId,
        event: stateChanges.event,
        from: stateChanges.fromStatus,
        to: stateChanges.toStatus,
      })
      .from(stateChanges)
      .where(
        and(
          inArray(stateChanges.entity, ['demand', 'offer', 'order']),
          inArray(stateChanges.entityId, [demandId, won, lost, draft, orderId]),
        ),
      )
      .orderBy(asc(stateChanges.id))
    const of = (entity: string, id: number) =>
      steps
        .filter((step) => step.entity === entity && step.id === id)
        .map(({ event, from, to }) => `${from} ${event} ${to}`)
    expect(of('demand', demandId)).toEqual([
      'draft submit pending_review',
      'pending_review pass open',
      'open award awarded',
    ])
    expect(of('offer', won)).toEqual(['draft submit submitted', 'submitted accept accepted'])
    expect(of('offer', lost)).toEqual(['draft submit submitted', 'submitted lose lost'])
    expect(of('offer', draft)).toEqual(['draft lose lost'])
    expect(of('order', orderId)).toEqual([' create pending_confirm'])
  })

  test('may be made after the deadline, while offers are evaluated', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    await setDeadline(app, demandId, -1)
    expect(failureOf(await deal(buyer, offerId))).toBe('none')
  })

  test('is idempotent by key and rejects another body under the same key', async () => {
    const demandId = await openDemand(app, buyer)
    const [first, second] = [await submittedOffer(seller, demandId), await submittedOffer(seller3, demandId)]
    const key = newKey()
    const made = contentOf(await deal(buyer, first, key))
    expect(contentOf(await deal(buyer, first, key))).toEqual(made)
    expect(failureOf(await deal(buyer, second, key))).toBe('keyReused')
    expect(failureOf(await deal(buyer, second))).toBe('demandDecided')
  })

  test('is rejected for an expired offer without any change', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    await setLapsed(app, offerId)
    expect(failureOf(await deal(buyer, offerId))).toBe('offerExpired')
    expect(await demandStatus(app, demandId)).toBe('open')
    expect(await offerStatus(app, offerId)).toBe('submitted')
    const kept = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)))
    expect(kept.map(({ event }) => event)).toEqual(['submit', 'pass'])
  })

  test('is rejected for withdrawn offers and closed demands', async () => {
    const demandId = await openDemand(app, buyer)
    const [gone, stays] = [await submittedOffer(seller, demandId), await submittedOffer(seller3, demandId)]
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: gone, reason: '排期已满' }))
    expect(failureOf(await deal(buyer, gone))).toBe('stepNotAllowed')
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '项目暂停' }))
    expect(failureOf(await deal(buyer, stays))).toBe('stepNotAllowed')
  })

  test('requires a valid id, a session, and the own demand', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(failureOf(await deal(buyer, -1))).toBe('invalidInput')
    expect(failureOf(await deal(buyer, missingId))).toBe('notFound')
    expect(failureOf(await deal(visitor(app), offerId))).toBe('sessionInvalid')
    expect(failureOf(await deal(other, offerId))).toBe('notFound')
    expect(failureOf(await deal(seller, offerId))).toBe('notFound')
    expect(await demandStatus(app, demandId)).toBe('open')
  })

  test('returns 404 for a draft', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = contentOf(await seller.api.demands.offerSave({ ...terms(), demandId, submit: false }))
    expect(failureOf(await deal(buyer, offerId))).toBe('notFound')
  })
})
