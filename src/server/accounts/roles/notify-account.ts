import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../notifications/notify.ts'
import { notifySecurity } from '../profile/notify-security.ts'
import type { CompanyAccount } from './lock-account.ts'

interface AccountChanges {
  readonly locked: boolean | undefined
  readonly reset: boolean
  /** Roles granted or revoked; undefined = roles were not part of the change. */
  readonly moved: readonly unknown[] | undefined
}

type NotifyContext = Pick<Context, 'after' | 'jobs' | 'push' | 'config'>

/** Notifies a user of changes to their account by a company administrator, in the same transaction. */
export async function notifyAccountChange(
  tx: Db,
  context: NotifyContext,
  account: CompanyAccount,
  done: AccountChanges,
): Promise<void> {
  const { locked, reset, moved } = done
  if (reset) await notifySecurity(tx, context, account, '您的登录密码已被企业管理员重设')
  if (locked !== undefined && locked !== account.locked) {
    await notifySecurity(tx, context, account, locked ? '您的账号已被企业管理员停用' : '您的账号已被企业管理员启用')
  }
  if (moved === undefined || moved.length === 0) return
  await notify(tx, context, 'security.changed', [account.userId], {
    title: '您的账号角色有变更',
    text: '可使用的功能随之变化，如有疑问请联系贵企业的管理员。',
    path: links.buyerSecurity(),
    channels: ['site', 'push', 'mail'],
  })
}

/** Notifies all members with a role that its permissions changed. */
export async function notifyRoleHolders(
  tx: Db,
  context: NotifyContext,
  { roleId, roleName }: { readonly roleId: number; readonly roleName: string },
): Promise<void> {
  const rows = await tx
    .select({ userId: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.roleId, roleId), eq(users.locked, false)))
  const people = rows.map(({ userId }) => userId)
  await notify(tx, context, 'security.changed', people, {
    title: `您的角色“${roleName}”权限有变更`,
    text: '可使用的功能随之变化，如有疑问请联系贵企业的管理员。',
    path: links.buyerSecurity(),
    channels: ['site', 'push'],
  })
}
