import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { agreementsCalls } from '../../../contract/orders/agreements.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { agreementAnnexes } from '../../../db/tables/agreements.ts'
import { demandMatches, demands, offers } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { maxAnnexes } from '../../../domain/orders/agreements/agreement-terms.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { ownFile } from '../../platform/files/files.ts'
import { notifySide } from './agreements.ts'
import {
  countAnnexes,
  findAgreement,
  isInForceOn,
  presentAgreement,
  type AgreementRecord,
  type SideContext,
} from './load-agreements.ts'

type AnnexInput = Parameters<Handler<typeof agreementsCalls.buyerAgreementAnnex>>[0]

/** Runs in the transaction of its idempotency key. Nothing is signed: the agreement in force covers its annexes. */
async function addAnnex(side: Side, { agreementId, title, fileId, reference }: AnnexInput, context: SideContext) {
  const { caller, db, note } = context
  const agreement = await findAgreement(db, side, caller.companyId, agreementId, true)
  if (agreement.kind !== 'nda' || !isInForceOn(agreement, today())) throw new CallFailed('annexNeedsNda')
  if ((await countAnnexes(db, agreementId)) >= maxAnnexes) throw new CallFailed('annexesFull')
  if ((fileId === null) === (reference === '')) throw new CallFailed('annexReferenceWrong')
  const file = fileId === null ? null : await ownFile(db, fileId, caller, 'attachment')
  if (file === null && !(await isOfBoth(db, agreement, reference))) throw new CallFailed('annexReferenceWrong')
  const { userId } = caller
  const [added] = await db
    .insert(agreementAnnexes)
    .values({ agreementId, side, userId, title, fileId, sha256: file?.sha256 ?? '', reference })
    .onConflictDoNothing()
    .returning({ id: agreementAnnexes.id })
  // The same file or number is there already.
  if (added === undefined) return presentAgreement(db, side, agreement)
  const { status } = agreement
  const step = { entity: 'agreement', entityId: agreementId, event: 'annex', reason: title } as const
  await recordSteps(db, [{ ...step, fromStatus: status, toStatus: status, ...actorOf(caller) }])
  await notifySide(context, agreement, otherSide(side), {
    title: `${dealSideLabels[side]}在保密协议 ${agreement.agreementNo} 下登记了附件`,
    text: `“${title}”适用该协议，无须另行签署。`,
  })
  note(`${agreement.agreementNo}，${title}`)
  return presentAgreement(db, side, agreement)
}

/** Whether a number is that of an order of both, or of a demand of one on which the other offered or was invited. */
async function isOfBoth(
  db: Db,
  { buyerCompanyId: a, sellerCompanyId: b }: AgreementRecord,
  reference: string,
): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.orderNo, reference),
        or(
          and(eq(orders.buyerCompanyId, a), eq(orders.sellerCompanyId, b)),
          and(eq(orders.buyerCompanyId, b), eq(orders.sellerCompanyId, a)),
        ),
      ),
    )
  if (order !== undefined) return true
  const [demand] = await db
    .select({ id: demands.id })
    .from(demands)
    .leftJoin(offers, and(eq(offers.demandId, demands.id), ne(offers.status, 'draft')))
    .leftJoin(demandMatches, and(eq(demandMatches.demandId, demands.id), isNotNull(demandMatches.invitedAt)))
    .where(
      and(
        eq(demands.demandNo, reference),
        isNull(demands.deletedAt),
        or(
          and(eq(demands.companyId, a), or(eq(offers.companyId, b), eq(demandMatches.companyId, b))),
          and(eq(demands.companyId, b), or(eq(offers.companyId, a), eq(demandMatches.companyId, a))),
        ),
      ),
    )
    .limit(1)
  return demand !== undefined
}

export const buyerAgreementAnnex: Handler<typeof agreementsCalls.buyerAgreementAnnex> = (input, context) =>
  addAnnex('buyer', input, context)
export const sellerAgreementAnnex: Handler<typeof agreementsCalls.sellerAgreementAnnex> = (input, context) =>
  addAnnex('seller', input, context)
