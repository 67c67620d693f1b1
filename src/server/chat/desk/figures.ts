import { sql } from 'drizzle-orm'
import type { DeskFigures } from '../../../contract/chat/desk.ts'
import type { Db } from '../../../db/open.ts'
import { serviceCases } from '../../../db/tables/service-desk.ts'

/** How the desk does: four reads of an index each, in one statement. */
export async function figuresOf(db: Db): Promise<DeskFigures> {
  const { answeredAt, openedAt, ratedAt, waitingSince, closedAt, score } = serviceCases
  const today = sql`${answeredAt} >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
  const recent = sql`${ratedAt} > now() - interval '30 days'`
  const of = (what: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    sql<string | null>`(select ${what} from ${serviceCases} where ${where})`
  const wait = sql`percentile_cont(0.5) within group (order by extract(epoch from ${answeredAt} - ${openedAt}))`
  const [row] = await db
    .select({
      waiting: of(sql`count(*)`, sql`${closedAt} is null and ${waitingSince} is not null`).mapWith(Number),
      medianWait: of(wait, today),
      answeredToday: of(sql`count(*)`, today).mapWith(Number),
      satisfaction: of(sql`round(avg(${score}), 2)`, recent),
      ratings: of(sql`count(*)`, recent).mapWith(Number),
    })
    .from(sql`(select 1) as once`)
  const figure = (value: string | null | undefined) => (value == null ? null : Number(value))
  return {
    ...{ waiting: row?.waiting ?? 0, answeredToday: row?.answeredToday ?? 0, ratings: row?.ratings ?? 0 },
    ...{ medianWait: figure(row?.medianWait), satisfaction: figure(row?.satisfaction) },
  }
}
