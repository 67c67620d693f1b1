import { and, eq, exists, inArray, like, ne, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import type { letters } from '../../../db/tables/letters.ts'
import { orders } from '../../../db/tables/orders.ts'
import { isAdministrator } from '../../../domain/accounts/roles.ts'
import { letterGroups, platformGroups, type LetterGroup } from '../../../domain/chat/letters.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import type { Caller } from '../../handler.ts'

/** Stored recipients of a letter to a group. */
export type GroupLetter = Pick<
  typeof letters.$inferSelect,
  'audience' | 'senderUserId' | 'senderCompanyId' | 'districtCode'
>

/** Groups that the caller may write to: administrators their company, shops their buyers, editors of the platform all users. */
export function getLetterGroups({ operatorPermissions, companyId, shopId, permissions }: Caller): LetterGroup[] {
  return letterGroups.filter((group) => {
    if (platformGroups.includes(group)) return operatorPermissions.has('edit')
    if (group === 'colleagues') return companyId !== null && isAdministrator(permissions)
    return shopId !== null && permissions.has('order_manage')
  })
}

/** Condition on users: recipients of a letter to a group, without its sender and locked users. */
export function recipientCondition(db: Db, letter: GroupLetter): SQL | undefined {
  return and(eq(users.locked, false), ne(users.id, letter.senderUserId), groupCondition(db, letter))
}

function groupCondition(db: Db, { audience, senderCompanyId, districtCode }: GroupLetter): SQL | undefined {
  const firms = db.select({ id: companies.id }).from(companies)
  const sellers = firms.where(eq(companies.isSaler, true))
  const own = senderCompanyId ?? 0
  if (audience === 'colleagues') return eq(users.companyId, own)
  if (audience === 'buyers') return exists(ordersFrom(db, own))
  if (audience === 'allSellers') return inArray(users.companyId, sellers)
  if (audience === 'allBuyers') return exists(buyersOnly(db))
  if (audience === 'area') {
    const prefix = districtCode.replace(/(00){1,2}$/, '')
    const there = db
      .select({ id: companies.id })
      .from(companies)
      .where(like(companies.districtCode, `${prefix}%`))
    return inArray(users.companyId, there)
  }
  return undefined
}

const ordersFrom = (db: Db, sellerCompanyId: number) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sellerCompanyId, sellerCompanyId),
        eq(orders.buyerUserId, users.id),
        notInArray(orders.status, [...endedStatuses]),
      ),
    )

/** Subquery: the company of the user, if it is a buyer only. */
const buyersOnly = (db: Db) =>
  db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, users.companyId), eq(companies.isSaler, false)))
