import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { notices } from '../../../db/tables/operations.ts'
import type { Push } from '../../push/push.ts'
import { and, arrayOverlaps, eq, inArray, or, sql } from 'drizzle-orm'
import { roles, userPreferences, userRoles, users } from '../../../db/tables/accounts.ts'
import type { NotificationChoices } from '../../../domain/accounts/notifications.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { operatorRolesWith, type OperatorPermission } from '../../../domain/operations/operator-roles.ts'

type NoticeContent = Pick<typeof notices.$inferInsert, 'event' | 'title' | 'text' | 'path'>

/** Saves a notice for the message centre of each user, within the transaction of its cause. */
export const saveNotices = (tx: Db, people: readonly number[], content: NoticeContent): Promise<void> =>
  insertRows(
    tx,
    notices,
    people.map((userId) => ({ userId, ...content })),
  )

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

const mayDo = (permission: Permission) => sql`exists (select 1 from ${userRoles} join ${roles}
  on ${roles.id} = ${userRoles.roleId} and ${roles.companyId} = ${users.companyId}
  where ${userRoles.userId} = ${users.id} and ${permission} = any(${roles.permissions}))`

/** A person to notify. */
export interface Recipient {
  readonly userId: number
  /** Chosen channels by event; empty = the defaults. */
  readonly choices: NotificationChoices
}

/** People with a permission by company, with their choices of notifications, in one query. */
export async function recipientsWithChoices(
  db: Db,
  companyIds: readonly number[],
  permission: Permission,
): Promise<ReadonlyMap<number, readonly Recipient[]>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .select({ userId: users.id, companyId: users.companyId, choices: userPreferences.notifications })
    .from(users)
    .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
    .where(
      and(inArray(users.companyId, [...companyIds]), eq(users.locked, false), or(users.isOwner, mayDo(permission))),
    )
  const people = new Map<number, Recipient[]>()
  for (const { userId, companyId, choices } of rows) {
    if (companyId !== null)
      people.set(companyId, [...(people.get(companyId) ?? []), { userId, choices: choices ?? {} }])
  }
  return people
}

/** User ids with a permission by company, in one query. */
export async function recipientsWithPermission(
  db: Db,
  companyIds: readonly number[],
  permission: Permission,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const recipients = await recipientsWithChoices(db, companyIds, permission)
  return new Map([...recipients].map(([companyId, people]) => [companyId, people.map(({ userId }) => userId)]))
}

/** Ids of the active operators whose roles hold the permission. */
export async function operatorIds(db: Db, permission: OperatorPermission): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.isOperator, true),
        eq(users.locked, false),
        arrayOverlaps(users.operatorRoles, [...operatorRolesWith(permission)]),
      ),
    )
  return rows.map(({ id }) => id)
}
