import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { sessions, ssoIdentities, ssoStates, users } from '../../../src/db/tables/accounts.ts'
import { browserCookie, halfCookie, tokenCookie } from '../../support/session-cookies.ts'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { comeBack, ssoScene, type SsoScene } from '../../support/scenes/accounts/sso.ts'

let scene: SsoScene
let subject: string
beforeAll(async () => {
  scene = await ssoScene()
})
afterAll(() => scene.close())
beforeEach(() => {
  subject = scene.nextPerson()
})

describe('signing in', () => {
  test('creates an account without password the first time, and finds it later', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client, '/demandHall?current=2')
    const { userInfo, redirect } = contentOf(await comeBack(client, query))
    expect(redirect).toBe('/demandHall?current=2')
    expect(userInfo).toMatchObject({ realName: '林一', companyId: null })
    expect(userInfo.loginName).toMatch(/^u\w{11}$/)
    expect(contentOf(await client.api.accounts.profile({})).userId).toBe(userInfo.userId)
    const [row] = await scene.app.db.select().from(users).where(eq(users.id, userInfo.userId))
    expect(row).toMatchObject({ passwordHash: null, mobile: null })

    const elsewhere = visitor(scene.app)
    const again = contentOf(await comeBack(elsewhere, await scene.goThere(elsewhere)))
    expect(again.userInfo.userId).toBe(userInfo.userId)
    expect(again.redirect).toBe('/')
    const lines = await scene.app.db.select().from(operationLogs).where(eq(operationLogs.userId, userInfo.userId))
    expect(lines.map(({ action, detail }) => `${action} ${detail}`)).toEqual(['登录 园区统一登录', '登录 园区统一登录'])
  })

  test('sets both token halves, ends with the browser, and removes the state cookie', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client)
    expect(client.setCookies()).toHaveLength(1)
    expect(client.setCookies()[0]).toMatch(/^sso=[\w-]+; HttpOnly; Path=\/; SameSite=Lax; Max-Age=600$/)
    contentOf(await comeBack(client, query))
    expect([...client.cookies.keys()].toSorted()).toEqual([browserCookie, halfCookie, tokenCookie].toSorted())
    expect(client.setCookies().some((line) => line.startsWith(`${halfCookie}=`) && line.includes('Max-Age'))).toBe(
      false,
    )
    client.cookies.delete(halfCookie)
    expect(failureOf(await client.api.accounts.profile({}))).toBe('sessionInvalid')
  })

  test('a verified mobile finds its account; an unverified one is ignored', async () => {
    await scene.app.db.update(users).set({ mobile: '13900001111' }).where(eq(users.loginName, 'buyer2'))
    scene.provider.behaviour.person = { ...scene.provider.behaviour.person, phone_number: '+86 139-0000-1111' }
    const unproven = visitor(scene.app)
    const made = contentOf(await comeBack(unproven, await scene.goThere(unproven)))
    expect(made.userInfo.loginName).not.toBe('buyer2')

    scene.provider.behaviour.person = { sub: 'owner of the number', phone_number: '+86 139-0000-1111' }
    Object.assign(scene.provider.behaviour.person, { phone_number_verified: true })
    const proven = visitor(scene.app)
    expect(contentOf(await comeBack(proven, await scene.goThere(proven))).userInfo.loginName).toBe('buyer2')
  })

  test('uses a number from the userinfo endpoint; rejects another subject there', async () => {
    scene.provider.behaviour.userinfo = { phone_number: '13900002222', phone_number_verified: true }
    const client = visitor(scene.app)
    const { userInfo } = contentOf(await comeBack(client, await scene.goThere(client)))
    const [row] = await scene.app.db.select().from(users).where(eq(users.id, userInfo.userId))
    expect(row?.mobile).toBe('13900002222')
    scene.provider.behaviour.userinfo = {
      sub: 'somebody else',
      phone_number: '13900003333',
      phone_number_verified: true,
    }
    const other = visitor(scene.app)
    expect(await scene.refused(other, await scene.goThere(other))).toBe('ssoRefused')
  })

  test('creates one account under parallel first sign-ins of one user', async () => {
    Object.assign(scene.provider.behaviour.person, { phone_number: '13900004444', phone_number_verified: true })
    const clients = Array.from({ length: 6 }, () => visitor(scene.app))
    const answers = await Promise.all(clients.map(async (client) => comeBack(client, await scene.goThere(client))))
    expect(new Set(answers.map((answer) => contentOf(answer).userInfo.userId)).size).toBe(1)
    const rows = await scene.app.db.select().from(ssoIdentities).where(eq(ssoIdentities.subject, subject))
    expect(rows).toHaveLength(1)
  })

  test('rejects a locked account', async () => {
    const client = visitor(scene.app)
    const { userInfo } = contentOf(await comeBack(client, await scene.goThere(client)))
    await scene.app.db.update(users).set({ locked: true }).where(eq(users.id, userInfo.userId))
    const again = visitor(scene.app)
    expect(await scene.refused(again, await scene.goThere(again))).toBe('accountLocked')
  })

  test.each(['//other.invalid/x', 'https://other.invalid', '/\\other.invalid', 'javascript:alert(1)', '/login/login'])(
    'a redirect to %s leads home instead',
    async (redirect) => {
      const client = visitor(scene.app)
      expect(contentOf(await comeBack(client, await scene.goThere(client, redirect))).redirect).toBe('/')
    },
  )

  test('drops a redirect too long for a cookie, and signs in', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client, `/${'长'.repeat(1500)}`)
    expect(client.setCookies()[0]?.length).toBeLessThan(4096)
    expect(contentOf(await comeBack(client, query)).redirect).toBe('/')
  })
})

describe('signing out', () => {
  test("a single sign-on session returns the provider's logout URL, and its token is deleted", async () => {
    const client = visitor(scene.app)
    contentOf(await comeBack(client, await scene.goThere(client)))
    const { ssoLogoutUrl } = contentOf(await client.api.accounts.logout({}))
    const url = new URL(ssoLogoutUrl)
    expect(`${url.origin}${url.pathname}`).toBe(`${scene.provider.issuer}/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:4321/login/login')
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(await scene.app.db.select().from(sessions).where(eq(sessions.ssoIdToken, 'x'))).toEqual([])
    const rows = await scene.app.db.select({ token: sessions.ssoIdToken, endedAt: sessions.endedAt }).from(sessions)
    expect(rows.filter(({ token, endedAt }) => endedAt !== null && token !== null)).toEqual([])
  })

  test('any other session goes to the login page only', async () => {
    expect(contentOf(await (await signInAs(scene.app, 'buyer')).api.accounts.logout({})).ssoLogoutUrl).toBe('')
  })
})

test('expired states are deleted', async () => {
  await scene.app.db.insert(ssoStates).values({ id: 'old', until: new Date(Date.now() - 1000) })
  const client = visitor(scene.app)
  contentOf(await comeBack(client, await scene.goThere(client)))
  expect(await scene.app.db.select().from(ssoStates).where(eq(ssoStates.id, 'old'))).toEqual([])
})
