import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { openAsSupplier } from './record-opening.ts'
import { mayKeep, mustBeSupplier, seatOf } from './seat.ts'

export const annexText: Handler<typeof annexesCalls.annexText> = async ({ demandId }, { caller, db }) => {
  const { demand, acceptance, isOwner } = await seatOf(db, demandId, caller.companyId)
  if (isOwner) {
    if (!mayKeep(caller)) throw new CallFailed('forbidden')
    return { text: demand.confidentialText }
  }
  mustBeSupplier(caller, acceptance !== null)
  if (demand.confidentialText === '') throw new CallFailed('notFound')
  const seat = await openAsSupplier(db, { demandId, fileId: null }, caller)
  if (seat.state === 'closed') throw new CallFailed('termsNotAccepted')
  if (seat.state === 'revoked') throw new CallFailed('annexStopped', { reason: seat.acceptance?.revokedReason ?? '' })
  if (seat.state === 'over') throw new CallFailed('annexOver')
  return { text: seat.demand.confidentialText }
}
