import { describe, expect, test } from 'vitest'
import { featuredReason } from '../../src/domain/catalogue/featured.ts'
import { joinEvents, joinStatuses, joinTransitions, mayStepJoin } from '../../src/domain/content/join-states.ts'
import { recordingSize, readStreamQuery, streamSettings } from '../../src/domain/content/stream-settings.ts'
import { validateDeclaration } from '../../src/domain/projects/validate-declaration.ts'
import {
  declarationEvents,
  declarationStatuses,
  declarationTransitions,
  submissionDeadline,
} from '../../src/domain/projects/declaration-states.ts'
import { projectPhaseAt } from '../../src/domain/projects/government-projects.ts'
import { isTicketExpiring, leaderLimit, mayPost } from '../../src/domain/shell/industry-leader.ts'
import { nextState } from '../../src/domain/transition.ts'

describe('declarations', () => {
  test('decided and withdrawn declarations are final', () => {
    for (const from of ['accepted', 'rejected', 'cancelled'] as const) {
      for (const event of declarationEvents) {
        expect(nextState(declarationTransitions, from, event, 'company')).toBeUndefined()
        expect(nextState(declarationTransitions, from, event, 'operator')).toBeUndefined()
      }
    }
    expect(declarationStatuses.filter((from) => nextState(declarationTransitions, from, 'submit', 'company'))).toEqual([
      'draft',
      'returned',
    ])
  })

  test('a returned declaration gets a week, at least until the deadline', () => {
    const deadline = new Date('2026-11-30T09:00:00Z')
    const back = new Date('2026-11-28T09:00:00Z')
    const until = (status: 'draft' | 'returned', reviewedAt: Date | null) =>
      submissionDeadline({ deadline, status, reviewedAt })
    expect(until('draft', back)).toEqual(deadline)
    expect(until('returned', back)).toEqual(new Date('2026-12-05T09:00:00Z'))
    expect(until('returned', new Date('2026-11-01T09:00:00Z'))).toEqual(deadline)
  })

  test('a call for projects is open from its start to its end', () => {
    const call = { startsAt: new Date(1_000), deadline: new Date(2_000) }
    expect([999, 1_000, 2_000, 2_001].map((now) => projectPhaseAt(call, new Date(now)))).toEqual([
      'coming',
      'open',
      'open',
      'over',
    ])
  })

  test('a complete declaration has no errors; an amount above the support has one', () => {
    const whole = {
      title: '项目',
      summary: '内'.repeat(50),
      contactName: '章明',
      contactMobile: '19900000011',
      amount: 100,
      ownFunds: 0,
      startOn: '2027-01-01',
      endOn: '2027-12-31',
      fileCount: 1,
    }
    expect(validateDeclaration(whole, { supportMax: 100 })).toEqual([])
    expect(validateDeclaration(whole, { supportMax: 99 }).map(({ field }) => field)).toEqual(['amount'])
    expect(validateDeclaration({ ...whole, amount: 1_000_000 }, { supportMax: null })).toEqual([])
  })
})

test('a store application ends only from `talking`; other operators can only release it', () => {
  expect(joinStatuses.filter((from) => nextState(joinTransitions, from, 'accept', 'operator'))).toEqual(['talking'])
  expect(joinEvents.filter((event) => mayStepJoin(event, 'talking', false))).toEqual(['release'])
  expect(joinEvents.filter((event) => mayStepJoin(event, 'waiting', false))).toEqual([...joinEvents])
})

test('messages to the park-service window are limited; tickets are renewed in time', () => {
  expect(mayPost(leaderLimit - 1, false, true)).toBe(true)
  expect(mayPost(leaderLimit, false, true)).toBe(false)
  expect(mayPost(0, true, true)).toBe(false)
  expect(mayPost(0, false, false)).toBe(false)
  expect(isTicketExpiring(300_000, 239_000)).toBe(false)
  expect(isTicketExpiring(300_000, 241_000)).toBe(true)
})

test('a stream uses at most three quarters of the upload rate, and needs a minimum', () => {
  expect(streamSettings(10)?.size).toBe('1920 × 1080')
  expect(streamSettings(4)?.size).toBe('1280 × 720')
  expect(streamSettings(0.5)).toBeUndefined()
  const settings = streamSettings(4)
  expect(settings && recordingSize(settings, 60)).toBe(1_183)
  expect(readStreamQuery(new URLSearchParams('upload=-1&minutes=abc'))).toEqual({ upload: undefined, minutes: 60 })
  expect(readStreamQuery(new URLSearchParams('upload=12.5&minutes=90'))).toEqual({ upload: 12.5, minutes: 90 })
})

test('the reason is the strongest fact', () => {
  const facts = { completedOrders: 5, tags: ['GLP'], fixedPrice: true, durationText: '4 周' }
  expect(featuredReason(facts)).toBe('近一年完成 5 单')
  expect(featuredReason({ ...facts, completedOrders: 4 })).toBe('具备 GLP 资质')
  expect(featuredReason({ ...facts, completedOrders: 0, tags: [] })).toBe('明码标价，可直接下单，周期 4 周')
})
