import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { roles, userRoles, users } from '../../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../../src/db/tables/operations.ts'
import type { Permission } from '../../../../src/domain/accounts/permissions.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, visitor, type Client } from '../../client.ts'
import { lastCode } from '../../verification-codes.ts'
import { registerPerson } from '../../sign-up.ts'

let made = 0
/** Numbers beginning with 171, which the seeds never use. */
const nextMobile = () => `171${String(10_000_000 + made)}`

export const password = 'Kaoyan2026'

/** Unused account fields. */
export const newAccount = () => {
  made += 1
  return { loginName: `renyuan${made}`, mobile: nextMobile(), password, realName: `人员${made}`, jobTitle: '研究员' }
}

/** A role of `by`'s company with these permissions. */
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

/** Signs in with the password of new test accounts. */
export async function signIn(app: TestApp, loginName: string, secret = password): Promise<Client> {
  const client = visitor(app)
  contentOf(await client.api.accounts.login({ loginName, password: secret }))
  return client
}

/** The token of the newest invitation sent to a number, read from its SMS. */
export async function invitationTo(app: TestApp, mobile: string): Promise<string> {
  const [message] = await app.db
    .select({ text: outboxMessages.text })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.recipientHash, mobile), eq(outboxMessages.template, 'invitation')))
    .orderBy(desc(outboxMessages.id))
    .limit(1)
  const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No invitation went to ${mobile}`)
  return token
}

/** The token of a new invitation to a number without an account. */
export async function freshInvitation(app: TestApp, by: Client): Promise<string> {
  const { mobile, realName } = newAccount()
  contentOf(await by.api.accounts.subAccountSave({ mobile, realName }))
  return invitationTo(app, mobile)
}

/** Verifies an invited number by its code; returns further input of the acceptance. */
export async function proven(app: TestApp, client: Client, mobile: string) {
  const token = await invitationTo(app, mobile)
  contentOf(await client.api.accounts.invitationCodeSend({ token }))
  const smsCode = await lastCode(app, mobile)
  const { ticket } = contentOf(await client.api.accounts.invitationCodeCheck({ token, smsCode }))
  return { token, ticket }
}

/** Accepts the newest invitation of a number without an account; returns the signed-in sub-account. */
export async function accepted(app: TestApp, { loginName, mobile, password: secret }: ReturnType<typeof newAccount>) {
  const client = visitor(app)
  const proof = await proven(app, client, mobile)
  const made = { ...proof, loginName, password: secret, agreed: true }
  const { userInfo } = contentOf(await client.api.accounts.invitationAccept(made))
  return { client, userId: userInfo.userId }
}

/** An invited and accepted sub-account of `by`'s company, signed in. */
export async function subAccountOf(app: TestApp, by: Client, account = newAccount(), roleIds: readonly number[] = []) {
  const { mobile, realName, jobTitle } = account
  contentOf(await by.api.accounts.subAccountSave({ mobile, realName, jobTitle, roleIds: [...roleIds] }))
  return accepted(app, account)
}

/** A signed-in colleague of `by` with exactly these permissions. */
export async function colleague(app: TestApp, by: Client, permissions: readonly Permission[]): Promise<Colleague> {
  const roleId = await roleWith(by, permissions)
  const account = newAccount()
  const { client, userId } = await subAccountOf(app, by, account, [roleId])
  return { client, userId, roleId, loginName: account.loginName }
}

/** The same for an uncertified company, which can invite by links only. */
export async function colleagueByLink(app: TestApp, by: Client, permissions: readonly Permission[]): Promise<Client> {
  const { url } = contentOf(await by.api.accounts.invitationSave({ roleIds: [await roleWith(by, permissions)] }))
  const client = visitor(app)
  await registerPerson(app, client, { inviteCode: url })
  return client
}

/** Locks an account on behalf of the platform. */
export const lockByPlatform = (app: TestApp, loginName: string, locked = true) =>
  app.db.update(users).set({ locked }).where(eq(users.loginName, loginName))

/** A member with these roles who never signs in, inserted directly. */
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

/** Deletes the roles of a company created after the given one. */
export async function forgetRolesAfter(app: TestApp, roleId: number, companyId: number): Promise<void> {
  const later = app.db
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), gt(roles.id, roleId)))
  await app.db.delete(userRoles).where(inArray(userRoles.roleId, later))
  await app.db.delete(roles).where(and(eq(roles.companyId, companyId), gt(roles.id, roleId)))
}
