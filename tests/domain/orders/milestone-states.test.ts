import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowedMilestoneActions,
  areAllDelivered,
  milestoneActions,
  milestoneLabel,
  milestoneStatuses,
  milestoneTransitions,
  stagedOrderState,
  type MilestoneStatus,
} from '../../../src/domain/orders/milestone-states.ts'
import { allowedOrderActions, stepsBesideMilestones } from '../../../src/domain/orders/order-actions.ts'
import { orderStatuses } from '../../../src/domain/orders/order-states.ts'
import { sides } from '../../../src/domain/sides.ts'
import { nextState } from '../../../src/domain/transition.ts'

const at = new Date('2026-11-20T00:00:00Z')
const of = (...statuses: readonly MilestoneStatus[]) => statuses.map((status) => ({ status, deliveredAt: at }))

describe('the status of an order with stages', () => {
  test.each([
    [of('planned', 'planned'), 'in_progress'],
    [of('in_work', 'planned'), 'in_progress'],
    [of('accepted', 'planned'), 'in_progress'],
    [of('delivered', 'changes_requested', 'planned'), 'delivered'],
    [of('accepted', 'changes_requested', 'in_work'), 'changes_requested'],
    [of('accepted', 'accepted'), 'completed'],
    [of('accepted', 'skipped'), 'completed'],
    [of('skipped', 'in_work'), 'in_progress'],
    [[], 'in_progress'],
  ] as const)('%j is %s', (milestones, status) => {
    expect(stagedOrderState(milestones).status).toBe(status)
  })

  test('waits since the oldest delivery that waits for acceptance', () => {
    const later = { status: 'delivered' as const, deliveredAt: new Date(at.getTime() + 1) }
    const accepted = { status: 'accepted' as const, deliveredAt: new Date(0) }
    expect(stagedOrderState([later, ...of('delivered'), accepted]).deliveredAt).toEqual(at)
    expect(stagedOrderState([accepted, ...of('in_work')]).deliveredAt).toBeNull()
  })

  test('does not depend on the order of the milestones, and is completed only when nothing is open', () => {
    const some = fc.array(fc.constantFrom(...milestoneStatuses), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(some, (statuses) => {
        const milestones = of(...statuses)
        const state = stagedOrderState(milestones)
        expect(stagedOrderState(milestones.toReversed())).toEqual(state)
        const open = statuses.filter((status) => status !== 'accepted' && status !== 'skipped')
        expect(state.status === 'completed').toBe(open.length === 0)
        expect(state.deliveredAt === null).toBe(!statuses.includes('delivered'))
      }),
    )
  })
})

describe('milestones', () => {
  test('move by their table only', () => {
    const moves = milestoneTransitions.flatMap(({ from, event, actor, to }) =>
      from.flatMap((state) => actor.map((who) => `${state} ${event} ${who} ${to}`)),
    )
    expect(moves).toEqual([
      'planned start seller in_work',
      'in_work deliver seller delivered',
      'changes_requested deliver seller delivered',
      'delivered requestChanges buyer changes_requested',
      'delivered accept buyer accepted',
      'delivered accept system accepted',
      'planned complete operator accepted',
      'in_work complete operator accepted',
      'delivered complete operator accepted',
      'changes_requested complete operator accepted',
      'planned skip both skipped',
      'in_work skip both skipped',
      'delivered skip both skipped',
      'changes_requested skip both skipped',
    ])
    expect(nextState(milestoneTransitions, 'accepted', 'skip', 'both')).toBeUndefined()
  })

  test('move only while their order is confirmed and runs', () => {
    const moving = orderStatuses.filter((order) =>
      milestoneStatuses.some((status) => sides.some((side) => allowedMilestoneActions(order, status, side).length > 0)),
    )
    expect(moving).toEqual(['confirmed', 'in_progress', 'delivered', 'changes_requested'])
  })

  test('have a label for both sides in every state; only the side that acts is asked', () => {
    for (const status of milestoneStatuses) {
      const [buyer, seller] = [milestoneLabel(status, 'buyer'), milestoneLabel(status, 'seller')]
      expect(buyer.label).toBe(seller.label)
      expect([buyer.tone, seller.tone].filter((tone) => tone === 'act').length).toBeLessThan(2)
    }
  })

  test('count as delivered once each of them was', () => {
    expect(areAllDelivered(of('accepted', 'changes_requested', 'delivered', 'skipped'))).toBe(true)
    expect(areAllDelivered(of('accepted', 'in_work'))).toBe(false)
  })

  test('take their own actions from the order', () => {
    const order = { status: 'delivered', source: 'demand', cancellationRequestedBy: null } as const
    expect(stepsBesideMilestones(allowedOrderActions(order, 'buyer'))).toEqual(['cancel', 'dispute'])
    expect(stepsBesideMilestones([...milestoneActions])).toEqual([])
  })
})
