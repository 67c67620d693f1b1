import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/domain/accounts/permissions.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const profileOf = async (account: Parameters<typeof signInAs>[1]) => {
  const client = await signInAs(app, account)
  return contentOf(await client.api.accounts.profile({}))
}

describe('login', () => {
  test('returns the signed-in user without the password', async () => {
    const client = visitor(app)
    const { userInfo } = contentOf(await client.api.accounts.login({ loginName: 'BUYER', password: demoPassword }))
    expect(userInfo).toMatchObject({ loginName: 'buyer', loginPassword: '', isSaler: false, isService: false })
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject(userInfo)
  })

  test('returns field errors for missing or overlong input', async () => {
    const client = visitor(app)
    expect(fieldsWithErrors(await client.api.accounts.login({ loginName: '', password: '' }))).toEqual([
      'loginName',
      'password',
    ])
    const long = await client.api.accounts.login({ loginName: 'x'.repeat(61), password: 'x'.repeat(129) })
    expect(fieldsWithErrors(long)).toEqual(['loginName', 'password'])
  })
})

describe('profile', () => {
  test('the demo accounts match the README', async () => {
    const owner = permissions.join(',')
    expect(await profileOf('buyer')).toMatchObject({ isSaler: false, shopId: null, resources: owner })
    expect(await profileOf('seller')).toMatchObject({ isSaler: true, shopId: expect.any(Number), resources: owner })
    expect(await profileOf('person')).toMatchObject({ companyId: null, companyName: '', isSaler: false, resources: '' })
    expect(await profileOf('service')).toMatchObject({ isService: true })
  })

  test("the sub-account belongs to the buyer's company and has no permissions", async () => {
    const [sub, buyer, buyer2] = await Promise.all([profileOf('sub'), profileOf('buyer'), profileOf('buyer2')])
    expect(sub.companyId).toBe(buyer.companyId)
    expect(sub.resources).toBe('')
    expect(buyer2.companyId).not.toBe(buyer.companyId)
  })

  test('requires a session', async () => {
    expect(failureOf(await visitor(app).api.accounts.profile({}))).toBe('sessionInvalid')
  })
})

describe('logout', () => {
  test('requires a session and ends it for good', async () => {
    expect(failureOf(await visitor(app).api.accounts.logout({}))).toBe('sessionInvalid')
    const buyer = await signInAs(app, 'buyer')
    contentOf(await buyer.api.accounts.logout({}))
    expect(failureOf(await buyer.api.accounts.logout({}))).toBe('sessionInvalid')
  })
})

test('serviceId returns the customer service of the platform', async () => {
  const { platformServiceId } = contentOf(await visitor(app).api.accounts.serviceId({}))
  expect(platformServiceId).toBe((await profileOf('service')).userId)
})
