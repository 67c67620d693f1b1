import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from '../../../src/contract/failures.ts'
import { ssoCookie } from '../../support/session-cookies.ts'
import { readState, signState } from '../../../src/server/providers/sso.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { ssoSettings } from '../../support/oidc-provider.ts'
import { comeBack, ssoScene, type SsoScene } from '../../support/scenes/accounts/sso.ts'

let scene: SsoScene
beforeAll(async () => {
  scene = await ssoScene()
})
afterAll(() => scene.close())
beforeEach(() => void scene.nextPerson())

describe('mismatches', () => {
  test('rejects a missing cookie, one of another browser, and a modified one', async () => {
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
    // The rejected attempts have not used up the valid pair.
    contentOf(await comeBack(mine, query))
  })

  test('rejects a state older than ten minutes', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { state, cookie } = signState('secret', { verifier: 'v', nonce: 'n', redirect: '/cart' })
    vi.setSystemTime(Date.now() + 599_000)
    expect(readState('secret', state, cookie)).toMatchObject({ verifier: 'v', nonce: 'n', redirect: '/cart' })
    vi.setSystemTime(Date.now() + 2000)
    expect(() => readState('secret', state, cookie)).toThrow(CallFailed)
  })

  test('rejects a state that is invented, modified, or signed with another secret', async () => {
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

  test('accepts state and code once', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client)
    const kept = client.cookies.get(ssoCookie) ?? ''
    contentOf(await comeBack(client, query))
    const again = visitor(scene.app)
    again.cookies.set(ssoCookie, kept)
    expect(await scene.refused(again, query)).toBe('ssoRefused')
    // The first code with the second state.
    const second = new URLSearchParams(await scene.goThere(again))
    second.set('code', new URLSearchParams(query).get('code') ?? '')
    expect(await scene.refused(again, second.toString())).toBe('ssoRefused')
  })

  test('rejects a used state with another code of the same user', async () => {
    const client = visitor(scene.app)
    const { url } = contentOf(await client.api.accounts.unAwareLoginKey({}))
    const [first, second] = [(await scene.provider.visit(url)).search, (await scene.provider.visit(url)).search]
    const kept = client.cookies.get(ssoCookie) ?? ''
    contentOf(await comeBack(client, first))
    const again = visitor(scene.app)
    again.cookies.set(ssoCookie, kept)
    expect(await scene.refused(again, second)).toBe('ssoRefused')
  })

  test('opens one session if the same return is sent twice in parallel', async () => {
    const client = visitor(scene.app)
    const query = await scene.goThere(client)
    const twin = visitor(scene.app)
    twin.cookies.set(ssoCookie, client.cookies.get(ssoCookie) ?? '')
    const answers = await Promise.all([comeBack(client, query), comeBack(twin, query)])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'ssoRefused'])
  })

  test('rejects identity tokens of another nonce, audience, issuer, time, or signing key', async () => {
    const past = Math.floor(Date.now() / 1000) - 3600
    for (const claims of [{ nonce: 'x' }, { aud: 'other' }, { iss: 'http://other.invalid' }, { sub: '' }]) {
      scene.provider.behaviour.claims = claims
      const client = visitor(scene.app)
      expect(await scene.refused(client, await scene.goThere(client)), JSON.stringify(claims)).toBe('ssoRefused')
    }
    scene.provider.behaviour.claims = {}
    const changed = (body: object) => (token: string) => {
      const [head = '', payload = '', seal = ''] = token.split('.')
      const read: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return [head, Buffer.from(JSON.stringify({ ...read, ...body })).toString('base64url'), seal].join('.')
    }
    const unsigned = (token: string) =>
      [Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url'), token.split('.')[1] ?? '', ''].join('.')
    // The token contains the number, so no other call is made: only the signature reveals the change.
    const number = { phone_number: '13900009999', phone_number_verified: true }
    for (const tamper of [
      changed(number),
      changed({ ...number, sub: 'person-1' }),
      changed({ exp: past }),
      unsigned,
      () => 'x',
    ]) {
      scene.provider.behaviour.tamper = tamper
      const client = visitor(scene.app)
      expect(await scene.refused(client, await scene.goThere(client))).toBe('ssoRefused')
    }
  })

  test('signs nobody in if the user refuses at the provider', async () => {
    scene.provider.behaviour.refuses = true
    const client = visitor(scene.app)
    expect(await scene.refused(client, await scene.goThere(client))).toBe('ssoRefused')
  })

  test('rejects invalid and overlong queries', async () => {
    const client = visitor(scene.app)
    await scene.goThere(client)
    for (const query of ['', '?', 'state', '?code=x', '?%%%', 'x'.repeat(4000)]) {
      expect(await scene.refused(client, query), query.slice(0, 20)).toBe('ssoRefused')
    }
    expect(fieldsWithErrors(await comeBack(client, 'x'.repeat(4001)))).toEqual(['query'])
    const tooLong = await client.api.accounts.unAwareLoginKey({ redirect: 'x'.repeat(2001) })
    expect(fieldsWithErrors(tooLong)).toEqual(['redirect'])
  })
})
