import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from '../../../src/contract/failures.ts'
import { ssoCookie } from '../../support/session-cookies.ts'
import { readState, signState } from '../../../src/server/providers/sso-state.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'
import { ssoSettings } from '../../support/oidc-provider.ts'
import { comeBack, ssoScene, type SsoScene } from './sso-scene.ts'

let scene: SsoScene
beforeAll(async () => {
  scene = await ssoScene()
})
afterAll(() => scene.close())
beforeEach(() => void scene.nextPerson())

describe('what does not fit together', () => {
  test('without the cookie, with that of another browser, with one that was changed', async () => {
    const [mine, theirs] = [visitor(scene.app), visitor(scene.app)]
    const [query, other] = [await scene.goThere(mine), await scene.goThere(theirs)]
    const kept = mine.cookies.get(ssoCookie) ?? ''
    mine.cookies.delete(ssoCookie)
    expect(await scene.refused(mine, query)).toBe('ssoRefused')
    mine.cookies.set(ssoCookie, theirs.cookies.get(ssoCookie) ?? '')
    expect(await scene.refused(mine, query)).toBe('ssoRefused')
    const read: object = JSON.parse(Buffer.from(kept, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...read, redirect: '//other.invalid' })).toString('base64url')
    mine.cookies.set(ssoCookie, changed)
    expect(await scene.refused(mine, query)).toBe('ssoRefused')
    mine.cookies.set(ssoCookie, kept)
    expect(await scene.refused(mine, other)).toBe('ssoRefused')
    // Nothing of that has used the right pair up.
    contentOf(await comeBack(mine, query))
  })

  test('a state ten minutes old', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { state, kept } = signState('secret', { verifier: 'v', nonce: 'n', redirect: '/cart' })
    vi.setSystemTime(Date.now() + 599_000)
    expect(readState('secret', state, kept)).toMatchObject({ verifier: 'v', nonce: 'n', redirect: '/cart' })
    vi.setSystemTime(Date.now() + 2000)
    expect(() => readState('secret', state, kept)).toThrow(CallFailed)
  })

  test('a state that is made up, changed, or signed with another secret', async () => {
    const client = visitor(scene.app)
    const query = new URLSearchParams(await scene.goThere(client))
    const [id = '', until = '', seal = ''] = (query.get('state') ?? '').split('.')
    for (const state of ['', 'x', `${id}.${until}`, `${id}.${Number(until) + 9}.${seal}`, `${id}x.${until}.${seal}`]) {
      query.set('state', state)
      expect(await scene.refused(client, query.toString()), state).toBe('ssoRefused')
    }
    const stranger = await startAppForTest({ ...ssoSettings(scene.provider), SSO_CLIENT_SECRET: 'another secret' })
    const there = visitor(stranger)
    const foreign = await scene.goThere(there)
    client.cookies.set(ssoCookie, there.cookies.get(ssoCookie) ?? '')
    expect(await scene.refused(client, foreign)).toBe('ssoRefused')
  })

  test('a state and a code work once', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client)
    const kept = client.cookies.get(ssoCookie) ?? ''
    contentOf(await comeBack(client, query))
    const again = visitor(scene.app)
    again.cookies.set(ssoCookie, kept)
    expect(await scene.refused(again, query)).toBe('ssoRefused')
    // The code of the first way under the state of a second one.
    const second = new URLSearchParams(await scene.goThere(again))
    second.set('code', new URLSearchParams(query).get('code') ?? '')
    expect(await scene.refused(again, second.toString())).toBe('ssoRefused')
  })

  test('a state that was taken up is worth nothing with another code of the same person', async () => {
    const client = visitor(scene.app)
    const { url } = contentOf(await client.api.accounts.unAwareLoginKey({}))
    const [first, second] = [(await scene.provider.visit(url)).search, (await scene.provider.visit(url)).search]
    const kept = client.cookies.get(ssoCookie) ?? ''
    contentOf(await comeBack(client, first))
    const again = visitor(scene.app)
    again.cookies.set(ssoCookie, kept)
    expect(await scene.refused(again, second)).toBe('ssoRefused')
  })

  test('of the same return sent twice at once, one opens a session', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client)
    const twin = visitor(scene.app)
    twin.cookies.set(ssoCookie, client.cookies.get(ssoCookie) ?? '')
    const answers = await Promise.all([comeBack(client, query), comeBack(twin, query)])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'ssoRefused'])
  })

  test("an identity token of another nonce, audience, issuer, or time, or not signed by the other side's key", async () => {
    const past = Math.floor(Date.now() / 1000) - 3600
    for (const claims of [{ nonce: 'x' }, { aud: 'other' }, { iss: 'http://other.invalid' }, { sub: '' }]) {
      scene.provider.manners.claims = claims
      const client = visitor(scene.app)
      expect(await scene.refused(client, await scene.goThere(client)), JSON.stringify(claims)).toBe('ssoRefused')
    }
    scene.provider.manners.claims = {}
    const changed = (body: object) => (token: string) => {
      const [head = '', payload = '', seal = ''] = token.split('.')
      const read: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return [head, Buffer.from(JSON.stringify({ ...read, ...body })).toString('base64url'), seal].join('.')
    }
    const unsigned = (token: string) =>
      [Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url'), token.split('.')[1] ?? '', ''].join('.')
    // With the number in the token nothing else is asked: only the seal tells that it was changed.
    const number = { phone_number: '13900009999', phone_number_verified: true }
    for (const tamper of [
      changed(number),
      changed({ ...number, sub: 'person-1' }),
      changed({ exp: past }),
      unsigned,
      () => 'x',
    ]) {
      scene.provider.manners.tamper = tamper
      const client = visitor(scene.app)
      expect(await scene.refused(client, await scene.goThere(client))).toBe('ssoRefused')
    }
  })

  test('a person who refuses there is not signed in here', async () => {
    scene.provider.manners.refuses = true
    const client = visitor(scene.app)
    expect(await scene.refused(client, await scene.goThere(client))).toBe('ssoRefused')
  })

  test('queries that are none are refused, endless ones are a wrong input', async () => {
    const client = visitor(scene.app)
    await scene.goThere(client)
    for (const query of ['', '?', 'state', '?code=x', '?%%%', 'x'.repeat(4000)]) {
      expect(await scene.refused(client, query), query.slice(0, 20)).toBe('ssoRefused')
    }
    expect(faultyFields(await comeBack(client, 'x'.repeat(4001)))).toEqual(['query'])
    const tooLong = await client.api.accounts.unAwareLoginKey({ redirect: 'x'.repeat(2001) })
    expect(faultyFields(tooLong)).toEqual(['redirect'])
  })
})
