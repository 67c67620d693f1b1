import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { savedSearches, savedSearchHits } from '../../../src/db/tables/search.ts'
import { findForSavedSearches } from '../../../src/server/catalogue/saved-searches/find-listings.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
})
beforeEach(async () => {
  await app.db.delete(savedSearches)
  await app.db.delete(notices).where(eq(notices.event, 'search.found'))
})

const run = () => findForSavedSearches(app.db, app.runtime)
const save = async (query: string, more: { kind?: 'service' | 'product'; name?: string; by?: Client } = {}) => {
  const { kind = 'service', name = '我的搜索', by = buyer } = more
  return contentOf(await by.api.catalogue.savedSearchSave({ kind, name, query })).savedSearchId
}
const list = async (by = buyer) => contentOf(await by.api.catalogue.savedSearches({})).data
const noticesOf = async (loginName: string) =>
  app.db
    .select({ title: notices.title, text: notices.text, path: notices.path })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(and(eq(users.loginName, loginName), eq(notices.event, 'search.found')))
    .orderBy(notices.id)

/** Publishes services with these words in their title anew, as the review does. */
async function publish(words: string, most = 1): Promise<number[]> {
  const found = await app.db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.status, 'published'), sql`${services.title} like ${`%${words}%`}`))
    .orderBy(services.id)
    .limit(most)
  const ids = found.map(({ id }) => id)
  await app.db.update(services).set({ publishedAt: new Date() }).where(inArray(services.id, ids))
  return ids
}

describe('saved searches', () => {
  test('keep the conditions of the address, and are renamed, switched and deleted by their person', async () => {
    const savedSearchId = await save(
      '?keyword=毒理&tags=GLP&region=32&priceTo=500000&certified=1&sort=new&current=3&x=y',
    )
    expect(await list()).toMatchObject([{ savedSearchId, kind: 'service', name: '我的搜索', isOn: true, newCount: 0 }])
    expect((await list())[0]?.conditions).toEqual(['“毒理”', 'GLP', '江苏', '¥500,000 以下', '企业认证'])
    contentOf(await buyer.api.catalogue.savedSearchUpdate({ savedSearchId, name: '江苏毒理' }))
    contentOf(await buyer.api.catalogue.savedSearchUpdate({ savedSearchId, isOn: false }))
    expect(await list()).toMatchObject([{ name: '江苏毒理', isOn: false }])
    const { path } = contentOf(await buyer.api.catalogue.savedSearchOpen({ savedSearchId }))
    const opened = new URL(path, 'http://localhost')
    expect([opened.pathname, opened.searchParams.get('keyword'), opened.searchParams.get('sort')]).toEqual([
      '/serviceHall/service',
      '毒理',
      'new',
    ])
    contentOf(await buyer.api.catalogue.savedSearchDelete({ savedSearchId }))
    expect(await list()).toEqual([])
  })

  test('of others return 404; visitors have none', async () => {
    const savedSearchId = await save('?keyword=毒理')
    expect(failureOf(await seller.api.catalogue.savedSearchUpdate({ savedSearchId, name: 'x' }))).toBe('notFound')
    expect(failureOf(await seller.api.catalogue.savedSearchDelete({ savedSearchId }))).toBe('notFound')
    expect(failureOf(await seller.api.catalogue.savedSearchOpen({ savedSearchId }))).toBe('notFound')
    expect(await list(seller)).toEqual([])
    expect(failureOf(await visitor(app).api.catalogue.savedSearches({}))).toBe('sessionInvalid')
  })

  test('need a name, and a keyword or filter', async () => {
    const { savedSearchSave } = buyer.api.catalogue
    expect(fieldsWithErrors(await savedSearchSave({ kind: 'service', name: '全部', query: '?sort=new' }))).toEqual([
      'query',
    ])
    expect(fieldsWithErrors(await savedSearchSave({ kind: 'service', name: '', query: '?keyword=x' }))).toEqual([
      'name',
    ])
  })

  test('are limited to twenty, also in parallel', async () => {
    for (let n = 0; n < 18; n += 1) await save(`?keyword=词${n}`)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        buyer.api.catalogue.savedSearchSave({ kind: 'service', name: '又一个', query: `?keyword=多${n}` }),
      ),
    )
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'none', 'tooManySavedSearches', 'tooManySavedSearches'])
  })
})

describe('the job', () => {
  test('finds new listings once for each search, also with parallel runs, and notifies with their titles', async () => {
    const savedSearchId = await save('?keyword=毒性', { name: '毒性试验' })
    await save('?keyword=绝无此词甲乙丙', { name: '别的' })
    await run()
    expect(await noticesOf('buyer')).toEqual([])
    const ids = await publish('毒性', 2)
    await Promise.all([run(), run()])
    await run()
    const told = await noticesOf('buyer')
    expect(told).toMatchObject([{ title: '“毒性试验”有 2 项新服务' }])
    expect(told[0]?.path).toContain(`open=${savedSearchId}`)
    const found = await app.db.select().from(savedSearchHits)
    expect(found.map(({ listingId }) => listingId).toSorted()).toEqual(ids.toSorted())
    expect((await list()).map(({ name, newCount }) => [name, newCount])).toEqual([
      ['别的', 0],
      ['毒性试验', 2],
    ])
    await publish('毒性', 2)
    await run()
    expect(await noticesOf('buyer')).toHaveLength(1)
    contentOf(await buyer.api.catalogue.savedSearchOpen({ savedSearchId }))
    expect((await list()).map(({ newCount }) => newCount)).toEqual([0, 0])
  })

  test('meets all conditions: those of the keyword, and chosen ones', async () => {
    const [id] = await publish('毒性')
    const [row] = await app.db
      .select()
      .from(services)
      .where(eq(services.id, id ?? 0))
    const province = row?.districtCode.slice(0, 2) ?? ''
    await save(`?keyword=毒性&region=${province}`, { name: '同省' })
    await save(`?keyword=毒性&region=${province === '11' ? '31' : '11'}`, { name: '他省' })
    await save('?keyword=毒性 1元以内', { name: '太便宜' })
    await save('?keyword=毒性', { name: '商品', kind: 'product' })
    await app.db.update(services).set({ publishedAt: new Date(), districtCode: `${province}0100` }).where(eq(services.id, id ?? 0)) // prettier-ignore
    await run()
    expect((await list()).filter(({ newCount }) => newCount > 0).map(({ name }) => name)).toEqual(['同省'])
  })

  test('of goods finds goods; without alerts it only counts', async () => {
    const savedSearchId = await save('?keyword=103-90-2', { kind: 'product', name: '扑热息痛' })
    contentOf(await buyer.api.catalogue.savedSearchUpdate({ savedSearchId, isOn: false }))
    await app.db.update(products).set({ publishedAt: new Date() }).where(eq(products.cas, '103-90-2'))
    await run()
    expect((await list())[0]?.newCount).toBeGreaterThan(0)
    expect(await noticesOf('buyer')).toEqual([])
    await app.db.update(products).set({ status: 'unlisted' }).where(eq(products.cas, '103-90-2'))
    expect((await list())[0]?.newCount).toBe(0)
  })

  test('tells of many new listings in one message', async () => {
    await save('?certified=1', { name: '认证', by: seller })
    await publish('', 230)
    await run()
    const found = await app.db.$count(savedSearchHits)
    expect(found).toBeGreaterThan(100)
    expect(await noticesOf('seller')).toMatchObject([{ title: `“认证”有 ${found} 项新服务` }])
  })
})
