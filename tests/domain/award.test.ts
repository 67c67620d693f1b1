import { expect, test } from 'vitest'
import { awardBlocker, canBeRevived, type OfferForAward } from '../../src/domain/demands/award.ts'
import { demandStatuses } from '../../src/domain/demands/demand-states.ts'
import { offerStatuses } from '../../src/domain/demands/offer-states.ts'

const now = new Date('2026-11-21T08:00:00Z')
const later = new Date('2026-12-01T08:00:00Z')
const offer = (more: Partial<OfferForAward> = {}): OfferForAward => ({
  status: 'submitted',
  sealed: false,
  validUntil: later,
  certified: true,
  ...more,
})

test('an offer can be awarded only while its demand is open or evaluating', () => {
  const faults = demandStatuses.map((status) => [status, awardBlocker(status, offer(), now)])
  expect(faults.filter(([, fault]) => fault === null).map(([status]) => status)).toEqual(['open', 'evaluating'])
  expect(awardBlocker('awarded', offer({ sealed: true, certified: false }), now)).toBe('demandDecided')
})

test('only a submitted offer can be awarded', () => {
  const choosable = offerStatuses.filter((status) => awardBlocker('open', offer({ status }), now) === null)
  expect(choosable).toEqual(['submitted'])
  expect(awardBlocker('open', offer({ status: 'expired' }), now)).toBe('offerExpired')
})

test('sealed, expired and uncertified offers are rejected with their failure name', () => {
  expect(awardBlocker('open', offer({ sealed: true }), now)).toBe('offerSealed')
  expect(awardBlocker('open', offer({ validUntil: now }), now)).toBe('offerExpired')
  expect(awardBlocker('evaluating', offer({ certified: false }), now)).toBe('supplierNotCertified')
})

test('lost offers are restored while valid, drafts never', () => {
  expect(canBeRevived({ version: 1, validUntil: later }, now)).toBe(true)
  expect(canBeRevived({ version: 1, validUntil: now }, now)).toBe(false)
  expect(canBeRevived({ version: 0, validUntil: later }, now)).toBe(false)
})
