import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

const found = async (input: Parameters<Client['api']['shops']['shopsByKeywords']>[0]) =>
  contentOf(await anyone.api.shops.shopsByKeywords(input))

describe('finding shops', () => {
  test('filters by part of the name, certificate and district; facet counts equal list totals', async () => {
    const [shop] = (await found({ pageSize: 1 })).data
    const byName = await found({ keyword: shop?.shopName.slice(1, 5) ?? '' })
    expect(byName.data.map(({ shopId }) => shopId)).toContain(shop?.shopId)
    const { tags, districts } = await found({})
    for (const { value, count } of tags) expect((await found({ tags: [value] })).total).toBe(count)
    for (const { value, count } of districts) expect((await found({ districtCode: value })).total).toBe(count)
  })

  test('sorts by the requested order', async () => {
    const counts = (await found({ sort: 'services', pageSize: 100 })).data.map(({ serviceAccount }) => serviceAccount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  test('treats pattern characters as plain text and is empty beyond its end', async () => {
    expect((await found({ keyword: '%_%' })).total).toBe(0)
    expect((await found({ current: 1_000_000 })).data).toEqual([])
  })
})

describe('one shop', () => {
  test('is returned by its id or its company, with correct counts', async () => {
    const [row] = (await found({ sort: 'services', pageSize: 1 })).data
    const { shopId = 0, orgId = 0 } = row ?? {}
    const home = contentOf(await anyone.api.shops.shopHome({ orgId }))
    expect(home.shopId).toBe(shopId)
    expect(home.serviceAccount).toBe(
      await app.db.$count(services, and(eq(services.shopId, shopId), eq(services.status, 'published'))),
    )
    expect(home.productAccount).toBe(
      await app.db.$count(products, and(eq(products.shopId, shopId), eq(products.status, 'published'))),
    )
    expect(home.mallServiceListVOs.length).toBe(Math.min(8, home.serviceAccount))
    for (const each of [...home.mallServiceListVOs, ...home.products]) expect(each.shopId).toBe(shopId)
  })

  test('has counters equal to its published listings', async () => {
    const [row] = (await found({ sort: 'products', pageSize: 1 })).data
    const counters = contentOf(await anyone.api.shops.shopCounters({ shopId: row?.shopId }))
    const sum = (each: readonly { count: number }[]) => each.reduce((all, { count }) => all + count, 0)
    expect([sum(counters.services), sum(counters.products)]).toEqual([row?.serviceAccount, row?.productAccount])
  })

  test('is not returned while it is closed', async () => {
    const [row] = (await found({ sort: 'new', pageSize: 1 })).data
    const { shopId = 0, orgId = 0 } = row ?? {}
    const open = (isSaler: boolean) => app.db.update(companies).set({ isSaler }).where(eq(companies.id, orgId))
    await open(false)
    const { api } = anyone
    const answers = await Promise.all([
      api.shops.shopHome({ shopId }),
      api.shops.shopInfo({ orgId }),
      api.shops.shopCounters({ shopId }),
    ])
    expect(answers.map(failureOf)).toEqual(['gone', 'gone', 'notFound'])
    expect((await found({ sort: 'new', pageSize: 100 })).data.some((each) => each.shopId === shopId)).toBe(false)
    await open(true)
  })

  test('requires an existing id; both ids must match', async () => {
    const [one, other] = (await found({ pageSize: 2 })).data
    expect(fieldsWithErrors(await anyone.api.shops.shopInfo({}))).toEqual(['shopId'])
    expect(failureOf(await anyone.api.shops.shopInfo({ shopId: 2_147_483_647 }))).toBe('notFound')
    expect(failureOf(await anyone.api.shops.shopInfo({ shopId: one?.shopId, orgId: other?.orgId }))).toBe('notFound')
  })
})
