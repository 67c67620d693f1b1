import { describe, expect, test } from 'vitest'
import { isDeletable, isWritable, sellerActions } from '../../src/domain/catalogue/listing-actions.ts'
import { listingChangeStatuses, listingStatuses } from '../../src/domain/catalogue/listing-states.ts'

const changes = [null, ...listingChangeStatuses]
const all = listingStatuses.flatMap((status) => changes.map((change) => ({ status, change })))

describe('actions of a seller', () => {
  test.each([
    ['draft', null, ['submit']],
    ['rejected', null, ['submit']],
    ['pending_review', null, ['withdraw']],
    ['published', null, ['unlist']],
    ['unlisted', null, ['relist']],
    ['suspended', null, []],
    ['published', 'draft', ['unlist', 'submit']],
    ['published', 'rejected', ['unlist', 'submit']],
    ['published', 'pending_review', ['unlist', 'withdraw']],
  ] as const)('%s with a change %s', (status, change, steps) => {
    expect(sellerActions({ status, change })).toEqual(steps)
  })

  test('cannot edit during a review', () => {
    for (const standing of all) {
      const reviewed = standing.status === 'pending_review' || standing.change === 'pending_review'
      expect(isWritable(standing)).toBe(!reviewed)
    }
  })

  test('cannot delete published, pending or suspended listings', () => {
    const deletable = listingStatuses.filter((status) => isDeletable({ status, change: null }))
    expect(deletable).toEqual(['draft', 'unlisted', 'rejected'])
  })
})
