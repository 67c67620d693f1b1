import { expect, test } from 'vitest'
import { annexState, type AnnexSeat } from '../../src/domain/demands/annex-access.ts'
import { termsOf } from '../../src/domain/demands/confidentiality.ts'
import { demandStatuses } from '../../src/domain/demands/demand-states.ts'

const accepted = { isRevoked: false }
const offers = [null, 'submitted', 'accepted'] as const
const seat = (more: Partial<AnnexSeat>): AnnexSeat => ({ status: 'open', isOver: false, offer: null, ...more })

test('who may read: everyone while offers are taken, then who offered, then who was chosen', () => {
  const readers = demandStatuses.flatMap((status) =>
    [false, true].flatMap((isOver) =>
      offers
        .filter((offer) => annexState({ status, isOver, offer }, accepted) === 'open')
        .map((offer) => `${status}${isOver ? ' over' : ''}: ${offer}`),
    ),
  )
  expect(readers.filter((line) => !line.endsWith(': accepted'))).toEqual([
    'open: null',
    'open: submitted',
    'open over: submitted',
    'evaluating: submitted',
    'evaluating over: submitted',
  ])
  expect(readers.filter((line) => line.endsWith(': accepted'))).toHaveLength(demandStatuses.length * 2)
})

test('terms come first, a stop comes before everything', () => {
  expect(annexState(seat({}), null)).toBe('closed')
  expect(annexState(seat({ isOver: true }), null)).toBe('over')
  expect(annexState(seat({ status: 'awarded', offer: 'accepted' }), { isRevoked: true })).toBe('revoked')
  expect(annexState(seat({ isOver: true }), { isRevoked: true })).toBe('revoked')
})

test('the terms hold the buyer’s own at their end, and none where there are none', () => {
  expect(termsOf('  ')).toBe(termsOf(''))
  expect(termsOf('不得转包')).toContain('不得转包')
  expect(termsOf('不得转包').startsWith(termsOf(''))).toBe(true)
  const articles = [...termsOf('').matchAll(/^第.条　\S+$/gmu)].map(([line]) => line)
  expect(articles).toHaveLength(8)
})
