import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenCookie } from '../../support/session-cookies.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, visitor } from '../../support/client.ts'
import { ssoSettings, startOidcProvider } from '../../support/oidc-provider.ts'
import { comeBack, ssoScene, type SsoScene } from '../../support/scenes/accounts/sso.ts'

/** If the identity provider is unavailable, the failure is retryable and nobody is signed in. */

let scene: SsoScene
beforeAll(async () => {
  scene = await ssoScene()
})
afterAll(() => scene.close())
beforeEach(() => void scene.nextPerson())

test('its metadata is loaded lazily, cached, and reloaded after a failure', async () => {
  const fresh = await startAppForTest(ssoSettings(scene.provider))
  const described = () => scene.provider.requestCounts.get('/.well-known/openid-configuration') ?? 0
  const before = described()
  scene.provider.behaviour.broken.add('/.well-known/openid-configuration')
  const begin = () => visitor(fresh).api.accounts.unAwareLoginKey({}).then(failureOf)
  expect(await begin()).toBe('ssoAway')
  scene.provider.behaviour.broken.clear()
  expect([await begin(), await begin(), await begin()]).toEqual(['none', 'none', 'none'])
  expect(described() - before).toBe(2)
})

test.each(['/token', '/jwks'])('its endpoint %s broken: try again later', async (broken) => {
  // Its keys are cached for a while: another app has not loaded them yet.
  const fresh = broken === '/jwks' ? await startAppForTest(ssoSettings(scene.provider)) : scene.app
  const client = visitor(fresh)
  const query = await scene.goThere(client)
  scene.provider.behaviour.broken.add(broken)
  expect(failureOf(await comeBack(client, query))).toBe('ssoAway')
  expect(client.cookies.has(tokenCookie)).toBe(false)
})

test('an unreachable provider returns a retryable failure', async () => {
  const gone = await startOidcProvider()
  const lost = await startAppForTest(ssoSettings(gone))
  const client = visitor(lost)
  const { url } = contentOf(await client.api.accounts.unAwareLoginKey({}))
  const query = (await gone.visit(url)).search
  await gone.close()
  expect(failureOf(await comeBack(client, query))).toBe('ssoAway')
  expect(failureOf(await visitor(lost).api.accounts.unAwareLoginKey({}))).toBe('none')
})

test('a provider that never answers is aborted after five seconds', async () => {
  const client = visitor(scene.app)
  const query = await scene.goThere(client)
  scene.provider.behaviour.silent.add('/token')
  const started = performance.now()
  expect(await scene.refused(client, query)).toBe('ssoAway')
  expect(performance.now() - started).toBeLessThan(8000)
})

test('is disabled without configuration', async () => {
  const plain = visitor(await startAppForTest())
  expect(failureOf(await plain.api.accounts.unAwareLoginKey({}))).toBe('ssoOff')
  expect(failureOf(await comeBack(plain, '?code=x&state=y'))).toBe('ssoOff')
})
