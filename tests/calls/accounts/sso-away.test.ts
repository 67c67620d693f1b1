import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenCookie } from '../../support/session-cookies.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, visitor } from '../../support/client.ts'
import { ssoSettings, startOidcProvider } from '../../support/oidc-provider.ts'
import { comeBack, ssoScene, type SsoScene } from './sso-scene.ts'

/** The other side away: try again later, and nobody is signed in. */

let scene: SsoScene
beforeAll(async () => {
  scene = await ssoScene()
})
afterAll(() => scene.close())
beforeEach(() => void scene.nextPerson())

test('its description is read late, kept, and read anew after a failure', async () => {
  const fresh = await startAppForTest(ssoSettings(scene.provider))
  const described = () => scene.provider.asked.get('/.well-known/openid-configuration') ?? 0
  const before = described()
  scene.provider.manners.broken.add('/.well-known/openid-configuration')
  const begin = () => visitor(fresh).api.accounts.unAwareLoginKey({}).then(failureOf)
  expect(await begin()).toBe('ssoAway')
  scene.provider.manners.broken.clear()
  expect([await begin(), await begin(), await begin()]).toEqual(['none', 'none', 'none'])
  expect(described() - before).toBe(2)
})

test.each(['/token', '/jwks'])('its endpoint %s broken: try again later', async (broken) => {
  // Its keys are kept for a while: another app has not read them yet.
  const fresh = broken === '/jwks' ? await startAppForTest(ssoSettings(scene.provider)) : scene.app
  const client = visitor(fresh)
  const query = await scene.goThere(client)
  scene.provider.manners.broken.add(broken)
  expect(failureOf(await comeBack(client, query))).toBe('ssoAway')
  expect(client.cookies.has(tokenCookie)).toBe(false)
})

test('nobody there at all: try again later', async () => {
  const gone = await startOidcProvider()
  const lost = await startAppForTest(ssoSettings(gone))
  const client = visitor(lost)
  const { url } = contentOf(await client.api.accounts.unAwareLoginKey({}))
  const query = (await gone.visit(url)).search
  await gone.close()
  expect(failureOf(await comeBack(client, query))).toBe('ssoAway')
  expect(failureOf(await visitor(lost).api.accounts.unAwareLoginKey({}))).toBe('none')
})

test('one that takes the request and never answers is given up after five seconds', async () => {
  const client = visitor(scene.app)
  const query = await scene.goThere(client)
  scene.provider.manners.silent.add('/token')
  const started = performance.now()
  expect(await scene.refused(client, query)).toBe('ssoAway')
  expect(performance.now() - started).toBeLessThan(8000)
})

test('off where it is not set up', async () => {
  const plain = visitor(await startAppForTest())
  expect(failureOf(await plain.api.accounts.unAwareLoginKey({}))).toBe('ssoOff')
  expect(failureOf(await comeBack(plain, '?code=x&state=y'))).toBe('ssoOff')
})
