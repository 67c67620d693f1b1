import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderAction } from '../../../src/domain/orders/order-actions.ts'
import { orderStatuses, type OrderStatus } from '../../../src/domain/orders/order-states.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import {
  bought,
  buys,
  deliver,
  goodsOrder,
  noticesOf,
  offerOrder,
  rowOf,
  sells,
  setStatus,
  sold,
} from './order-scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let sub: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  sub = await as(app, 'sub')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

type Allowed = Readonly<Record<OrderStatus, readonly OrderAction[]>>
const ended = { completed: [], declined: [], cancelled: [] } as const
const byBuyer: Allowed = {
  pending_confirm: ['cancel'],
  confirmed: ['cancel', 'dispute'],
  in_progress: ['cancel', 'dispute'],
  delivered: ['accept', 'requestChanges', 'cancel', 'dispute'],
  changes_requested: ['cancel', 'dispute'],
  disputed: ['cancel'],
  ...ended,
}
const bySeller: Allowed = {
  pending_confirm: ['confirm', 'decline'],
  confirmed: ['start', 'cancel', 'dispute'],
  in_progress: ['deliver', 'cancel', 'dispute'],
  delivered: ['cancel', 'dispute'],
  changes_requested: ['deliver', 'cancel', 'dispute'],
  disputed: ['cancel'],
  ...ended,
}
const buyerEvents = [
  'accept',
  'requestChanges',
  'cancel',
  'agreeCancel',
  'refuseCancel',
  'dropCancel',
  'dispute',
] as const
const sellerEvents = [
  ...['confirm', 'decline', 'start', 'cancel', 'agreeCancel', 'refuseCancel', 'dropCancel', 'dispute'],
] as const satisfies readonly string[]
type SellerEvent = Parameters<typeof sells>[2]
const isSellerEvent = (event: string): event is SellerEvent => sellerEvents.some((each) => each === event)

describe('from every state', () => {
  test.each(orderStatuses)('%s lets each side do what is its own, and nothing else', async (status) => {
    const { orderId } = await offerOrder(app, buyer, seller)
    await setStatus(app, orderId, status)
    expect(new Set((await bought(buyer, orderId)).steps)).toEqual(new Set(byBuyer[status]))
    expect(new Set((await sold(seller, orderId)).steps)).toEqual(new Set(bySeller[status]))
    for (const event of buyerEvents.filter((each) => !byBuyer[status].includes(each))) {
      expect(failureOf(await buys(buyer, orderId, event, { reason: '试试' })), `buyer ${event}`).toBe('stepNotAllowed')
    }
    for (const event of sellerEvents.filter(isSellerEvent)) {
      if (bySeller[status].includes(event)) continue
      expect(failureOf(await sells(seller, orderId, event, { reason: '试试' })), `seller ${event}`).toBe(
        'stepNotAllowed',
      )
    }
    if (!bySeller[status].includes('deliver')) {
      expect(failureOf(await deliver(seller, orderId)), 'deliver').toBe('stepNotAllowed')
    }
    expect(await rowOf(app, orderId)).toMatchObject({ status, cancelWantedBy: null, completedAt: null })
    expect((await bought(buyer, orderId)).history.length).toBe(1)
  })
})

describe('the whole way', () => {
  test('of an offer’s order: confirmed, begun, delivered, changed, delivered again, accepted', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm', { promisedAt: '2027-03-31' }))
    expect((await bought(buyer, orderId)).promisedAt).toBe('2027-03-31T15:59:59.999Z')
    contentOf(await sells(seller, orderId, 'start'))
    contentOf(await deliver(seller, orderId, { note: '初稿' }))
    const first = await rowOf(app, orderId)
    expect(faultyFields(await buys(buyer, orderId, 'requestChanges'))).toEqual(['reason'])
    contentOf(await buys(buyer, orderId, 'requestChanges', { reason: '缺少附录' }))
    contentOf(await deliver(seller, orderId, { note: '终稿' }))
    const second = await rowOf(app, orderId)
    expect(second.firstDeliveredAt).toEqual(first.firstDeliveredAt)
    expect(second.deliveredAt?.getTime()).toBeGreaterThan(first.deliveredAt?.getTime() ?? 0)
    expect(contentOf(await buys(buyer, orderId, 'accept'))).toEqual({ status: 'completed' })
    const order = await sold(seller, orderId)
    expect(order.completedAt).not.toBeNull()
    expect(order.deliveries.map(({ seq, verdict, reason }) => [seq, verdict, reason])).toEqual([
      [2, 'accepted', ''],
      [1, 'changes', '缺少附录'],
    ])
    expect(order.history.map(({ event }) => event)).toEqual([
      ...['create', 'confirm', 'start', 'deliver', 'requestChanges', 'deliver', 'accept'],
    ])
  })

  test('of goods: sent as soon as they are confirmed', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    expect((await sold(seller, orderId)).steps).toEqual(['confirm', 'decline'])
    contentOf(await sells(seller, orderId, 'confirm'))
    expect((await sold(seller, orderId)).steps).toContain('deliver')
    contentOf(await deliver(seller, orderId, { carrier: '顺丰速运', trackingNo: 'SF1234567890' }))
    contentOf(await buys(buyer, orderId, 'accept'))
    expect(await rowOf(app, orderId)).toMatchObject({ status: 'completed', holdsStock: true })
  })

  test('tells the other side of every step, with the way to the order', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    const { orderNo } = await bought(buyer, orderId)
    const told = (who: string) => noticesOf(app, who, orderNo)
    contentOf(await sells(seller, orderId, 'confirm'))
    contentOf(await sells(seller, orderId, 'start'))
    contentOf(await deliver(seller, orderId))
    contentOf(await buys(buyer, orderId, 'requestChanges', { reason: '缺页' }))
    contentOf(await deliver(seller, orderId))
    contentOf(await buys(buyer, orderId, 'accept'))
    expect((await told('buyer')).map(({ title }) => title.replace(orderNo, ''))).toEqual([
      ...['已选定报价，订单  待供应商确认', '订单  已由供应商确认', '订单  已开始执行'],
      ...['订单  已交付，请验收', '订单  已交付，请验收'],
    ])
    const back = await told('seller')
    expect(back.map(({ title }) => title)).toEqual([
      expect.stringContaining('买家要求修改'),
      expect.stringContaining('已由买家验收'),
    ])
    expect(back[0]?.path).toContain(`/platform/sellerCenter/orderDetail?id=${orderId}`)
  })
})

describe('a promise', () => {
  test('is a day from today on, three years ahead at most', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    expect(faultyFields(await sells(seller, orderId, 'confirm', { promisedAt: '2020-01-01' }))).toEqual(['promisedAt'])
    expect(faultyFields(await sells(seller, orderId, 'confirm', { promisedAt: '2090-01-01' }))).toEqual(['promisedAt'])
    expect(faultyFields(await sells(seller, orderId, 'confirm', { promisedAt: '2026-13-01' }))).toEqual(['promisedAt'])
    expect((await rowOf(app, orderId)).status).toBe('pending_confirm')
  })
})

test('nobody else moves an order', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  await setStatus(app, orderId, 'delivered')
  expect(failureOf(await buys(other, orderId, 'accept'))).toBe('notFound')
  expect(failureOf(await buys(seller, orderId, 'accept'))).toBe('notFound')
  expect(failureOf(await buys(sub, orderId, 'accept'))).toBe('forbidden')
  expect(failureOf(await buys(visitor(app), orderId, 'accept'))).toBe('sessionInvalid')
  expect(failureOf(await buys(buyer, missingId, 'accept'))).toBe('notFound')
  await setStatus(app, orderId, 'in_progress')
  expect(failureOf(await deliver(seller3, orderId))).toBe('notFound')
  expect(failureOf(await deliver(buyer, orderId))).toBe('notSeller')
  expect(failureOf(await sells(seller3, orderId, 'cancel', { reason: '试试' }))).toBe('notFound')
  expect((await rowOf(app, orderId)).status).toBe('in_progress')
})

test('of parallel steps one is made', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  await setStatus(app, orderId, 'delivered')
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'accept')),
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'requestChanges', { reason: '缺页' })),
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'dispute', { reason: '不符' })),
  ])
  const names = answers.map(failureOf)
  // A request for changes may still be followed by a dispute; everything else ends what the others want.
  expect(names.filter((name) => name === 'none').length).toBeLessThanOrEqual(2)
  expect(names.filter((name) => !['none', 'stepNotAllowed'].includes(name))).toEqual([])
  const { history } = await bought(buyer, orderId)
  expect(history.length).toBe(1 + names.filter((name) => name === 'none').length)
})
