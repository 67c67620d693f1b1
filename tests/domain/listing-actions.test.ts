import { describe, expect, test } from 'vitest'
import { isDeletable, isWritable, sellerSteps } from '../../src/domain/catalogue/listing-actions.ts'
import { listingChangeStatuses, listingStatuses } from '../../src/domain/catalogue/listing-states.ts'

const changes = [null, ...listingChangeStatuses]
const all = listingStatuses.flatMap((status) => changes.map((change) => ({ status, change })))

describe('what a seller may do with a listing', () => {
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
    expect(sellerSteps({ status, change })).toEqual(steps)
  })

  test('nothing is written while it is reviewed', () => {
    for (const standing of all) {
      const reviewed = standing.status === 'pending_review' || standing.change === 'pending_review'
      expect(isWritable(standing)).toBe(!reviewed)
    }
  })

  test('nothing that is out, waits or is suspended is deleted', () => {
    const deletable = listingStatuses.filter((status) => isDeletable({ status, change: null }))
    expect(deletable).toEqual(['draft', 'unlisted', 'rejected'])
  })
})
