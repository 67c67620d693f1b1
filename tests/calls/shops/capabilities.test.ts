import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')

const tagged = async (input: { keyword?: string; pageSize?: number } = {}) =>
  contentOf(await seller.api.shops.taggedServices(input))

test('a shop sets capability tags of the dictionary only', async () => {
  const save = (capabilities: string[]) => seller.api.shops.shopCapabilitiesSave({ capabilities })
  expect(contentOf(await save(['多肽', '中药', '多肽'])).capabilities).toEqual(['多肽', '中药'])
  const { shopId } = contentOf(await seller.api.shops.sellerShop({}))
  expect(contentOf(await visitor(app).api.shops.shopInfo({ shopId })).capabilities).toEqual(['多肽', '中药'])
  expect(fieldsWithErrors(await save(['多肽', '世界第一']))).toEqual(['capabilities'])
  expect(fieldsWithErrors(await save(Array.from({ length: 21 }, (_, index) => `词 ${index}`)))).toEqual([
    'capabilities',
  ])
  expect(failureOf(await visitor(app).api.shops.shopCapabilitiesSave({ capabilities: [] }))).toBe('sessionInvalid')
  const { client } = await colleague(app, seller, ['goods_manage'])
  expect(failureOf(await client.api.shops.shopCapabilitiesSave({ capabilities: [] }))).toBe('forbidden')
})

test('tags are added to and removed from several services; open forms become outdated', async () => {
  const { data } = await tagged({ pageSize: 3 })
  const serviceIds = data.map(({ serviceId }) => serviceId)
  const versions = async () => {
    const rows = await app.db.select().from(services).where(inArray(services.id, serviceIds)).orderBy(services.id)
    return rows.map(({ version }) => version)
  }
  const before = await versions()
  const assign = (add: string[], remove: string[] = []) =>
    seller.api.shops.serviceCapabilitiesAssign({ serviceIds, add, remove })
  expect(contentOf(await assign(['IND 申报', '加急服务'])).changed).toBe(3)
  expect(contentOf(await assign(['加急服务'])).changed).toBe(0)
  expect(contentOf(await assign(['中美双报'], ['加急服务'])).changed).toBe(3)
  expect(await versions()).toEqual(before.map((version) => version + 2))
  const after = await tagged({ pageSize: 3 })
  for (const { capabilities } of after.data) {
    expect(capabilities).toEqual(expect.arrayContaining(['IND 申报', '中美双报']))
    expect(capabilities).not.toContain('加急服务')
  }
  const own = await tagged({ keyword: data[0]?.title.slice(0, 8) ?? '' })
  expect(own.data.map(({ serviceId }) => serviceId)).toContain(serviceIds[0])
})

test('unknown tags, empty selections and services of others are rejected without any change', async () => {
  const [mine] = (await tagged({ pageSize: 1 })).data
  const serviceId = mine?.serviceId ?? 0
  const assign = (serviceIds: number[], add: string[]) =>
    seller.api.shops.serviceCapabilitiesAssign({ serviceIds, add })
  expect(fieldsWithErrors(await assign([serviceId], ['世界第一']))).toEqual(['add'])
  expect(fieldsWithErrors(await assign([], ['多肽']))).toEqual(['serviceIds'])
  const theirs = contentOf(await (await signInAs(app, 'seller3')).api.shops.taggedServices({ pageSize: 1 })).data[0]
  for (const foreign of [theirs?.serviceId ?? 0, missingId]) {
    expect(failureOf(await assign([serviceId, foreign], ['疫苗']))).toBe('notFound')
  }
  expect((await tagged({ pageSize: 1 })).data[0]?.capabilities).not.toContain('疫苗')
})
