import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { wasClassPublished } from '../../../domain/live/classes.ts'

/** Loads and locks an upcoming class of the company. Throws notFound for other companies' classes, classBegan. */
export async function lockUpcomingClass(tx: Db, classId: number, companyId: number) {
  const [row] = await tx
    .select()
    .from(liveClasses)
    .where(and(eq(liveClasses.id, classId), eq(liveClasses.companyId, companyId)))
    .for('no key update')
  if (row === undefined) throw new CallFailed('notFound')
  const isOut = wasClassPublished(row.status)
  if (isOut && row.startsAt.getTime() <= Date.now()) throw new CallFailed('classBegan')
  return row
}
