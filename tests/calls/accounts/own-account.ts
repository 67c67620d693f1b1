import { desc, eq } from 'drizzle-orm'
import { users } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { issueTicket, redeemCode, type CodeTarget } from '../../../src/server/session/codes.ts'
import { sendCode, type CodeRequest } from '../../../src/server/session/send-code.ts'
import type { Account } from '../../support/accounts.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'

/** Helpers of the tests of the own account. */
export function ownAccount(app: TestApp) {
  const idOf = async (client: Client) => contentOf(await client.api.accounts.profile({})).userId
  /** Reads a fresh code from its message; earlier messages to the same target are moved to the past. */
  async function codeFor(wanted: Omit<CodeRequest, 'channel'>): Promise<string> {
    await ageCodes(app, wanted.target, 86_400)
    const { config, jobs } = app.runtime
    const channel = wanted.target.includes('@') ? 'mail' : 'sms'
    const around = { db: app.db, config, jobs, after: () => undefined, setCookie: () => undefined }
    const request = { appId: 'web' as const, token: undefined, cookie: undefined, browserCookie: undefined }
    const facts = {
      ...request,
      ssoCookie: undefined,
      viewCookie: undefined,
      idempotencyKey: undefined,
      ip: '',
      origin: 'http://localhost',
      userAgent: '',
    }
    await sendCode({ ...around, request: facts }, { ...wanted, channel })
    return lastCode(app, wanted.target)
  }
  return {
    idOf,
    codeFor,
    /** The code of a new number that the user requested. */
    newNumberCode: async (client: Client, target: string) =>
      codeFor({ target, purpose: 'newMobile', userId: await idOf(client) }),
    /** The proof returned for a correct code. */
    ticketFor: async (key: CodeTarget & { readonly userId: number }) => {
      const { ticket } = await redeemCode(app.db, { ...key, code: await codeFor(key) }, issueTicket)
      return ticket
    },
    rowOf: async (loginName: string) => {
      const [row] = await app.db.select().from(users).where(eq(users.loginName, loginName))
      if (row === undefined) throw new Error(`No ${loginName}`)
      return row
    },
    change: (loginName: Account, how: Partial<typeof users.$inferInsert>) =>
      app.db.update(users).set(how).where(eq(users.loginName, loginName)),
    login: async (loginName: string, password: string) =>
      failureOf(await visitor(app).api.accounts.login({ loginName, password })),
    /** Notices sent to a number or address, newest first. */
    notices: async (recipient: string) => {
      const sent = await app.db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.recipientHash, recipient))
        .orderBy(desc(outboxMessages.id))
      return sent
        .filter(({ template }) => template === 'security' || template === 'notice')
        .map(({ channel, text }) => `${channel} ${text}`)
    },
  }
}
