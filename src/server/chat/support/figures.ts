import { eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { SupportStatistics, supportCalls } from '../../../contract/chat/support.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { serviceCases } from '../../../db/tables/support.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import { supportDays } from '../../../domain/chat/support.ts'
import type { Handler } from '../../handler.ts'
import { onlineUsers } from '../../session/online-users.ts'

const { answeredAt, openedAt, ratedAt, waitingSince, closedAt, score, agentId } = serviceCases

/** First moment of a day in Shanghai, `days` before today. */
const startOfDay = (days: number) =>
  sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') - make_interval(days => ${days}::int)) at time zone 'Asia/Shanghai'`
const today = sql`${answeredAt} >= ${startOfDay(0)}`
const thisWeek = sql`${answeredAt} >= ${startOfDay(supportDays - 1)}`
/** Share of the cases that were answered within the result, in seconds. */
const wait = (share: number) =>
  sql`percentile_cont(${share}::float8) within group (order by extract(epoch from ${answeredAt} - ${openedAt}))`
const averageOf = (where: SQL) => sql`round(avg(${score}) filter (where ${where}), 2)`
const figure = (value: string | null | undefined) => (value == null ? null : Number(value))

/** Waiting and answers of all agents, in one statement. */
export async function getSupportStatistics(db: Db): Promise<SupportStatistics> {
  const isWaiting = sql`${closedAt} is null and ${waitingSince} is not null`
  const recent = sql`${ratedAt} > now() - interval '30 days'`
  const of = (what: SQL, where: SQL) => sql<string | null>`(select ${what} from ${serviceCases} where ${where})`
  const [row] = await db
    .select({
      waiting: of(sql`count(*)`, isWaiting).mapWith(Number),
      waitingSince: of(sql`min(${waitingSince})`, isWaiting).mapWith(waitingSince),
      answeredToday: of(sql`count(*)`, today).mapWith(Number),
      medianToday: of(wait(0.5), today),
      p90Today: of(wait(0.9), today),
      answeredWeek: of(sql`count(*)`, thisWeek).mapWith(Number),
      medianWeek: of(wait(0.5), thisWeek),
      p90Week: of(wait(0.9), thisWeek),
      satisfaction: of(averageOf(recent), recent),
      ratings: of(sql`count(*)`, recent).mapWith(Number),
    })
    .from(sql`(select 1) as once`)
  const since: unknown = row?.waitingSince
  return {
    waiting: row?.waiting ?? 0,
    waitingSince: since instanceof Date ? since.toISOString() : null,
    today: { answered: row?.answeredToday ?? 0, median: figure(row?.medianToday), p90: figure(row?.p90Today) },
    week: { answered: row?.answeredWeek ?? 0, median: figure(row?.medianWeek), p90: figure(row?.p90Week) },
    ratings: row?.ratings ?? 0,
    satisfaction: figure(row?.satisfaction),
  }
}

const maxAgents = 100

export const supportFigures: Handler<typeof supportCalls.supportFigures> = async (_input, { db }) => {
  const statistics = await getSupportStatistics(db)
  const isRated = sql`${ratedAt} >= ${startOfDay(supportDays - 1)}`
  const cases = db
    .select({
      agentId,
      open: sql`count(*) filter (where ${closedAt} is null)`.as('open_cases'),
      answered: sql`count(*) filter (where ${thisWeek})`.as('answered'),
      median: sql`${wait(0.5)} filter (where ${thisWeek})`.as('median'),
      ratings: sql`count(*) filter (where ${isRated})`.as('ratings'),
      satisfaction: averageOf(isRated).as('satisfaction'),
    })
    .from(serviceCases)
    .where(sql`${agentId} is not null and (${closedAt} is null or ${thisWeek} or ${isRated})`)
    .groupBy(agentId)
    .as('cases')
  const rows = await db
    .select({
      userId: users.id,
      realName: users.realName,
      loginName: users.loginName,
      open: sql`coalesce(${cases.open}, 0)`.mapWith(Number),
      answered: sql`coalesce(${cases.answered}, 0)`.mapWith(Number),
      median: sql<string | null>`${cases.median}`,
      ratings: sql`coalesce(${cases.ratings}, 0)`.mapWith(Number),
      satisfaction: sql<string | null>`${cases.satisfaction}`,
    })
    .from(users)
    .leftJoin(cases, eq(cases.agentId, users.id))
    .where(sql`(${users.isService} and not ${users.locked}) or ${isNotNull(cases.agentId)}`)
    .orderBy(sql`coalesce(${cases.answered}, 0) desc`, users.id)
    .limit(maxAgents)
  const present = await onlineUsers(
    db,
    rows.map(({ userId }) => userId),
  )
  return {
    statistics,
    agents: rows.map(({ realName, loginName, median, satisfaction, ...row }) => ({
      ...row,
      name: personName({ realName, loginName }),
      present: present.has(row.userId),
      median: figure(median),
      satisfaction: figure(satisfaction),
    })),
  }
}
