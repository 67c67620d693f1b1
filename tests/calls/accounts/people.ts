import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { roles, userRoles, users } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import type { Permission } from '../../../src/domain/accounts/permissions.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, visitor, type Client } from '../../support/client.ts'
import { lastCode } from '../../support/codes.ts'
import { registered } from '../../support/sign-up.ts'

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

/** The token of the newest invitation that went to a number: read where the person would. */
export async function invitationTo(app: TestApp, mobile: string): Promise<string> {
  const [message] = await app.db
    .select({ text: outboxMessages.text })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.recipient, mobile), eq(outboxMessages.template, 'invitation')))
    .orderBy(desc(outboxMessages.id))
    .limit(1)
  const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No invitation went to ${mobile}`)
  return token
}

/** The token of an invitation that a number just got that has no account. */
export async function freshInvitation(app: TestApp, by: Client): Promise<string> {
  const { mobile, realName } = newAccount()
  contentOf(await by.api.accounts.subAccountSave({ mobile, realName }))
  return invitationTo(app, mobile)
}

/** Proves an invited number by its code; what the acceptance wants besides. */
export async function proven(app: TestApp, client: Client, mobile: string) {
  const token = await invitationTo(app, mobile)
  contentOf(await client.api.accounts.invitationCodeSend({ token }))
  const smsCode = await lastCode(app, mobile)
  const { ticket } = contentOf(await client.api.accounts.invitationCodeCheck({ token, smsCode }))
  return { token, ticket }
}

/** Accepts the newest invitation of a number that has no account; the new sub-account, signed in. */
export async function accepted(app: TestApp, { loginName, mobile, password: secret }: ReturnType<typeof newAccount>) {
  const client = visitor(app)
  const proof = await proven(app, client, mobile)
  const made = { ...proof, loginName, password: secret, agreed: true }
  const { userInfo } = contentOf(await client.api.accounts.invitationAccept(made))
  return { client, userId: userInfo.userId }
}

/** A sub-account of the company of `by`: invited, and accepted by its person, who is signed in. */
export async function subAccountOf(app: TestApp, by: Client, account = newAccount(), roleIds: readonly number[] = []) {
  const { mobile, realName, jobTitle } = account
  contentOf(await by.api.accounts.subAccountSave({ mobile, realName, jobTitle, roleIds: [...roleIds] }))
  return accepted(app, account)
}

/** A colleague of `by` with a role of exactly these rights, signed in. */
export async function colleague(app: TestApp, by: Client, permissions: readonly Permission[]): Promise<Colleague> {
  const roleId = await roleWith(by, permissions)
  const account = newAccount()
  const { client, userId } = await subAccountOf(app, by, account, [roleId])
  return { client, userId, roleId, loginName: account.loginName }
}

/** The same of a company that is not certified: it invites by links only. */
export async function colleagueByLink(app: TestApp, by: Client, permissions: readonly Permission[]): Promise<Client> {
  const { url } = contentOf(await by.api.accounts.invitationSave({ roleIds: [await roleWith(by, permissions)] }))
  const client = visitor(app)
  await registered(app, client, { inviteCode: url })
  return client
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
