import { eq } from 'drizzle-orm'
import { TOTP, Secret } from 'otpauth'
import { twoFactors } from '../../../../src/db/tables/two-factor.ts'
import { users } from '../../../../src/db/tables/accounts.ts'
import { demoPassword, type Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'

/** Code of an authenticator app, some steps of thirty seconds away from now. */
export const shownBy = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Resets the last used code, as if time had passed. */
export const letStepsPass = (app: Pick<TestApp, 'db'>) => app.db.update(twoFactors).set({ lastStep: 0 })

/** Reauthenticates, starts and confirms enrolment; returns secret and recovery codes. */
export async function enrol(app: Pick<TestApp, 'db'>, client: Client) {
  contentOf(await client.api.accounts.reauthenticate({ password: demoPassword }))
  const { secret, uri } = contentOf(await client.api.accounts.twoFactorBegin({}))
  const { recoveryCodes } = contentOf(await client.api.accounts.twoFactorConfirm({ code: shownBy(secret) }))
  await letStepsPass(app)
  return { secret, uri, recoveryCodes }
}

/** Signs in with the password; returns the ticket for the second step. */
export async function firstStep(client: Client, loginName: Account, password = demoPassword): Promise<string> {
  return ticketOf(await client.api.accounts.login({ loginName, password }))
}

/** The ticket in a failure. Throws if there is none. */
export function ticketOf(answer: { readonly ok: boolean; readonly failure?: { readonly content: unknown } }): string {
  const content = answer.failure?.content
  if (typeof content !== 'object' || content === null || !('ticket' in content) || typeof content.ticket !== 'string')
    throw new Error('No second step was asked for')
  return content.ticket
}

export const idOf = async (app: Pick<TestApp, 'db'>, loginName: Account): Promise<number> => {
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, loginName))
  if (row === undefined) throw new Error(`No ${loginName}`)
  return row.id
}
