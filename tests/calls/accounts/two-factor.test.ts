import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { resetTwoFactor } from '../../../src/cli/accounts.ts'
import { sessions, users } from '../../../src/db/tables/accounts.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { secondStepTickets } from '../../../src/db/tables/two-factor.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { tokenCookie } from '../../support/session-cookies.ts'
import { ownAccount } from './own-account.ts'
import { enrol, firstStep, idOf, letStepsPass, shownBy, ticketOf } from '../../support/scenes/accounts/two-factor.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const confirm = (ticket: string, code: string, client = visitor(app)) =>
  client.api.accounts.confirmSecondStep({ ticket, code })

describe('enrolment', () => {
  test('requires reauthentication and a correct code before it takes effect', async () => {
    const client = await signInAs(app, 'seller2')
    expect(failureOf(await client.api.accounts.twoFactorBegin({}))).toBe('reauthNeeded')
    contentOf(await client.api.accounts.reauthenticate({ password: demoPassword }))
    expect(failureOf(await client.api.accounts.twoFactorConfirm({ code: '123456' }))).toBe('stepNotAllowed')
    const { secret, uri } = contentOf(await client.api.accounts.twoFactorBegin({}))
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*seller2.*secret=/)
    expect(uri).toContain(secret)
    const wrong = shownBy(secret, 40)
    expect(failureOf(await client.api.accounts.twoFactorConfirm({ code: wrong }))).toBe('codeWrong')
    expect(contentOf(await client.api.accounts.twoFactor({}))).toEqual({ since: null, codesLeft: 0, required: false })
    // Not confirmed yet: sign-in needs no second step.
    contentOf(await visitor(app).api.accounts.login({ loginName: 'seller2', password: demoPassword }))
    const other = await signInAs(app, 'seller2')
    const { recoveryCodes } = contentOf(await client.api.accounts.twoFactorConfirm({ code: shownBy(secret) }))
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(failureOf(await client.api.accounts.twoFactorBegin({}))).toBe('twoFactorOn')
    expect(contentOf(await client.api.accounts.twoFactor({}))).toMatchObject({
      since: expect.any(String),
      codesLeft: 10,
    })
    // Other sessions were opened without the second step.
    expect(failureOf(await other.api.accounts.profile({}))).toBe('sessionInvalid')
    expect(failureOf(await client.api.accounts.profile({}))).toBe('none')
    // Neither the secret nor a recovery code is stored in plain text.
    const found = await app.db.execute(
      sql`select 1 from two_factors where secret not like 'enc:v1:%' union all
        select 1 from recovery_codes where code_hash like ${`%${recoveryCodes[0] ?? ''}%`}`,
    )
    expect(found).toMatchObject({ rows: [] })
    const told = await app.db
      .select()
      .from(notices)
      .where(eq(notices.userId, await idOf(app, 'seller2')))
    expect(told.map(({ title }) => title)).toContain('您的账号已开启两步验证')
    const log = contentOf(await client.api.accounts.ownOperations({})).data
    expect(log[0]?.action).toBe('开启两步验证')
  })
})

describe('signing in', () => {
  let secret = ''
  let recoveryCodes: string[] = []
  beforeAll(async () => {
    ;({ secret, recoveryCodes } = await enrol(app, await signInAs(app, 'buyer')))
  })

  test('the password alone returns a ticket and no session', async () => {
    const client = visitor(app)
    const answer = await client.api.accounts.login({ loginName: 'buyer', password: demoPassword })
    expect(failureOf(answer)).toBe('secondStepNeeded')
    expect(client.cookies.has(tokenCookie)).toBe(false)
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
    // A ticket is not a session token.
    client.cookies.set(tokenCookie, ticketOf(answer))
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
  })

  test('the code opens the session once: neither code nor ticket can be reused', async () => {
    await letStepsPass(app)
    const client = visitor(app)
    const ticket = await firstStep(client, 'buyer')
    const code = shownBy(secret)
    expect(contentOf(await confirm(ticket, code, client)).userInfo.loginName).toBe('buyer')
    expect(failureOf(await client.api.accounts.profile({}))).toBe('none')
    expect(failureOf(await confirm(ticket, shownBy(secret, 1)))).toBe('ticketSpent')
    const again = await firstStep(visitor(app), 'buyer')
    expect(failureOf(await confirm(again, code))).toBe('codeWrong')
    const log = contentOf(await client.api.accounts.ownOperations({})).data
    expect(log[0]).toMatchObject({ action: '登录', detail: '密码，动态码' })
  })

  test('one of ten parallel requests with the same code succeeds', async () => {
    await letStepsPass(app)
    const tickets = await Promise.all(Array.from({ length: 10 }, () => firstStep(visitor(app), 'buyer')))
    const answers = await Promise.all(tickets.map((ticket) => confirm(ticket, shownBy(secret))))
    expect(answers.map(failureOf).filter((name) => name === 'none')).toHaveLength(1)
  })

  test('accepts codes one step off, not three', async () => {
    const fresh = await startAppForTest()
    const own = await enrol(fresh, await signInAs(fresh, 'person'))
    const at = async (steps: number) => {
      await letStepsPass(fresh)
      const ticket = await firstStep(visitor(fresh), 'person')
      return failureOf(await confirm(ticket, shownBy(own.secret, steps), visitor(fresh)))
    }
    expect(await at(-1)).toBe('none')
    expect(await at(1)).toBe('none')
    expect(await at(-3)).toBe('codeWrong')
    expect(await at(3)).toBe('codeWrong')
  })

  test('a recovery code works once, in any notation, and the user is notified', async () => {
    const [code = ''] = recoveryCodes
    const client = visitor(app)
    const typed = code.toUpperCase().replaceAll('-', ' ')
    contentOf(await confirm(await firstStep(client, 'buyer'), typed, client))
    expect(contentOf(await client.api.accounts.twoFactor({})).codesLeft).toBe(9)
    expect(failureOf(await confirm(await firstStep(visitor(app), 'buyer'), code))).toBe('codeWrong')
    const { mobile } = await ownAccount(app).rowOf('buyer')
    expect((await ownAccount(app).notices(mobile ?? ''))[0]).toContain('您的账号用恢复码登录，还剩 9 个')
  })

  test('a ticket is valid for five attempts and five minutes, an account has twenty attempts an hour', async () => {
    const fresh = await startAppForTest()
    const own = await enrol(fresh, await signInAs(fresh, 'seller3'))
    const wrong = shownBy(own.secret, 50)
    const tried: string[] = []
    const ticket = await firstStep(visitor(fresh), 'seller3')
    for (let count = 0; count < 6; count += 1) tried.push(failureOf(await confirm(ticket, wrong, visitor(fresh))))
    expect(tried).toEqual([...Array.from({ length: 5 }, () => 'codeWrong'), 'ticketSpent'])
    const old = await firstStep(visitor(fresh), 'seller3')
    await fresh.db.update(secondStepTickets).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(failureOf(await confirm(old, shownBy(own.secret), visitor(fresh)))).toBe('ticketSpent')
    const more: string[] = []
    for (let count = 0; count < 16; count += 1) {
      if (count % 4 === 0) await fresh.db.update(secondStepTickets).set({ tries: 5 })
      const next = await firstStep(visitor(fresh), 'seller3')
      more.push(failureOf(await confirm(next, wrong, visitor(fresh))))
    }
    expect(more.filter((name) => name === 'codeWrong')).toHaveLength(15)
    expect(more.at(-1)).toBe('codeSpent')
    // A correct code has to wait too.
    expect(
      failureOf(await confirm(await firstStep(visitor(fresh), 'seller3'), shownBy(own.secret), visitor(fresh))),
    ).toBe('codeSpent')
  })

  test('a locked account is rejected with any proof', async () => {
    await letStepsPass(app)
    const ticket = await firstStep(visitor(app), 'buyer')
    await app.db.update(users).set({ locked: true }).where(eq(users.loginName, 'buyer'))
    expect(failureOf(await confirm(ticket, shownBy(secret)))).toBe('accountLocked')
    await app.db.update(users).set({ locked: false }).where(eq(users.loginName, 'buyer'))
  })
})

test('it is disabled with reauthentication and a code; the command resets it and ends the sessions', async () => {
  const client = await signInAs(app, 'seller')
  const { secret } = await enrol(app, client)
  await app.db.update(sessions).set({ reauthenticatedAt: null })
  expect(failureOf(await client.api.accounts.twoFactorRemove({ code: shownBy(secret) }))).toBe('reauthNeeded')
  contentOf(await client.api.accounts.reauthenticate({ password: demoPassword }))
  expect(failureOf(await client.api.accounts.twoFactorRemove({ code: shownBy(secret, 40) }))).toBe('codeWrong')
  const renewed = contentOf(await client.api.accounts.recoveryCodesRenew({ code: shownBy(secret) }))
  const [recovery = ''] = renewed.recoveryCodes
  contentOf(await client.api.accounts.twoFactorRemove({ code: recovery }))
  contentOf(await visitor(app).api.accounts.login({ loginName: 'seller', password: demoPassword }))
  await enrol(app, client)
  await resetTwoFactor(app.db, 'SELLER')
  expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
  contentOf(await visitor(app).api.accounts.login({ loginName: 'seller', password: demoPassword }))
  await expect(resetTwoFactor(app.db, 'seller')).rejects.toThrow('has no two-factor')
  const told = await app.db
    .select()
    .from(notices)
    .where(eq(notices.userId, await idOf(app, 'seller')))
  expect(told.map(({ title }) => title)).toContain('平台已重置您账号的两步验证')
})

describe('operators', () => {
  test('may go without it in the demo', async () => {
    const ops = await signInAs(app, 'ops')
    expect(failureOf(await ops.api.accounts.certificationReviews({}))).toBe('none')
    expect(contentOf(await ops.api.accounts.twoFactor({})).required).toBe(false)
  })

  test('must otherwise enrol first, and cannot disable it', async () => {
    const real = await startAppForTest({ DEMO: '0' })
    const ops = await signInAs(real, 'ops')
    expect(failureOf(await ops.api.accounts.certificationReviews({}))).toBe('twoFactorNeeded')
    expect(contentOf(await ops.api.accounts.twoFactor({}))).toMatchObject({ since: null, required: true })
    const { secret } = await enrol(real, ops)
    expect(failureOf(await ops.api.accounts.certificationReviews({}))).toBe('none')
    expect(failureOf(await ops.api.accounts.twoFactorRemove({ code: shownBy(secret) }))).toBe('twoFactorKept')
    const client = visitor(real)
    contentOf(await confirm(await firstStep(client, 'ops'), shownBy(secret), client))
    expect(failureOf(await client.api.accounts.certificationReviews({}))).toBe('none')
    await resetTwoFactor(real.db, 'ops')
    const again = await signInAs(real, 'ops')
    expect(failureOf(await again.api.accounts.certificationReviews({}))).toBe('twoFactorNeeded')
  })
})
