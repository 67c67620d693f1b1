import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { roomOf, type AgreedLine } from '../../../domain/orders/agreements/agreement-terms.ts'
import type { CallOffRequest } from '../../../domain/orders/agreements/call-off-request.ts'
import { today } from '../../../domain/time.ts'
import type { Member } from '../../handler.ts'
import { purchasableKey, type Purchasable } from '../purchasables.ts'
import { committedOf, findAgreement, isInForceOn, termsInForce } from './load-agreements.ts'

/** An agreement in force with its prices, as an order reads it. */
export interface CallOffTerms {
  readonly agreementId: number
  readonly agreementNo: string
  readonly version: number
  readonly title: string
  readonly lines: readonly AgreedLine[]
  /** What may still be ordered, fen; exact until the end of the transaction if it was read with a lock. */
  readonly room: number
}

/**
 * Terms of a call-off. `lock` holds the agreement until the transaction ends: call-offs and signatures of amendments
 * pass one after the other. Throws notFound for agreements of others, agreementChanged, agreementOver.
 */
export async function loadCallOffTerms(
  tx: Db,
  { companyId }: Pick<Member, 'companyId'>,
  { agreementId, version }: Pick<CallOffRequest, 'agreementId' | 'version'>,
  lock: boolean,
): Promise<CallOffTerms> {
  const agreement = await findAgreement(tx, 'buyer', companyId, agreementId, lock)
  if (!isInForceOn(agreement, today())) throw new CallFailed('agreementOver')
  if (agreement.version !== version) throw new CallFailed('agreementChanged')
  const terms = await termsInForce(tx, agreement)
  if (terms?.kind !== 'framework') throw new CallFailed('notFound')
  const { agreementNo, title } = agreement
  const room = roomOf(terms.ceiling, await committedOf(tx, agreementId))
  return { agreementId, agreementNo, version, title, lines: terms.lines, room }
}

/**
 * A purchasable at its agreed price and least quantity, without volume discounts; unchanged where the agreement does not
 * price it. Throws agreementLineChanged where specification or unit are no longer those that were agreed: a supplier can
 * rename a specification, which keeps its id.
 */
export function atAgreedPrice(thing: Purchasable, { lines }: CallOffTerms): Purchasable {
  const line = lines.findIndex((each) => purchasableKey(each) === purchasableKey(thing))
  const agreed = lines[line]
  if (agreed === undefined) return thing
  const { name, specName, unit, unitPrice: price, minQuantity: minOrder } = agreed
  if (specName !== thing.specName || unit !== thing.unit)
    throw new CallFailed('agreementLineChanged', { line, name: [name, specName].filter(Boolean).join('　') })
  return { ...thing, priceType: 0, price, discounts: [], minOrder }
}

/** Throws agreementRoomShort with the room for a total beyond it. */
export function assertRoom({ room }: CallOffTerms, total: number): void {
  if (total > room) throw new CallFailed('agreementRoomShort', { room })
}
