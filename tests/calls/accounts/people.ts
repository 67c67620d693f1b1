import { and, eq, gt, inArray } from 'drizzle-orm'
import { roles, userRoles, users } from '../../../src/db/tables/accounts.ts'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'

let made = 0
/** Numbers that the seeds never give: they begin with 171. */
const nextMobile = () => `171${String(10_000_000 + made)}`

export const password = 'Kaoyan2026'

/** Fields of an account that nobody has yet. */
export const newAccount = () => {
  made += 1
  return { loginName: `renyuan${made}`, mobile: nextMobile(), password, realName: `人员${made}`, jobTitle: '研究员' }
}

/** A role of the company of `by` with these rights. */
export async function roleWith(by: Client, permissions: readonly Permission[]): Promise<number> {
  made += 1
  const { roleId } = contentOf(
    await by.api.accounts.roleSave({ roleName: `角色 ${made}`, permissions: [...permissions] }),
  )
  return roleId
}

export interface Colleague {
  readonly client: Client
  readonly userId: number
  readonly roleId: number
  readonly loginName: string
}

/** Signs somebody in with the password that new accounts here have. */
export async function signIn(app: TestApp, loginName: string, secret = password): Promise<Client> {
  const client = visitor(app)
  contentOf(await client.api.accounts.login({ loginName, password: secret }))
  return client
}

/** A colleague of `by` with a role of exactly these rights, signed in. */
export async function colleague(app: TestApp, by: Client, permissions: readonly Permission[]): Promise<Colleague> {
  const roleId = await roleWith(by, permissions)
  const account = newAccount()
  const { userId } = contentOf(await by.api.accounts.subAccountSave({ ...account, roleIds: [roleId] }))
  return { client: await signIn(app, account.loginName), userId, roleId, loginName: account.loginName }
}

/** The platform locks an account, past everything that a company may do. */
export const lockByPlatform = (app: TestApp, loginName: string, locked = true) =>
  app.db.update(users).set({ locked }).where(eq(users.loginName, loginName))

/** A person of a company who never signs in, written past the calls; with these roles. */
export async function silent(app: TestApp, companyId: number, roleIds: readonly number[] = []): Promise<number> {
  const { loginName, mobile, realName } = newAccount()
  const [row] = await app.db
    .insert(users)
    .values({ loginName, mobile, realName, companyId })
    .returning({ id: users.id })
  const userId = row?.id ?? 0
  if (roleIds.length > 0) await app.db.insert(userRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
  return userId
}

/** Takes away what a test made: the roles of a company after one of them. */
export async function forgetRolesAfter(app: TestApp, roleId: number, companyId: number): Promise<void> {
  const later = app.db
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), gt(roles.id, roleId)))
  await app.db.delete(userRoles).where(inArray(userRoles.roleId, later))
  await app.db.delete(roles).where(and(eq(roles.companyId, companyId), gt(roles.id, roleId)))
}
