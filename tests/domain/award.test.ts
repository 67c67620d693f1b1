import { expect, test } from 'vitest'
import { awardFault, holdsAgain, type Choosable } from '../../src/domain/demands/award.ts'
import { demandStatuses } from '../../src/domain/demands/demand-states.ts'
import { offerStatuses } from '../../src/domain/demands/offer-states.ts'

const now = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-12-01T08:00:00Z')
const offer = (more: Partial<Choosable> = {}): Choosable => ({
  ...{ status: 'submitted', sealed: false, validUntil: later, certified: true },
  ...more,
})

test('an offer is chosen while its demand is open or evaluated, and then no more', () => {
  const faults = demandStatuses.map((status) => [status, awardFault(status, offer(), now)])
  expect(faults.filter(([, fault]) => fault === null).map(([status]) => status)).toEqual(['open', 'evaluating'])
  expect(awardFault('awarded', offer({ sealed: true, certified: false }), now)).toBe('demandDecided')
})

test('only what stands is chosen', () => {
  const choosable = offerStatuses.filter((status) => awardFault('open', offer({ status }), now) === null)
  expect(choosable).toEqual(['submitted'])
  expect(awardFault('open', offer({ status: 'expired' }), now)).toBe('offerExpired')
})

test('under seal, lapsed, or from a supplier without certification it is refused, each by its name', () => {
  expect(awardFault('open', offer({ sealed: true }), now)).toBe('offerSealed')
  expect(awardFault('open', offer({ validUntil: now }), now)).toBe('offerExpired')
  expect(awardFault('evaluating', offer({ certified: false }), now)).toBe('supplierNotCertified')
})

test('what lost comes back while it holds, drafts never', () => {
  expect(holdsAgain({ version: 1, validUntil: later }, now)).toBe(true)
  expect(holdsAgain({ version: 1, validUntil: now }, now)).toBe(false)
  expect(holdsAgain({ version: 0, validUntil: later }, now)).toBe(false)
})
