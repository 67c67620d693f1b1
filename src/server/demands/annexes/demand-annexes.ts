import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { annexFilesOf } from '../demand-files.ts'
import { mayKeep, mustBeSupplier, seatOf } from './seat.ts'
import { termsWithHash } from './terms.ts'

export const demandAnnexes: Handler<typeof annexesCalls.demandAnnexes> = async ({ demandId }, { caller, db }) => {
  const { demand, acceptance, isOwner, state } = await seatOf(db, demandId, caller.companyId)
  if (isOwner && !mayKeep(caller)) throw new CallFailed('forbidden')
  if (!demand.confidential) return { state: 'none' }
  const hasText = demand.confidentialText !== ''
  if (isOwner) return { state: 'owner', hasText, files: await annexFilesOf(db, demandId) }
  mustBeSupplier(caller, acceptance !== null)
  switch (state) {
    case 'over':
      return { state }
    case 'revoked':
      return {
        state,
        reason: acceptance?.revokedReason ?? '',
        revokedAt: (acceptance?.revokedAt ?? new Date()).toISOString(),
      }
    case 'closed': {
      const files = await annexFilesOf(db, demandId)
      return { state, ...termsWithHash(demand.ownTerms), hasText, fileCount: files.length }
    }
    case 'open': {
      const acceptedAt = (acceptance?.acceptedAt ?? new Date()).toISOString()
      return { state, acceptedAt, hasText, files: await annexFilesOf(db, demandId) }
    }
  }
}
