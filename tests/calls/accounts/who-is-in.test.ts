import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from '../../../src/domain/accounts/permissions.ts'
import { demoPassword } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const profileOf = async (account: Parameters<typeof as>[1]) => {
  const client = await as(app, account)
  return contentOf(await client.api.accounts.profile({}))
}

describe('login', () => {
  test('answers who has signed in, without the password', async () => {
    const client = visitor(app)
    const { userInfo } = contentOf(await client.api.accounts.login({ loginName: 'BUYER', password: demoPassword }))
    expect(userInfo).toMatchObject({ loginName: 'buyer', loginPassword: '', isSaler: false, isService: false })
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject(userInfo)
  })

  test('refuses what is missing or too long, by field', async () => {
    const client = visitor(app)
    expect(faultyFields(await client.api.accounts.login({ loginName: '', password: '' }))).toEqual([
      'loginName',
      'password',
    ])
    const long = await client.api.accounts.login({ loginName: 'x'.repeat(61), password: 'x'.repeat(129) })
    expect(faultyFields(long)).toEqual(['loginName', 'password'])
  })
})

describe('profile', () => {
  test('the demo accounts are what the README says they are', async () => {
    const owner = permissions.join(',')
    expect(await profileOf('buyer')).toMatchObject({ isSaler: false, shopId: null, resources: owner })
    expect(await profileOf('seller')).toMatchObject({ isSaler: true, shopId: expect.any(Number), resources: owner })
    expect(await profileOf('person')).toMatchObject({ companyId: null, companyName: '', isSaler: false, resources: '' })
    expect(await profileOf('service')).toMatchObject({ isService: true })
  })

  test('the sub-account belongs to the buyer’s company and may do nothing', async () => {
    const [sub, buyer, buyer2] = await Promise.all([profileOf('sub'), profileOf('buyer'), profileOf('buyer2')])
    expect(sub.companyId).toBe(buyer.companyId)
    expect(sub.resources).toBe('')
    expect(buyer2.companyId).not.toBe(buyer.companyId)
  })

  test('is for people who are signed in', async () => {
    expect(failureOf(await visitor(app).api.accounts.profile({}))).toBe('sessionInvalid')
  })
})

describe('logout', () => {
  test('is for people who are signed in, and ends it for good', async () => {
    expect(failureOf(await visitor(app).api.accounts.logout({}))).toBe('sessionInvalid')
    const buyer = await as(app, 'buyer')
    contentOf(await buyer.api.accounts.logout({}))
    expect(failureOf(await buyer.api.accounts.logout({}))).toBe('sessionInvalid')
  })
})

test('serviceId names the customer service of the platform', async () => {
  const { platformServiceId } = contentOf(await visitor(app).api.accounts.serviceId({}))
  expect(platformServiceId).toBe((await profileOf('service')).userId)
})
