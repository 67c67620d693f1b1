import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import {
  demandStatus,
  offerStatus,
  openDemand,
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

type Submit = Parameters<Client['api']['demands']['demandOrderSubmit']>[0]
const submit = (client: Client, input: Submit, idempotencyKey = newKey()) =>
  client.api.demands.demandOrderSubmit(input, { idempotencyKey })
const deal = (offerId: number) => buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })
const total = 1_000_001

/** Runs a callback with a changed certification status of a company. */
async function withCertification(login: string, certification: 'approved' | 'expired', run: () => Promise<void>) {
  const [found] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, login))
  const set = (to: 'approved' | 'expired') =>
    app.db
      .update(companies)
      .set({ certification: to })
      .where(eq(companies.id, found?.id ?? 0))
  await set(certification)
  await run().finally(() => set('approved'))
}

/** Expects no history step, no order, and unchanged statuses. */
async function expectUntouched(demandId: number, offerId: number) {
  expect(await demandStatus(app, demandId)).toBe('open')
  expect(await offerStatus(app, offerId)).toBe('submitted')
  expect(await app.db.select().from(orders).where(eq(orders.demandId, demandId))).toEqual([])
  const steps = await app.db
    .select({ event: stateChanges.event })
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)))
  expect(steps.map(({ event }) => event)).not.toContain('award')
}

describe('demandOrderSubmit', () => {
  test('creates the order with remark and payments of the offer', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const lost = await submittedOffer(seller3, demandId)
    const key = newKey()
    const input = { offerId, total, version: 1, remark: '请于下周一前安排启动会' }
    const made = contentOf(await submit(buyer, input, key))
    expect(contentOf(await submit(buyer, input, key))).toEqual(made)
    expect(failureOf(await submit(buyer, { ...input, remark: '另一份备注' }, key))).toBe('keyReused')
    expect(failureOf(await submit(buyer, input))).toBe('demandDecided')
    expect(failureOf(await deal(lost))).toBe('demandDecided')

    expect([await demandStatus(app, demandId), await offerStatus(app, lost)]).toEqual(['awarded', 'lost'])
    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId: made.orderId }))
    expect(order).toMatchObject({ total, remark: '请于下周一前安排启动会', offerId, demandId })
    expect(order.payments.map(({ amount }) => amount)).toEqual([300_000, 450_000, 250_001])
    expect(contentOf(await seller.api.orders.sellerOrder({ orderId: made.orderId })).remark).toBe(order.remark)
  })

  test('returns conflict with current total and version if they changed', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const wrong = await submit(buyer, { offerId, total: total - 1 })
    expect(wrong).toMatchObject({ ok: false, failure: { code: 409, content: { total, version: 1 } } })
    // Same total but other milestones is a new version.
    const milestones = [{ name: '一次付清', percent: 100, dueDays: 0, deliverables: '' }]
    await submittedOffer(seller, demandId, { milestones })
    expect(failureOf(await submit(buyer, { offerId, total, version: 1 }))).toBe('conflict')
    await expectUntouched(demandId, offerId)
    expect(failureOf(await submit(buyer, { offerId, total, version: 2 }))).toBe('none')
  })

  test('rejects offers that cannot be awarded like deal, without any change', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const both = async () => [failureOf(await deal(offerId)), failureOf(await submit(buyer, { offerId, total }))]
    await withCertification('seller', 'expired', async () => {
      expect(await both()).toEqual(['supplierNotCertified', 'supplierNotCertified'])
    })
    await withCertification('buyer', 'expired', async () => {
      expect(await both()).toEqual(['certificationExpired', 'certificationExpired'])
    })
    await setLapsed(app, offerId)
    expect(await both()).toEqual(['offerExpired', 'offerExpired'])
    await expectUntouched(demandId, offerId)
  })

  test('a sealed offer cannot be awarded or rejected', async () => {
    const demandId = await openDemand(app, buyer, { sealedOnly: true })
    const offerId = await submittedOffer(seller, demandId)
    expect(failureOf(await deal(offerId))).toBe('offerSealed')
    expect(failureOf(await submit(buyer, { offerId, total }))).toBe('offerSealed')
    expect(failureOf(await submit(buyer, { offerId, total: 1 }))).toBe('offerSealed')
    expect(failureOf(await buyer.api.demands.offerReject({ offerId, reason: '价格' }))).toBe('offerSealed')
    await expectUntouched(demandId, offerId)
  })

  test('requires valid fields, a session, and the own demand', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(fieldsWithErrors(await submit(buyer, { offerId: 0, total: -1, remark: 'x'.repeat(501) }))).toEqual(
      expect.arrayContaining(['offerId', 'total', 'remark']),
    )
    expect(failureOf(await submit(buyer, { offerId: missingId, total }))).toBe('notFound')
    expect(failureOf(await submit(visitor(app), { offerId, total }))).toBe('sessionInvalid')
    expect(failureOf(await submit(other, { offerId, total }))).toBe('notFound')
    expect(failureOf(await submit(seller, { offerId, total }))).toBe('notFound')
    await expectUntouched(demandId, offerId)
  })
})

describe('offerReject', () => {
  const reject = (client: Client, offerId: number, reason = '周期过长') =>
    client.api.demands.offerReject({ offerId, reason })

  test('rejects an offer with a reason; the supplier is notified and may offer again', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(contentOf(await reject(buyer, offerId))).toEqual({ status: 'rejected' })
    const detail = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(detail.history.at(-1)).toMatchObject({ event: 'reject', reason: '周期过长', toStatus: 'rejected' })
    const told = await app.db.select().from(notices).where(eq(notices.event, 'offer.decided'))
    expect(told.some(({ text, path }) => text.includes('周期过长') && path.endsWith(`id=${offerId}`))).toBe(true)
    const anew = await submittedOffer(seller, demandId)
    expect(anew).not.toBe(offerId)
    expect(failureOf(await reject(buyer, offerId))).toBe('stepNotAllowed')
    expect(failureOf(await deal(offerId))).toBe('stepNotAllowed')
    expect(failureOf(await deal(anew))).toBe('none')
  })

  test('requires a reason, a session, and the own demand; returns 404 for drafts', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(fieldsWithErrors(await reject(buyer, offerId, ' '))).toEqual(['reason'])
    expect(failureOf(await reject(visitor(app), offerId))).toBe('sessionInvalid')
    expect(failureOf(await reject(other, offerId))).toBe('notFound')
    expect(failureOf(await reject(seller, offerId))).toBe('notFound')
    const draft = contentOf(await seller3.api.demands.offerSave({ ...terms(), demandId, submit: false })).offerId
    expect(failureOf(await reject(buyer, draft))).toBe('notFound')
    await expectUntouched(demandId, offerId)
  })
})
