import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveClasses } from '../../../db/tables/live.ts'

/** A class of the company that has not begun, locked. Throws notFound for another company's, classBegan for a late one. */
export async function ownClassToCome(tx: Db, classId: number, companyId: number) {
  const [row] = await tx
    .select()
    .from(liveClasses)
    .where(and(eq(liveClasses.id, classId), eq(liveClasses.companyId, companyId)))
    .for('no key update')
  if (row === undefined) throw new CallFailed('notFound')
  const isOut = row.status === 'published' || row.status === 'cancelled'
  if (isOut && row.startsAt.getTime() <= Date.now()) throw new CallFailed('classBegan')
  return row
}
