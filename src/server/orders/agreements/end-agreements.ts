import { and, asc, eq, exists, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../db/open.ts'
import { agreements, agreementVersions } from '../../../db/tables/agreements.ts'
import { isAgreementInForce, isVersionProposed } from '../../../domain/orders/agreements/agreement-states.ts'
import { today } from '../../../domain/time.ts'
import { createJobContext } from '../../platform/job-context.ts'
import type { Push } from '../../push/push.ts'
import { moveAgreement, moveVersion, notifySide } from './agreements.ts'
import { loadVersions } from './load-agreements.ts'

/**
 * Ends agreements in force whose last day is over, and proposals that nobody signed within their period. Call-offs and
 * signatures are refused from that day on without it. Safe to run twice.
 */
export async function endAgreements(
  db: Db,
  { push, log }: { readonly push: Push; readonly log: Pick<Logger, 'error'> },
): Promise<void> {
  const day = today()
  const isOver = and(eq(agreements.status, 'in_force'), lt(agreements.validUntil, day))
  const late = db
    .select({ one: sql`1` })
    .from(agreementVersions)
    .where(
      and(
        eq(agreementVersions.agreementId, agreements.id),
        eq(agreementVersions.status, 'proposed'),
        sql`${agreementVersions.terms} ->> 'until' < ${day}`,
      ),
    )
  const due = await db
    .select({ id: agreements.id })
    .from(agreements)
    .where(or(isOver, exists(late)))
    .orderBy(asc(agreements.id))
  for (const { id } of due) {
    const { context, notifyAll } = createJobContext(push)
    try {
      await db.transaction(async (tx) => {
        const [agreement] = await tx.select().from(agreements).where(eq(agreements.id, id)).for('no key update')
        if (agreement === undefined) return
        const { agreementNo, validUntil, status } = agreement
        const open = (await loadVersions(tx, id)).find((version) => isVersionProposed(version.status))
        const hasEnded = isAgreementInForce(status) && validUntil !== null && validUntil < day
        const isLate = open?.terms.kind === 'framework' && open.terms.until < day
        if (!hasEnded && !isLate) return
        if (open !== undefined) await moveVersion(tx, open, 'void', 'system')
        const reason = hasEnded ? '协议期限届满' : '未在所提出的期限内签署'
        // An amendment that came to nothing leaves the agreement in force.
        if (hasEnded || !isAgreementInForce(status))
          await moveAgreement(tx, agreement, { event: 'end', actor: 'system', by: null, reason })
        const title = hasEnded ? `协议 ${agreementNo} 已到期` : `协议 ${agreementNo} 的提议已过期`
        const notice = { title, text: '需要时可以重新提出协议。' }
        await notifySide({ ...context, db: tx }, agreement, 'buyer', notice)
        await notifySide({ ...context, db: tx }, agreement, 'seller', notice)
      })
      await notifyAll()
    } catch (err) {
      log.error({ err, agreementId: id }, 'agreement clock')
    }
  }
}
