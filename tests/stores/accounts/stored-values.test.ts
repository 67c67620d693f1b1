import { expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('permissions are stored under menuAuths with the profile, avoid refused calls, end with the session', async () => {
  const page = await signedIn('sub')
  const session = await import('../../../src/stores/accounts/session.ts')
  const { hasPermission } = await import('../../../src/stores/accounts/profile/menu-permissions.ts')
  await session.refreshSession()
  const { resources } = contentOf(await page.client.api.accounts.profile({}))
  expect(page.persisted['menuAuths']).toBe(resources)
  expect(hasPermission('database')).toBe(false)
  const person = { companyId: null, resources: '' }
  const { saveMenuAuths } = await import('../../../src/stores/accounts/profile/menu-permissions.ts')
  saveMenuAuths(person)
  expect(hasPermission('database')).toBe(true)
})

test('a dictionary is cached under platformEnums for ten minutes', async () => {
  const page = await signedIn('seller')
  const { loadPlatformEnum } = await import('../../../src/stores/reference/platform-enums.ts')
  const first = await loadPlatformEnum('QUALIFICATION_TAG')
  expect(first.ok && first.content.length).toBeGreaterThan(5)
  expect(Object.keys(JSON.parse(localStorage.getItem('platformEnums') ?? '{}'))).toEqual(['QUALIFICATION_TAG'])
  page.network.cut = true
  expect(await loadPlatformEnum('QUALIFICATION_TAG')).toEqual(first)
  expect((await loadPlatformEnum('UNIT')).ok).toBe(false)
  page.network.cut = false
  const kept = JSON.parse(localStorage.getItem('platformEnums') ?? '{}')
  kept.QUALIFICATION_TAG = { at: Date.now() - 700_000, values: [] }
  localStorage.setItem('platformEnums', JSON.stringify(kept))
  expect(await loadPlatformEnum('QUALIFICATION_TAG')).toEqual(first)
})
