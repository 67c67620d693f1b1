import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { bookingsCalls } from '../../../contract/projects/bookings.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { bookings as table, parks } from '../../../db/tables/drug.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { presentBooking } from './booking-rows.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { districtNames } from '../../reference/district-names.ts'

/** Waiting bookings first, nearest visit on top; the others by last update. */
const order = [
  desc(eq(table.status, 'waiting')),
  sql`case when ${table.status} = 'waiting' then ${table.visitOn} end asc nulls last`,
  desc(table.updatedAt),
  desc(table.id),
]

export const bookings: Handler<typeof bookingsCalls.bookings> = async (input, { db }) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(parks.name, part), ilike(table.contact, part), eq(table.mobileHash, keyword))
  const handler = alias(users, 'handler')
  const [names, counted, rows] = await Promise.all([
    districtNames(db),
    db
      .select({ status: table.status, count: count() })
      .from(table)
      .innerJoin(parks, eq(parks.id, table.parkId))
      .where(found)
      .groupBy(table.status),
    db
      .select({
        booking: table,
        parkName: parks.name,
        districtCode: parks.districtCode,
        loginName: users.loginName,
        companyName: companies.name,
        handlerRealName: handler.realName,
        handlerLoginName: handler.loginName,
      })
      .from(table)
      .innerJoin(parks, eq(parks.id, table.parkId))
      .innerJoin(users, eq(users.id, table.userId))
      .leftJoin(companies, eq(companies.id, table.companyId))
      .leftJoin(handler, eq(handler.id, table.handledBy))
      .where(and(found, status === undefined ? undefined : eq(table.status, status)))
      .orderBy(...order)
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    ...countsOf(counted, status),
    data: rows.map((row) => ({
      ...presentBooking(row, names),
      loginName: row.loginName,
      companyName: row.companyName ?? '',
      handlerName: personName({ realName: row.handlerRealName, loginName: row.handlerLoginName }),
      updatedAt: row.booking.updatedAt.toISOString(),
    })),
  }
}
