import { and, eq, sql, type Column, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../contract/failures.ts'
import { violatesUnique } from '../../db/errors.ts'
import type { Db } from '../../db/open.ts'
import { externalReferences as table } from '../../db/tables/open-api.ts'
import type { ReferenceKind } from '../../domain/external-references.ts'

/** A company's own numbers, for a left join of a query by `isReferenceOf`. */
export const ownReferences = alias(table, 'own')
/** The number of a row as a column of such a query; '' = none. */
export const ownReference: SQL<string> = sql<string>`coalesce(${ownReferences.reference}, '')`
/** Condition of the join: the one number that a company has for a row. */
export const isReferenceOf = (kind: ReferenceKind, companyId: Column, entityId: Column): SQL | undefined =>
  and(eq(ownReferences.companyId, companyId), eq(ownReferences.kind, kind), eq(ownReferences.entityId, entityId))

/** Whether a company's own number of a row matches a pattern. */
export const hasReference = (
  kind: ReferenceKind,
  companyId: number | SQLWrapper,
  entityId: Column,
  pattern: string,
): SQL =>
  sql`exists (select 1 from ${table} as own where own.company_id = ${companyId} and own.kind = ${kind}
    and own.entity_id = ${entityId} and own.reference ilike ${pattern})`

interface Subject {
  readonly companyId: number
  readonly kind: ReferenceKind
  readonly entityId: number
}

/**
 * Sets a company's own number of a row that the caller has checked to be its own; '' removes it. Throws referenceUsed if
 * another row of the kind has it.
 */
export async function saveReference(db: Db, { companyId, kind, entityId }: Subject, reference: string): Promise<void> {
  const own = and(eq(table.companyId, companyId), eq(table.kind, kind))
  if (reference === '') {
    await db.delete(table).where(and(own, eq(table.entityId, entityId)))
    return
  }
  await db
    .insert(table)
    .values({ companyId, kind, entityId, reference })
    .onConflictDoUpdate({ target: [table.companyId, table.kind, table.entityId], set: { reference } })
    .catch(async (thrown: unknown) => {
      if (!violatesUnique(thrown, 'external_references_reference')) throw thrown
      const [holder] = await db
        .select({ id: table.entityId })
        .from(table)
        .where(and(own, eq(table.reference, reference)))
      throw new CallFailed('referenceUsed', { kind, id: holder?.id ?? null })
    })
}
