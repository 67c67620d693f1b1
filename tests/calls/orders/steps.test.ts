import { describe, expect, test } from 'vitest'
import type { OrderAction } from '../../../src/domain/orders/order-actions.ts'
import { orderStatuses, type OrderStatus } from '../../../src/domain/orders/order-states.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
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
} from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

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
  'confirm',
  'decline',
  'start',
  'cancel',
  'agreeCancel',
  'refuseCancel',
  'dropCancel',
  'dispute',
] as const satisfies readonly string[]
type SellerEvent = Parameters<typeof sells>[2]
const isSellerEvent = (event: string): event is SellerEvent => sellerEvents.some((each) => each === event)

describe('from every state', () => {
  test.each(orderStatuses)('%s allows each side its own steps only', async (status) => {
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
    expect(await rowOf(app, orderId)).toMatchObject({ status, cancellationRequestedBy: null, completedAt: null })
    expect((await bought(buyer, orderId)).history.length).toBe(1)
  })
})

describe('the full lifecycle', () => {
  test('of an offer’s order: confirmed, started, delivered, changed, delivered again, accepted', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    contentOf(await sells(seller, orderId, 'confirm', { promisedAt: '2027-03-31' }))
    expect((await bought(buyer, orderId)).promisedAt).toBe('2027-03-31T15:59:59.999Z')
    contentOf(await sells(seller, orderId, 'start'))
    contentOf(await deliver(seller, orderId, { note: '初稿' }))
    const first = await rowOf(app, orderId)
    expect(fieldsWithErrors(await buys(buyer, orderId, 'requestChanges'))).toEqual(['reason'])
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
      'create',
      'confirm',
      'start',
      'deliver',
      'requestChanges',
      'deliver',
      'accept',
    ])
  })

  test('of a product order: delivered directly after confirmation', async () => {
    const { orderId } = await goodsOrder(app, buyer)
    expect((await sold(seller, orderId)).steps).toEqual(['confirm', 'decline'])
    contentOf(await sells(seller, orderId, 'confirm'))
    expect((await sold(seller, orderId)).steps).toContain('deliver')
    contentOf(await deliver(seller, orderId, { carrier: '顺丰速运', trackingNo: 'SF1234567890' }))
    contentOf(await buys(buyer, orderId, 'accept'))
    expect(await rowOf(app, orderId)).toMatchObject({ status: 'completed', holdsStock: true })
  })

  test('notifies the other side of every step, with a link to the order', async () => {
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
      '已选定报价，订单  待供应商确认',
      '订单  已由供应商确认',
      '订单  已开始执行',
      '订单  已交付，请验收',
      '订单  已交付，请验收',
    ])
    const back = await told('seller')
    expect(back.map(({ title }) => title)).toEqual([
      expect.stringContaining('买家要求修改'),
      expect.stringContaining('已由买家验收'),
    ])
    expect(back[0]?.path).toContain(`/platform/sellerCenter/orderDetail?id=${orderId}`)
  })
})

describe('a promised delivery day', () => {
  test('is today or later, three years ahead at most', async () => {
    const { orderId } = await offerOrder(app, buyer, seller)
    expect(fieldsWithErrors(await sells(seller, orderId, 'confirm', { promisedAt: '2020-01-01' }))).toEqual([
      'promisedAt',
    ])
    expect(fieldsWithErrors(await sells(seller, orderId, 'confirm', { promisedAt: '2090-01-01' }))).toEqual([
      'promisedAt',
    ])
    expect(fieldsWithErrors(await sells(seller, orderId, 'confirm', { promisedAt: '2026-13-01' }))).toEqual([
      'promisedAt',
    ])
    expect((await rowOf(app, orderId)).status).toBe('pending_confirm')
  })
})

test('nobody else can perform steps on an order', async () => {
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

test('applies one of several parallel steps', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  await setStatus(app, orderId, 'delivered')
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'accept')),
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'requestChanges', { reason: '缺页' })),
    ...Array.from({ length: 4 }, () => buys(buyer, orderId, 'dispute', { reason: '不符' })),
  ])
  const names = answers.map(failureOf)
  // A dispute may follow a request for changes; every other step excludes the rest.
  expect(names.filter((name) => name === 'none').length).toBeLessThanOrEqual(2)
  expect(names.filter((name) => !['none', 'stepNotAllowed'].includes(name))).toEqual([])
  const { history } = await bought(buyer, orderId)
  expect(history.length).toBe(1 + names.filter((name) => name === 'none').length)
})
