import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FiguresOfDay, operatorStartCalls } from '../../contract/operations/operator-start.ts'
import type { Db } from '../../db/open.ts'
import { certifications, users } from '../../db/tables/accounts.ts'
import { demands, offers } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import { payments } from '../../db/tables/payments.ts'
import { pageViews } from '../../db/tables/visits.ts'
import { date } from '../../domain/time.ts'
import { cachedReads } from '../cached-reads.ts'
import type { Handler } from '../handler.ts'

const dayMs = 86_400_000

type Figure = Exclude<keyof FiguresOfDay, 'day'>

interface Source {
  readonly table: PgTable
  /** When it happened. */
  readonly at: PgColumn
  readonly where?: SQL
  /** Rows are counted unless told otherwise. */
  readonly sum?: PgColumn
}

const sources: Readonly<Record<Exclude<Figure, 'visits'>, Source>> = {
  registrations: { table: users, at: users.createdAt },
  certifications: {
    table: certifications,
    at: certifications.reviewedAt,
    where: eq(certifications.status, 'approved'),
  },
  demands: { table: demands, at: demands.createdAt },
  offers: { table: offers, at: offers.createdAt },
  orders: { table: orders, at: orders.createdAt },
  paid: { table: payments, at: payments.confirmedAt, where: eq(payments.status, 'confirmed'), sum: payments.received },
}

const isFigure = (name: string): name is Figure => name === 'visits' || name in sources

/** Figures of the last days, in one statement. */
async function getFigures(db: Db, days: number): Promise<FiguresOfDay[]> {
  const now = Date.now()
  const list = Array.from({ length: days }, (_, at) => date(new Date(now - (days - 1 - at) * dayMs).toISOString()))
  const from = list[0] ?? ''
  const counts = Object.entries(sources).map(([name, { table, at, where, sum }]) => {
    const day = sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
    const figure = sum === undefined ? sql`count(*)` : sql`coalesce(sum(${sum}), 0)`
    const only = where === undefined ? sql`` : sql`and ${where}`
    return sql`select ${name}::text as name, ${day} as day, ${figure}::bigint as figure from ${table}
      where ${at} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai' ${only} group by 2`
  })
  const visits = sql`select 'visits' as name, to_char(${pageViews.day}, 'YYYY-MM-DD') as day, sum(${pageViews.views})::bigint
    from ${pageViews} where ${pageViews.day} >= ${from}::date and ${pageViews.referrer} <> 'inner' group by 2`
  const rows = await db
    .select({ name: sql<string>`name`, day: sql<string>`day`, figure: sql`figure`.mapWith(Number) })
    .from(sql`(${sql.join([...counts, visits], sql` union all `)}) as figures`)
  const known = new Map<string, Partial<Record<Figure, number>>>()
  for (const { name, day, figure } of rows) {
    if (isFigure(name)) known.set(day, { ...known.get(day), [name]: figure })
  }
  return list.map((day) => {
    const { visits: visited = 0, registrations = 0, certifications: certified = 0 } = known.get(day) ?? {}
    const { demands: posted = 0, offers: offered = 0, orders: ordered = 0, paid = 0 } = known.get(day) ?? {}
    return {
      day,
      visits: visited,
      registrations,
      certifications: certified,
      demands: posted,
      offers: offered,
      orders: ordered,
      paid,
    }
  })
}

/** No write of the site invalidates them; they may be a minute old. */
const cachedFigures = cachedReads<FiguresOfDay[]>({ tags: [], seconds: 60 })

export const operatorFigures: Handler<typeof operatorStartCalls.operatorFigures> = async ({ days }, context) => {
  const figures = await cachedFigures(context, `figures ${days}`, () => getFigures(context.db, days))
  const seesMoney = context.caller.operatorPermissions.has('trade')
  return { days: figures.map((day) => ({ ...day, paid: seesMoney ? day.paid : null })) }
}
