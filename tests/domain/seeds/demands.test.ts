import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { demandStatuses } from '../../../src/domain/demands/demand-states.ts'
import { offerHashText } from '../../../src/domain/demands/offer-hash.ts'
import { offerStatuses } from '../../../src/domain/demands/offer-states.ts'
import { milestonesAddUp, offerTotal } from '../../../src/domain/demands/offer-terms.ts'
import { repeated, rows, statusesOf } from './rows.ts'

const { demands } = rows

describe('demands and offers', () => {
  it('exist in every state but suspended, which operators set', () => {
    expect(
      demandStatuses.filter((status) => status !== 'suspended' && !statusesOf(demands.demands).has(status)),
    ).toEqual([])
    expect(offerStatuses.filter((status) => !statusesOf(demands.offers).has(status))).toEqual([])
  })

  it('have valid and unique numbers', () => {
    expect(demands.demands.filter(({ demandNo }) => !/^XQ\d{8}-\d{4}$/.test(demandNo))).toEqual([])
    expect(repeated(demands.demands.map(({ demandNo }) => demandNo))).toEqual([])
    expect(repeated(demands.offers.map(({ offerNo }) => offerNo))).toEqual([])
  })

  it('have milestones that add up to 100 and totals equal to the sum of their items', () => {
    expect(demands.versions.filter(({ milestones }) => !milestonesAddUp(milestones))).toEqual([])
    expect(demands.versions.filter(({ items, total }) => offerTotal(items) !== total)).toEqual([])
    const parts = demands.versions.flatMap(({ items }) =>
      items.flatMap(({ quantity, unitPrice }) => [quantity, unitPrice]),
    )
    expect(parts.filter((part) => !Number.isInteger(part) || part <= 0)).toEqual([])
  })

  it('have a correct version count', () => {
    for (const { id, version } of demands.offers) {
      const numbers = demands.versions.filter(({ offerId }) => offerId === id).map((each) => each.version)
      expect(numbers).toEqual(version === 0 ? [0] : Array.from({ length: version }, (_each, index) => index + 1))
    }
  })

  it('count offers without drafts and withdrawn ones', () => {
    for (const { id, offerCount } of demands.demands) {
      const counted = demands.offers.filter(
        ({ demandId, status }) => demandId === id && status !== 'draft' && status !== 'withdrawn',
      )
      expect(counted.length).toBe(offerCount)
    }
  })

  it('have one offer per supplier and demand, none of the buyer, and one accepted if awarded', () => {
    expect(repeated(demands.offers.map(({ demandId, companyId }) => `${demandId} ${companyId}`))).toEqual([])
    for (const { id, companyId, status } of demands.demands) {
      const own = demands.offers.filter(({ demandId }) => demandId === id)
      expect(own.filter((offer) => offer.companyId === companyId)).toEqual([])
      expect(own.filter((offer) => offer.status === 'accepted').length).toBe(status === 'awarded' ? 1 : 0)
    }
  })

  it('include the demand for the comparison with four offers', () => {
    const demand = demands.demands.find(({ title }) => title === '比格犬 13 周重复给药毒性及毒代动力学试验')
    const offers = demands.offers.filter(({ demandId }) => demandId === demand?.id)
    const totals = offers.map(
      ({ id, version }) => demands.versions.find((each) => each.offerId === id && each.version === version)?.total,
    )
    expect(demand).toMatchObject({ status: 'open', budget: 96_000_000, offerCount: 4 })
    expect(totals).toEqual([88_800_000, 90_500_000, 92_600_000, 97_850_000])
  })
})

describe('seals of the demo', () => {
  const sealed = demands.demands.filter(({ sealedOnly }) => sealedOnly === true)
  const versionsOf = (demandId: number) => {
    const ids = new Set(demands.offers.filter((offer) => offer.demandId === demandId).map(({ id }) => id))
    return demands.versions.filter(({ offerId, version }) => ids.has(offerId) && version > 0)
  }

  it('exist for demands before their deadline and for one after it', () => {
    expect(sealed.map(({ status }) => status).toSorted()).toEqual(['evaluating', 'open', 'open'])
    for (const { id, status } of sealed) {
      const opened = versionsOf(id).filter(({ openedAt }) => openedAt !== null)
      expect(versionsOf(id).every((version) => version.sealed === true)).toBe(true)
      expect(opened.length > 0).toBe(status === 'evaluating')
    }
    const open = sealed.filter(({ status }) => status === 'open').map(({ id }) => id)
    const standing = demands.offers.filter(({ demandId, status }) => open.includes(demandId) && status === 'submitted')
    expect(standing.length).toBeGreaterThanOrEqual(3)
    expect(standing.every((offer) => offer.sealed === true)).toBe(true)
  })

  it('have a unique hash for every submitted version', () => {
    const submitted = demands.versions.filter(({ version }) => version > 0)
    expect(
      submitted.filter(({ hash, salt }) => !/^[0-9a-f]{64}$/.test(hash ?? '') || (salt ?? '').length !== 32),
    ).toEqual([])
    expect(repeated(submitted.map(({ hash }) => hash ?? ''))).toEqual([])
    for (const version of submitted) {
      const offerNo = demands.offers.find(({ id }) => id === version.offerId)?.offerNo ?? ''
      const { note = '', answers = [], files = [], salt = '' } = version
      const text = offerHashText({
        ...version,
        note,
        answers,
        files,
        salt,
        offerNo,
        validUntil: version.validUntil.toISOString(),
      })
      expect(createHash('sha256').update(text).digest('hex')).toBe(version.hash)
    }
  })
})
