import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, users } from '../../src/db/tables/accounts.ts'
import { browserCookie, halfCookie, tokenCookie } from '../support/session-cookies.ts'
import { addressHeader } from '../../src/server/http/request-facts.ts'
import { hashToken } from '../../src/server/platform/tokens.ts'
import { demoPassword } from '../support/accounts.ts'
import { plantCaptcha } from '../support/captchas.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'

const app = appForFile()

const signedIn = async (client: Client) => failureOf(await client.api.accounts.profile({}))
/** Session cookies; the browser secret is not one, and outlives the session. */
const sessionLines = (client: Client) => client.setCookies().filter((line) => !line.startsWith(`${browserCookie}=`))
const tokenOf = (client: Client) => client.cookies.get(tokenCookie) ?? ''
const signIn = (client: Client, keepLogin: boolean) =>
  client.api.accounts.login({ loginName: 'buyer', password: demoPassword, keepLogin })

describe('the two halves of a web session', () => {
  test('both together authenticate the person', async () => {
    const buyer = await signInAs(app, 'buyer')
    expect(contentOf(await buyer.api.accounts.profile({})).loginName).toBe('buyer')
  })

  test('the token alone is not authenticated', async () => {
    const buyer = await signInAs(app, 'buyer')
    buyer.cookies.delete(halfCookie)
    expect(await signedIn(buyer)).toBe('sessionInvalid')
  })

  test('the cookie alone is not authenticated: forms of other sites cannot act with it', async () => {
    const buyer = await signInAs(app, 'buyer')
    buyer.cookies.delete(tokenCookie)
    expect(await signedIn(buyer)).toBe('sessionInvalid')
  })

  test('halves of two sessions of the same person do not match', async () => {
    const [first, second] = await Promise.all([signInAs(app, 'buyer'), signInAs(app, 'buyer')])
    first.cookies.set(tokenCookie, tokenOf(second))
    expect(await signedIn(first)).toBe('sessionInvalid')
  })

  test('claiming to be an app does not make a web token sufficient', async () => {
    const buyer = await signInAs(app, 'buyer')
    buyer.cookies.delete(halfCookie)
    buyer.headers.set('app-id', 'mini')
    expect(await signedIn(buyer)).toBe('sessionInvalid')
  })

  test('the token of an app is sufficient and sets no cookie', async () => {
    const mini = visitor(app)
    mini.headers.set('app-id', 'mini')
    const { token } = contentOf(await signIn(mini, false))
    expect(mini.setCookies()).toEqual([])
    mini.headers.set('token', token)
    expect(await signedIn(mini)).toBe('none')
  })

  test('tokens are stored as hashes only', async () => {
    const buyer = await signInAs(app, 'buyer')
    const rows = await app.db.select().from(sessions)
    expect(JSON.stringify(rows)).not.toContain(tokenOf(buyer))
    expect(rows.some((row) => row.tokenHash === hashToken(tokenOf(buyer)))).toBe(true)
  })
})

describe('session lifetime', () => {
  test('a remembered login lasts 10 days, in the cookies as on the server', async () => {
    const buyer = visitor(app)
    const before = Date.now()
    contentOf(await signIn(buyer, true))
    expect(sessionLines(buyer).every((line) => line.includes('Max-Age=864000'))).toBe(true)
    const [row] = await app.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(tokenOf(buyer))))
    const days = ((row?.expiresAt.getTime() ?? 0) - before) / 86_400_000
    expect(days).toBeCloseTo(10, 2)
  })

  test('a login that is not remembered ends with the browser', async () => {
    const buyer = visitor(app)
    contentOf(await signIn(buyer, false))
    expect(sessionLines(buyer)).toHaveLength(2)
    expect(sessionLines(buyer).some((line) => /max-age|expires/i.test(line))).toBe(false)
  })

  test('the session cookie cannot be read by scripts', async () => {
    const buyer = await signInAs(app, 'buyer')
    const half = buyer.setCookies().find((line) => line.startsWith(`${halfCookie}=`))
    expect(half).toMatch(/HttpOnly/)
    expect(half).toMatch(/SameSite=Lax/)
  })

  test('an expired session is not authenticated', async () => {
    const buyer = await signInAs(app, 'buyer')
    await app.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.tokenHash, hashToken(tokenOf(buyer))))
    expect(await signedIn(buyer)).toBe('sessionInvalid')
  })

  test('a locked account is refused from the next call on', async () => {
    const person = await signInAs(app, 'person')
    await app.db.update(users).set({ locked: true }).where(eq(users.loginName, 'person'))
    expect(await signedIn(person)).toBe('sessionInvalid')
    const again = await visitor(app).api.accounts.login({ loginName: 'person', password: demoPassword })
    expect(failureOf(again)).toBe('accountLocked')
    await app.db.update(users).set({ locked: false }).where(eq(users.loginName, 'person'))
  })
})

describe('logout', () => {
  test('ends this session, deletes both cookies and leaves other sessions alone', async () => {
    const [here, elsewhere] = await Promise.all([signInAs(app, 'buyer'), signInAs(app, 'buyer')])
    const kept = new Map(here.cookies)
    contentOf(await here.api.accounts.logout({}))
    expect([...here.cookies.keys()]).toEqual([browserCookie])
    for (const [name, value] of kept) here.cookies.set(name, value)
    expect(await signedIn(here)).toBe('sessionInvalid')
    expect(await signedIn(elsewhere)).toBe('none')
  })
})

describe('guessing passwords', () => {
  test('a wrong password and an unknown name get the same answer', async () => {
    const wrong = await visitor(app).api.accounts.login({ loginName: 'buyer2', password: 'wrong' })
    const unknown = await visitor(app).api.accounts.login({ loginName: 'nobody-here', password: 'wrong' })
    expect(failureOf(wrong)).toBe('wrongPassword')
    expect(unknown).toEqual(wrong)
  })

  test('limits guesses to 20 an hour per account over any number of addresses; others can still sign in', async () => {
    const login = async (loginName: string, password: string) =>
      visitor(app).api.accounts.login({ loginName, password, ...(await plantCaptcha(app)) })
    const guess = async () => failureOf(await login('seller3', 'no'))
    const first: unknown[] = []
    for (let i = 0; i < 20; i += 1) first.push(await guess())
    expect(first).toEqual(Array.from({ length: 20 }, () => 'wrongPassword'))
    expect(await guess()).toBe('tooManyGuesses')
    expect(failureOf(await login('SELLER3', demoPassword))).toBe('tooManyGuesses')
    await signInAs(app, 'seller2')
  })

  test('parallel guesses count like sequential ones, by login name and by mobile', async () => {
    await app.db.update(users).set({ mobile: '13900000001' }).where(eq(users.loginName, 'sub'))
    const guess = async (loginName: string, password: string) =>
      visitor(app)
        .api.accounts.login({ loginName, password, ...(await plantCaptcha(app)) })
        .then(failureOf)
    const names = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 'sub' : '13900000001'))
    const answers = await Promise.all(names.map((name) => guess(name, 'no')))
    expect(answers.filter((answer) => answer === 'wrongPassword')).toHaveLength(20)
    expect(answers.filter((answer) => answer === 'tooManyGuesses')).toHaveLength(20)
    expect(await guess('sub', demoPassword)).toBe('tooManyGuesses')
  })

  test('a call without a session counts against its IP address', async () => {
    const client = visitor(app)
    client.headers.set('token', 'x'.repeat(43))
    const calls = await Promise.all(Array.from({ length: 601 }, () => client.api.accounts.profile({})))
    expect(calls.map(failureOf).filter((failure) => failure === 'tooMany')).toHaveLength(1)
  })

  test('addresses of one IPv6 network are counted together, those of another separately', async () => {
    const from = async (address: string) => {
      const client = visitor(app)
      client.headers.set(addressHeader, address)
      return failureOf(await client.api.accounts.login({ loginName: 'nobody', password: '' }))
    }
    for (let i = 0; i < 30; i += 1) expect(await from(`2001:db8:0:1::${i.toString(16)}`)).toBe('invalidInput')
    expect(await from('2001:db8::1:5:6:7:8')).toBe('tooMany')
    expect(await from('2001:db8:0:2::1')).toBe('invalidInput')
  })

  test('limits logins to 30 a minute per address, for any accounts', async () => {
    const client = visitor(app)
    const answers: string[] = []
    for (let i = 0; i < 31; i += 1) {
      answers.push(failureOf(await client.api.accounts.login({ loginName: `nobody${i}`, password: '' })))
    }
    expect(answers.slice(0, 30).every((answer) => answer === 'invalidInput')).toBe(true)
    expect(answers.at(30)).toBe('tooMany')
  })
})
