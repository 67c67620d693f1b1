import { expect, test } from 'vitest'
import { type AnnexAccessFacts, annexState, confidentialityTerms } from '../../src/domain/demands/confidentiality.ts'
import { demandStatuses } from '../../src/domain/demands/demand-states.ts'

const accepted = { isRevoked: false }
const offers = [null, 'submitted', 'accepted'] as const
const seat = (more: Partial<AnnexAccessFacts>): AnnexAccessFacts => ({
  status: 'open',
  isOver: false,
  offer: null,
  ...more,
})

test('readers: everyone while open, then bidders, then the winner', () => {
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

test('terms must be accepted first; a revocation overrides everything', () => {
  expect(annexState(seat({}), null)).toBe('closed')
  expect(annexState(seat({ isOver: true }), null)).toBe('over')
  expect(annexState(seat({ status: 'awarded', offer: 'accepted' }), { isRevoked: true })).toBe('revoked')
  expect(annexState(seat({ isOver: true }), { isRevoked: true })).toBe('revoked')
})

test('the terms end with the buyer’s own terms, if any', () => {
  expect(confidentialityTerms('  ')).toBe(confidentialityTerms(''))
  expect(confidentialityTerms('不得转包')).toContain('不得转包')
  expect(confidentialityTerms('不得转包').startsWith(confidentialityTerms(''))).toBe(true)
  const articles = [...confidentialityTerms('').matchAll(/^第.条　\S+$/gmu)].map(([line]) => line)
  expect(articles).toHaveLength(8)
})
