import { expect, it } from 'vitest'
import { rows } from './rows.ts'

const { orders, changes } = rows
const deliveries = rows.deliveries.filter((delivery) => !('milestoneId' in delivery))
const staged = new Set(orders.milestones.map(({ orderId }) => orderId))

it('every delivered order has a delivery with the buyer’s response', () => {
  const delivered = orders.orders.filter(({ id, deliveredAt }) => deliveredAt != null && !staged.has(id))
  expect(deliveries.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(
    delivered.map(({ id }) => id).toSorted((a, b) => a - b),
  )
  for (const order of delivered) {
    const delivery = deliveries.find(({ orderId }) => orderId === order.id)
    const verdicts = { completed: 'accepted', changes_requested: 'changes' } as const
    const { status } = order
    const verdict = status === 'completed' || status === 'changes_requested' ? verdicts[status] : undefined
    expect(delivery?.verdict, order.orderNo).toBe(verdict)
    expect(delivery?.createdAt).toEqual(order.deliveredAt)
    const said = changes.find(({ entity, entityId, event }) => {
      const answered = event === 'accept' || event === 'requestChanges'
      return entity === 'order' && entityId === order.id && answered
    })
    expect(delivery?.answeredAt).toEqual(said?.createdAt)
    expect(delivery?.reason ?? '').toBe(said?.reason ?? '')
  }
})

it('every milestone was delivered as often as its history says, the newest one with the buyer’s response', () => {
  for (const { id, status } of orders.milestones) {
    const own = orders.stageDeliveries.filter(({ milestoneId }) => milestoneId === id)
    const said = changes.filter(({ entity, entityId }) => entity === 'milestone' && entityId === id)
    expect(own.map(({ createdAt }) => createdAt)).toEqual(
      said.filter(({ event }) => event === 'deliver').map(({ createdAt }) => createdAt),
    )
    expect(own.at(-1)?.verdict ?? null).toBe(status === 'accepted' ? 'accepted' : null)
  }
})

it('goods have a valid tracking number, services none', () => {
  for (const { orderId, trackingNo = '' } of deliveries) {
    const goods = orders.orders.find(({ id }) => id === orderId)?.source === 'cart'
    expect(trackingNo).toMatch(goods ? /^[A-Za-z0-9-]{5,40}$/ : /^$/)
  }
})
