import { and, eq, inArray } from 'drizzle-orm'
import type { classesCalls } from '../../../contract/live/classes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import type { Handler } from '../../handler.ts'
import { classesWithHosts, presentClass } from './class-rows.ts'

/** Of a class that is to come nobody learns where its signal will be. */
export const classDetail: Handler<typeof classesCalls.class> = async ({ classId }, { db }) => {
  const shown = inArray(liveClasses.status, ['published', 'cancelled'])
  const [found] = await classesWithHosts(db)
    .where(and(eq(liveClasses.id, classId), shown))
    .limit(1)
  if (found === undefined) throw new CallFailed('notFound')
  const { outline, speakerAbout, stream, status, reason } = found.row
  const presented = presentClass(found, new Date())
  const plays = status === 'published' && (presented.phase === 'live' || presented.phase === 'replay')
  const cancelled = status === 'cancelled'
  return {
    ...presented,
    outline,
    speakerAbout,
    stream: plays ? stream : '',
    cancelled,
    reason: cancelled ? reason : '',
  }
}
