import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { certifiedOwner } from './company-scene.ts'
import { colleague } from './people.ts'

let app: TestApp
let seller: Client
let orgId = 0
let shopId = 0
beforeAll(async () => {
  app = await startApp()
  seller = await as(app, 'seller')
  const profile = contentOf(await seller.api.accounts.profile({}))
  orgId = profile.companyId ?? 0
  shopId = profile.shopId ?? 0
})
afterAll(() => app.close())

const set = async (address: 'public' | 'signed_in' | 'partners' | 'nobody') =>
  contentOf(await seller.api.accounts.orgInfoPermissionSet({ address, founded: address }))
const seen = async (client: Client) => {
  const { address, foundedAt } = contentOf(await client.api.shops.shopInfo({ shopId }))
  return [address !== '', foundedAt !== '']
}

test('a shop shows its address and foundation to those whom its company chose', async () => {
  const { client: stranger, companyId } = await certifiedOwner(app)
  const readers = { everyone: visitor(app), stranger, own: seller }
  const see = async () => {
    const shown: Record<string, boolean[]> = {}
    for (const [name, client] of Object.entries(readers)) shown[name] = await seen(client)
    return shown
  }
  const [yes, no] = [
    [true, true],
    [false, false],
  ]
  await set('public')
  expect(await see()).toEqual({ everyone: yes, stranger: yes, own: yes })
  await set('signed_in')
  expect(await see()).toEqual({ everyone: no, stranger: yes, own: yes })
  await set('partners')
  expect(await see()).toEqual({ everyone: no, stranger: no, own: yes })
  const order = { orderNo: `T${Date.now()}`, source: 'service' as const, buyerUserId: 1, title: '试', total: 1 }
  await app.db.insert(orders).values({ ...order, buyerCompanyId: companyId, sellerCompanyId: orgId })
  // Placed by the buyer alone, it opens nothing yet.
  expect(await see()).toEqual({ everyone: no, stranger: no, own: yes })
  await app.db.update(orders).set({ status: 'confirmed' }).where(eq(orders.orderNo, order.orderNo))
  expect(await see()).toEqual({ everyone: no, stranger: yes, own: yes })
  await set('nobody')
  expect(await see()).toEqual({ everyone: no, stranger: no, own: yes })
  const home = contentOf(await visitor(app).api.shops.shopHome({ shopId }))
  expect([home.address, home.foundedAt]).toEqual(['', ''])
  const [service] = home.mallServiceListVOs
  const detail = contentOf(await visitor(app).api.catalogue.service({ serviceId: service?.serviceId ?? 0 }))
  expect(detail.shop.foundedAt).toBe('')
})

test('what is not given stays as it was, and the shop’s pages are drawn anew', async () => {
  await set('nobody')
  const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
  const after = contentOf(await seller.api.accounts.orgInfoPermissionSet({ contact: 'public' }))
  expect(after).toMatchObject({ contact: 'public', address: 'nobody', legalPerson: 'partners' })
  expect(invalidate.mock.calls.flat(2)).toContain(`shop:${shopId}`)
  invalidate.mockRestore()
  expect(contentOf(await seller.api.accounts.orgInfoPermission({}))).toEqual(after)
  const [row] = await app.db.select().from(companies).where(eq(companies.id, orgId))
  expect(row?.visibility).not.toHaveProperty('legalPerson')
})

test('unknown parts and audiences are refused, and so are people without the right and strangers', async () => {
  for (const body of ['{"bank":"public"}', '{"contact":"friends"}']) {
    expect((await seller.post('/system/org-info-permission/set', body)).status).toBe(400)
  }
  const { client } = await colleague(app, seller, ['my_orders'])
  expect(failureOf(await client.api.accounts.orgInfoPermissionSet({}))).toBe('forbidden')
  expect(contentOf(await client.api.accounts.orgInfoPermission({})).contact).toBeTypeOf('string')
  expect(failureOf(await visitor(app).api.accounts.orgInfoPermissionSet({}))).toBe('sessionInvalid')
  expect(failureOf(await visitor(app).api.accounts.orgInfoPermission({}))).toBe('sessionInvalid')
  const person = await as(app, 'person')
  expect(failureOf(await person.api.accounts.orgInfoPermission({}))).toBe('notCertified')
})
