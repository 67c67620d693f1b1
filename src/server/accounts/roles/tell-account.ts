import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { userRoles, users } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../news/notify.ts'
import { tellSecurity } from '../profile/tell-security.ts'
import type { Account } from './account-of.ts'

interface Done {
  readonly locked: boolean | undefined
  readonly reset: boolean
  /** Roles given or taken away; undefined = nothing was said of roles. */
  readonly moved: readonly unknown[] | undefined
}

type Around = Pick<Context, 'after' | 'jobs' | 'push' | 'config'>

/** Tells a person what an administrator of their company did to their account, in the same transaction. */
export async function tellAccount(tx: Db, context: Around, account: Account, done: Done): Promise<void> {
  const { locked, reset, moved } = done
  if (reset) await tellSecurity(tx, context, account, '您的登录密码已被企业管理员重设')
  if (locked !== undefined && locked !== account.locked) {
    await tellSecurity(tx, context, account, locked ? '您的账号已被企业管理员停用' : '您的账号已被企业管理员启用')
  }
  if (moved === undefined || moved.length === 0) return
  await notify(tx, context, 'security.changed', [account.userId], {
    ...{ title: '您的账号角色有变更', text: '可使用的功能随之变化，如有疑问请联系贵企业的管理员。' },
    path: links.buyerSecurity(),
    by: ['site', 'push', 'mail'],
  })
}

/** Tells everyone with a role that its rights changed. */
export async function tellHolders(
  tx: Db,
  context: Around,
  { roleId, roleName }: { readonly roleId: number; readonly roleName: string },
): Promise<void> {
  const rows = await tx
    .select({ userId: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.roleId, roleId), eq(users.locked, false)))
  const people = rows.map(({ userId }) => userId)
  await notify(tx, context, 'security.changed', people, {
    ...{ title: `您的角色“${roleName}”权限有变更`, text: '可使用的功能随之变化，如有疑问请联系贵企业的管理员。' },
    path: links.buyerSecurity(),
    by: ['site', 'push'],
  })
}
