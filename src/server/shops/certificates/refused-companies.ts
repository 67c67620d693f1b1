import { and, eq, exists, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { refusals } from '../../../domain/shops/qualifications.ts'

/**
 * Companies of which an operator has rejected or revoked a certificate. Taken from the history, which stays when the
 * supplier corrects or deletes the certificate: submitting the same paper again does not replace the verdict.
 */
export async function listRefusedCompanies(db: Db, companyIds: readonly number[]): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(companyIds)]
  if (wanted.length === 0) return new Set()
  const verdict = alias(stateChanges, 'verdict')
  const isRefused = exists(
    db
      .select({ id: verdict.id })
      .from(verdict)
      .where(
        and(
          eq(verdict.entity, 'qualification'),
          eq(verdict.entityId, stateChanges.entityId),
          inArray(verdict.event, [...refusals]),
        ),
      ),
  )
  const rows = await db
    .selectDistinct({ companyId: stateChanges.companyId })
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.entity, 'qualification'),
        eq(stateChanges.event, 'submit'),
        inArray(stateChanges.companyId, wanted),
        isRefused,
      ),
    )
  return new Set(rows.flatMap(({ companyId }) => companyId ?? []))
}
