import { and, desc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failures } from '../../../src/contract/failures.ts'
import { users } from '../../../src/db/tables/accounts.ts'
import { accountViews, notices, platformActions } from '../../../src/db/tables/operations.ts'
import { decodeAccountView } from '../../../src/domain/operations/account-views.ts'
import type { Account } from '../../support/accounts.ts'
import { allCalls } from '../../support/all-calls.ts'
import { contentOf, envelope, failureOf, signInAs, type Client } from '../../support/client.ts'
import { origin } from '../../support/app.ts'
import { appForFile } from '../../support/fixtures.ts'
import { gradient } from '../../support/uploads.ts'
import { bodiesFor } from '../../support/request-bodies.ts'

const app = appForFile()
const reason = '用户来电反映购物车显示异常'
let risk: Client
beforeAll(async () => {
  risk = await signInAs(app, 'risk')
})
beforeEach(() => {
  risk.cookies.delete('view')
})

const idOf = async (loginName: string) => {
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}
const view = async (client: Client, account: Account) =>
  contentOf(await client.api.operations.accountViewStart({ userId: await idOf(account), reason }))
const nameOf = async (client: Client) => contentOf(await client.api.accounts.profile({})).loginName

describe('an operator who views an account', () => {
  test('is that person for the session, is recorded, and the person is told why', async () => {
    const before = await app.db.$count(platformActions)
    await view(risk, 'buyer')
    expect(await nameOf(risk)).toBe('buyer')
    expect(decodeAccountView(risk.cookies.get('viewed'))).toMatchObject({ userId: await idOf('buyer') })
    const [action] = await app.db.select().from(platformActions).orderBy(desc(platformActions.seq)).limit(1)
    expect(action).toMatchObject({ operatorName: 'risk', subjectKind: 'user', reason, subjectId: await idOf('buyer') })
    expect(await app.db.$count(platformActions)).toBe(before + 1)
    const [told] = await app.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, await idOf('buyer')), eq(notices.event, 'security.changed')))
      .orderBy(desc(notices.id))
    expect(told?.text).toContain(reason)
    expect(contentOf(await risk.api.operations.accountViewEnd({})).userId).toBe(await idOf('buyer'))
    expect(await nameOf(risk)).toBe('risk')
    expect(risk.cookies.has('view')).toBe(false)
  })

  test.each(['buyer', 'person'] as const)('makes no call of %s that writes or stays closed', async (account) => {
    await view(risk, account)
    const wrong: string[] = []
    for (const { name, call } of allCalls) {
      if (call.viewing === 'open') continue
      const { code } = await envelope(await risk.post(call.path, '{}'))
      const isOpen = call.reads === true && call.viewing !== 'closed'
      // Calls of other roles are refused before.
      const mayFail: number[] = [failures.forbidden.code, failures.notCertified.code, failures.notSeller.code]
      if (isOpen ? code === failures.viewOnly.code : code !== failures.viewOnly.code && !mayFail.includes(code))
        wrong.push(`${name}: ${code}`)
    }
    expect(wrong).toEqual([])
    contentOf(await risk.api.operations.accountViewEnd({}))
  })

  test.each(['buyer', 'seller'] as const)(
    'reads what %s reads, in transactions that cannot write',
    async (account) => {
      const own = await signInAs(app, account)
      await view(risk, account)
      const wrong: string[] = []
      let answered = 0
      for (const { name, call } of allCalls) {
        if (call.reads !== true || call.viewing === 'closed' || call.access.who === 'operator') continue
        const sampled = fc.sample(bodiesFor(call.input), { numRuns: 1, seed: 7 })
        for (const [index, body] of ['{}', ...sampled].entries()) {
          // Small ids exist in the demo.
          const near = body.replaceAll(/("\w*[iI]d":)-?\d+/g, `$1${index}`)
          const [seen, expected] = [
            await envelope(await risk.post(call.path, near)),
            await envelope(await own.post(call.path, near)),
          ]
          // The operator called before, for other people.
          if (seen.code === failures.tooMany.code) continue
          if (seen.code !== expected.code) wrong.push(`${name} ${near}: ${seen.code}, ${expected.code} for the person`)
          if (seen.code === 200) answered += 1
        }
      }
      expect(wrong).toEqual([])
      expect(answered).toBeGreaterThan(150)
      contentOf(await risk.api.operations.accountViewEnd({}))
    },
    120_000,
  )
})

describe('a view', () => {
  test('ends after its minutes, with a second one, and with the session of the operator', async () => {
    await view(risk, 'buyer')
    risk.cookies.delete('view')
    await view(risk, 'seller')
    expect(await nameOf(risk)).toBe('seller')
    expect(await app.db.$count(accountViews, sql`ended_at is null`)).toBe(1)
    await app.db.update(accountViews).set({ expiresAt: sql`now()` })
    expect(await nameOf(risk)).toBe('risk')
    await view(risk, 'buyer')
    const cookies = new Map(risk.cookies)
    const thief = await signInAs(app, 'ops')
    thief.cookies.set('view', cookies.get('view') ?? '')
    expect(await nameOf(thief)).toBe('ops')
    const person = await signInAs(app, 'person')
    person.cookies.set('view', cookies.get('view') ?? '')
    expect(await nameOf(person)).toBe('person')
    contentOf(await risk.api.operations.accountViewEnd({}))
    expect(contentOf(await risk.api.operations.accountViewEnd({})).userId).toBeNull()
  })

  test('is refused of staff, of locked accounts, without a reason, and without the role', async () => {
    const start = risk.api.operations.accountViewStart
    for (const name of ['ops', 'service']) {
      expect(failureOf(await start({ userId: await idOf(name), reason }))).toBe('viewUnavailable')
    }
    const userId = await idOf('sub')
    await app.db.update(users).set({ locked: true }).where(eq(users.id, userId))
    expect(failureOf(await start({ userId, reason }))).toBe('viewUnavailable')
    await app.db.update(users).set({ locked: false }).where(eq(users.id, userId))
    expect(failureOf(await start({ userId, reason: '' }))).toBe('invalidInput')
    expect(failureOf(await start({ userId: 999_999, reason }))).toBe('notFound')
    const reviewer = await signInAs(app, 'reviewer')
    expect(failureOf(await reviewer.api.operations.accountViewStart({ userId, reason }))).toBe('operatorForbidden')
  })

  test('of a suspended person is over at once', async () => {
    await view(risk, 'sub')
    expect(await nameOf(risk)).toBe('sub')
    const other = await signInAs(app, 'ops')
    const userId = await idOf('sub')
    contentOf(await other.api.operations.userSuspend({ userId, reason }))
    expect(await nameOf(risk)).toBe('risk')
    contentOf(await other.api.operations.userRestore({ userId, reason }))
    contentOf(await risk.api.operations.accountViewEnd({}))
  })

  test('opens no private file of the person', async () => {
    const buyer = await signInAs(app, 'buyer')
    const picture = new File([new Uint8Array(await gradient(600, 450))], '营业执照.jpg')
    const { url } = contentOf(await buyer.upload('licence', picture))
    const statusFor = async ({ cookies }: Client) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return (await app.fetch(new Request(origin + url, { headers: { cookie } }))).status
    }
    await view(risk, 'buyer')
    expect([await statusFor(buyer), await statusFor(risk)]).toEqual([200, 404])
    contentOf(await risk.api.operations.accountViewEnd({}))
  })
})
