import { and, count, desc, eq, ilike, isNotNull, or, sql } from 'drizzle-orm'
import type { needsCalls } from '../../../contract/demands/needs.ts'
import { users } from '../../../db/tables/accounts.ts'
import { needs as table } from '../../../db/tables/demands.ts'
import { categories } from '../../../db/tables/reference.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler } from '../../handler.ts'
import { countsOf } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'

/** Those that wait come first, the longest waiting at the top; of the others what moved last. */
const order = [
  desc(eq(table.status, 'waiting')),
  sql`case when ${table.status} = 'waiting' then ${table.id} end asc nulls last`,
  desc(table.updatedAt),
  desc(table.id),
]

export const needs: Handler<typeof needsCalls.needs> = async (input, { caller, db }) => {
  const { status, keyword, current, pageSize } = input
  const part = anywhere(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(table.text, part), ilike(table.contact, part), ilike(table.mobile, part))
  const counted = await db
    .select({ status: table.status, count: count() })
    .from(table)
    .where(found)
    .groupBy(table.status)
  const rows = await db
    .select({ need: table, categoryName: categories.name, realName: users.realName, loginName: users.loginName })
    .from(table)
    .leftJoin(categories, eq(categories.id, table.categoryId))
    .leftJoin(users, and(isNotNull(table.handledBy), eq(users.id, table.handledBy)))
    .where(and(found, status === undefined ? undefined : eq(table.status, status)))
    .orderBy(...order)
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(counted, status),
    data: rows.map(({ need, categoryName, realName, loginName }) => ({
      ...{ needId: need.id, contact: need.contact, mobile: need.mobile, text: need.text, status: need.status },
      categoryName: categoryName ?? '',
      handlerName: personName({ realName, loginName }),
      mine: need.handledBy === caller.userId,
      note: need.note,
      createdAt: need.createdAt.toISOString(),
      updatedAt: need.updatedAt.toISOString(),
    })),
  }
}
