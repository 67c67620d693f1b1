import { describe, expect, test } from 'vitest'
import {
  allowedChangeActions,
  changeBlocker,
  changeOrderLabel,
  changeOrderStatuses,
  changeOrderTransitions,
  hasChangeOrders,
} from '../../../src/domain/orders/change-order-states.ts'
import { orderSources, orderStatuses } from '../../../src/domain/orders/order-states.ts'
import { nextState } from '../../../src/domain/transition.ts'

const running = { status: 'in_progress', source: 'demand' } as const
const open = { status: 'proposed', side: 'seller' } as const

describe('the steps of a change order', () => {
  test('belong to the side that has not signed, and withdrawing to the one that proposed', () => {
    expect(allowedChangeActions(running, open, 'buyer')).toEqual(['sign', 'decline'])
    expect(allowedChangeActions(running, open, 'seller')).toEqual(['withdraw'])
  })

  test('end with its first answer', () => {
    for (const status of changeOrderStatuses.filter((each) => each !== 'proposed')) {
      expect(allowedChangeActions(running, { ...open, status }, 'buyer')).toEqual([])
      expect(allowedChangeActions(running, { ...open, status }, 'seller')).toEqual([])
      for (const { event, actor } of changeOrderTransitions)
        for (const by of actor) expect(nextState(changeOrderTransitions, status, event, by)).toBeUndefined()
    }
  })

  test('leave out the signature while the order is in a dispute', () => {
    expect(allowedChangeActions({ ...running, status: 'disputed' }, open, 'buyer')).toEqual(['decline'])
  })

  test('are never the signature of the proposer', () => {
    expect(nextState(changeOrderTransitions, 'proposed', 'sign', 'proposer')).toBeUndefined()
    expect(nextState(changeOrderTransitions, 'proposed', 'decline', 'proposer')).toBeUndefined()
    expect(nextState(changeOrderTransitions, 'proposed', 'withdraw', 'other')).toBeUndefined()
  })
})

describe('orders that change', () => {
  test('are confirmed, not completed, and not of goods', () => {
    const allowed = orderStatuses.filter((status) => changeBlocker({ status, source: 'demand' }) === null)
    expect(allowed).toEqual(['confirmed', 'in_progress', 'delivered', 'changes_requested'])
    expect(orderSources.map((source) => changeBlocker({ status: 'in_progress', source }))).toEqual([
      'changeGoods',
      null,
      null,
    ])
    expect(changeBlocker({ status: 'disputed', source: 'service' })).toBe('changeDisputed')
  })

  test('show the section from the confirmation on', () => {
    expect(hasChangeOrders({ status: 'pending_confirm', source: 'demand' })).toBe(false)
    expect(hasChangeOrders({ status: 'completed', source: 'demand' })).toBe(true)
    expect(hasChangeOrders({ status: 'completed', source: 'cart' })).toBe(false)
  })
})

test('the side that has to sign is asked to', () => {
  expect(changeOrderLabel('proposed', false)).toEqual({ label: '待您签署', tone: 'act' })
  expect(changeOrderLabel('proposed', true)).toEqual({ label: '待对方签署', tone: 'go' })
})
