import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { certifiedOwner } from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
let orgId = 0
let shopId = 0
beforeAll(async () => {
  const profile = contentOf(await seller.api.accounts.profile({}))
  orgId = profile.companyId ?? 0
  shopId = profile.shopId ?? 0
})

const set = async (address: 'public' | 'signed_in' | 'partners' | 'nobody') =>
  contentOf(await seller.api.accounts.orgInfoPermissionSet({ address, founded: address }))
const seen = async (client: Client) => {
  const { address, foundedAt } = contentOf(await client.api.shops.shopInfo({ shopId }))
  return [address !== '', foundedAt !== '']
}

test('a shop shows address and foundation to the audience chosen by its company', async () => {
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
  const order = { orderNo: `T${Date.now()}`, source: 'service' as const, buyerUserId: 1, title: '试', total: 0 }
  await app.db.insert(orders).values({ ...order, buyerCompanyId: companyId, sellerCompanyId: orgId })
  // An order placed by the buyer alone grants nothing yet.
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

test("missing parts stay unchanged, and the shop's pages are invalidated", async () => {
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

test('rejects unknown parts and audiences, users without the permission and visitors', async () => {
  for (const body of ['{"bank":"public"}', '{"contact":"friends"}']) {
    expect((await seller.post('/system/org-info-permission/set', body)).status).toBe(400)
  }
  const { client } = await colleague(app, seller, ['my_orders'])
  expect(failureOf(await client.api.accounts.orgInfoPermissionSet({}))).toBe('forbidden')
  expect(contentOf(await client.api.accounts.orgInfoPermission({})).contact).toBeTypeOf('string')
  expect(failureOf(await visitor(app).api.accounts.orgInfoPermissionSet({}))).toBe('sessionInvalid')
  expect(failureOf(await visitor(app).api.accounts.orgInfoPermission({}))).toBe('sessionInvalid')
  const person = await signInAs(app, 'person')
  expect(failureOf(await person.api.accounts.orgInfoPermission({}))).toBe('notCertified')
})
