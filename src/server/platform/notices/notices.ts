import type { Db } from '../../../db/open.ts'
import { notices } from '../../../db/tables/operations.ts'
import type { Push } from '../../push/push.ts'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { roles, userRoles, users } from '../../../db/tables/accounts.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'

type NoticeContent = Pick<typeof notices.$inferInsert, 'event' | 'title' | 'text' | 'path'>

/** A statement takes 65,535 parameters at most. */
const rowsPerInsert = 2_000

/**
 * Saves a notice for the message centre of each user, within the transaction of its cause: one insert per two thousand.
 * Returns the notice id by user id.
 */
export async function saveNotices(
  tx: Db,
  people: readonly number[],
  content: NoticeContent,
): Promise<ReadonlyMap<number, number>> {
  const noticeIds = new Map<number, number>()
  for (let at = 0; at < people.length; at += rowsPerInsert) {
    const rows = await tx
      .insert(notices)
      .values(people.slice(at, at + rowsPerInsert).map((userId) => ({ userId, ...content })))
      .returning({ id: notices.id, userId: notices.userId })
    for (const { id, userId } of rows) noticeIds.set(userId, id)
  }
  return noticeIds
}

/** A notice pushed to online users; offline users find it in their dashboard. */
export interface NoticeMessage {
  readonly title: string
  /** Path of the page it refers to. */
  readonly path: string
}

/** Pushes a notice to users. Call after the commit, with recipients read before it. */
export function pushNotice(
  push: Pick<Push, 'send'>,
  userIds: readonly number[] | undefined,
  notice: NoticeMessage,
): void {
  for (const userId of userIds ?? []) push.send(userId, { kind: 'notice', ...notice, at: new Date().toISOString() })
}

/** User ids with a permission by company, in one query. */
export async function recipientsWithPermission(
  db: Db,
  companyIds: readonly number[],
  permission: Permission,
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (companyIds.length === 0) return new Map()
  const hasPermission = sql`exists (select 1 from ${userRoles} join ${roles}
    on ${roles.id} = ${userRoles.roleId} and ${roles.companyId} = ${users.companyId}
    where ${userRoles.userId} = ${users.id} and ${permission} = any(${roles.permissions}))`
  const rows = await db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(and(inArray(users.companyId, [...companyIds]), eq(users.locked, false), or(users.isOwner, hasPermission)))
  const people = new Map<number, number[]>()
  for (const { userId, companyId } of rows) {
    if (companyId !== null) people.set(companyId, [...(people.get(companyId) ?? []), userId])
  }
  return people
}

/** Ids of the active operators. */
export async function operatorIds(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isOperator, true), eq(users.locked, false)))
  return rows.map(({ id }) => id)
}
