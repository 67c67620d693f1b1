import { eq, sql } from 'drizzle-orm'
import type { ClassRow } from '../../../contract/live/classes.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { liveClasses } from '../../../db/tables/live.ts'
import { shops } from '../../../db/tables/shops.ts'
import { classPhaseAt } from '../../../domain/live/classes.ts'
import type { Db } from '../../../db/open.ts'

/** Host name of the platform's own classes. */
const platformName = '平台课堂'

/** Query of classes with their hosts; the caller adds condition, order and limit. */
export const classesWithHosts = (db: Db) =>
  db
    .select({
      row: liveClasses,
      shopId: shops.id,
      shopName: shops.name,
      shopLogo: shops.logo,
      isOpen: sql<boolean | null>`${companies.isSaler} and ${companies.certification} not in ('revoked', 'suspended')`,
    })
    .from(liveClasses)
    .leftJoin(companies, eq(companies.id, liveClasses.companyId))
    .leftJoin(shops, eq(shops.companyId, liveClasses.companyId))
    .$dynamic()
export type ClassWithHost = Awaited<ReturnType<typeof classesWithHosts>>[number]

/** A class as shown in the schedule at `now`. */
export function presentClass(
  { row, shopId, shopName, shopLogo, isOpen: shopOpen }: ClassWithHost,
  now: Date,
): ClassRow {
  const { id, kind, topics, title, summary, speaker, speakerTitle, figure, capacity } = row
  const open = shopId !== null && row.companyId !== null && shopOpen === true
  return {
    classId: id,
    kind,
    topics,
    title,
    summary,
    speaker,
    speakerTitle,
    figure,
    capacity,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    phase: classPhaseAt({ ...row, replay: hasReplay(row) }, now),
    bookedCount: row.bookedCount,
    favouriteCount: row.favouriteCount,
    watchedCount: row.watchedCount,
    featured: row.featuredAt !== null,
    host: {
      name: row.companyId === null ? platformName : (shopName ?? platformName),
      logo: shopLogo ?? '',
      ...(open ? { shopId, orgId: row.companyId } : { shopId: null, orgId: null }),
    },
  }
}

/** A replay exists only if the class had a stream. */
export const hasReplay = ({ replay, stream }: { replay: boolean; stream: string }): boolean => replay && stream !== ''

/** SQL conditions of the phases, by the database's clock. */
export const phaseConditions = {
  soon: sql`${liveClasses.startsAt} > now()`,
  live: sql`(${liveClasses.startsAt} <= now() and ${liveClasses.endsAt} > now())`,
  replay: sql`(${liveClasses.endsAt} <= now() and ${liveClasses.replay} and ${liveClasses.stream} <> '')`,
  over: sql`(${liveClasses.endsAt} <= now() and not (${liveClasses.replay} and ${liveClasses.stream} <> ''))`,
} as const
