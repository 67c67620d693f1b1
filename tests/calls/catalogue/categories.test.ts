import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CountedCategory } from '../../../src/contract/catalogue/categories.ts'
import { products } from '../../../src/db/tables/catalogue.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let anyone: Client
beforeAll(async () => {
  app = await startApp()
  anyone = visitor(app)
})
afterAll(() => app.close())

const deepest = (list: readonly CountedCategory[]): number =>
  Math.max(0, ...list.flatMap(({ level, childList }) => [level, deepest(childList)]))
const nobody = 2_147_483_647

describe('counted categories', () => {
  test('count what the list shows in each, goods four levels deep', async () => {
    const tree = contentOf(await anyone.api.catalogue.productCategoriesIndex({}))
    expect(deepest(tree)).toBe(4)
    const total = await app.db.$count(products, eq(products.status, 'published'))
    expect(tree.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    for (const { categoryId, count } of [...tree, ...tree.flatMap(({ childList }) => childList)]) {
      const { total: listed } = contentOf(await anyone.api.catalogue.products({ id: categoryId, pageSize: 1 }))
      expect(listed).toBe(count)
    }
  })

  test('the fields of services are three levels deep and counted as the list counts', async () => {
    const tree = contentOf(await anyone.api.catalogue.serviceFields({}))
    expect(deepest(tree)).toBe(3)
    const [first] = tree
    const { total } = contentOf(await anyone.api.catalogue.services({ id: first?.categoryId, pageSize: 1 }))
    expect(first?.count).toBe(total)
  })

  test('are counted anew after a write that touches goods', async () => {
    const before = contentOf(await anyone.api.catalogue.productCategoriesIndex({}))
    const [row] = await app.db.select().from(products).where(eq(products.status, 'published')).limit(1)
    await app.db
      .update(products)
      .set({ status: 'unlisted' })
      .where(eq(products.id, row?.id ?? 0))
    app.runtime.pages.invalidate(['products'])
    const after = contentOf(await anyone.api.catalogue.productCategoriesIndex({}))
    const sum = (list: readonly CountedCategory[]) => list.reduce((all, { count }) => all + count, 0)
    expect(sum(after)).toBe(sum(before) - 1)
  })
})

describe('the levels of goods', () => {
  test('begin with the first, and go down one by one to leaves', async () => {
    const first = contentOf(await anyone.api.catalogue.productCategoriesFirst({}))
    const top = contentOf(await anyone.api.catalogue.productCategories({}))
    expect(top.map(({ categoryId }) => categoryId)).toEqual(first.map(({ categoryId }) => categoryId))
    let below = top
    for (let level = 1; level <= 4; level += 1) {
      expect(new Set(below.map((each) => each.level))).toEqual(new Set([level]))
      const [next] = below
      if (level === 4) expect(below.every(({ isLeaf }) => isLeaf)).toBe(true)
      below = contentOf(await anyone.api.catalogue.productCategories({ categoryId: next?.categoryId }))
    }
    expect(below).toEqual([])
  })

  test('know no category of services, and none that is not there', async () => {
    const [service] = contentOf(await anyone.api.catalogue.serviceFields({}))
    for (const categoryId of [service?.categoryId, nobody]) {
      expect(failureOf(await anyone.api.catalogue.productCategories({ categoryId }))).toBe('notFound')
    }
    expect(faultyFields(await anyone.api.catalogue.productCategories({ categoryId: 0 }))).toEqual(['categoryId'])
  })
})

describe('brands and places', () => {
  test('brands count the goods that the list shows for them', async () => {
    const all = contentOf(await anyone.api.catalogue.productBrands({}))
    expect(all.length).toBeGreaterThan(3)
    for (const { brandId, count } of all.slice(0, 3)) {
      const { total } = contentOf(await anyone.api.catalogue.products({ brandId, pageSize: 1 }))
      expect(total).toBe(count)
    }
    const [kind] = contentOf(await anyone.api.catalogue.productCategoriesFirst({}))
    const some = contentOf(await anyone.api.catalogue.productBrands({ categoryId: kind?.categoryId }))
    const sum = (list: typeof all) => list.reduce((each, { count }) => each + count, 0)
    expect(sum(some)).toBeLessThan(sum(all))
    expect(contentOf(await anyone.api.catalogue.productBrands({ categoryId: nobody }))).toEqual([])
  })

  test('places count the listings that the list shows for them, cities too', async () => {
    const services = contentOf(await anyone.api.catalogue.serviceAreas({}))
    const goods = contentOf(await anyone.api.catalogue.productAreas({}))
    const places = services.flatMap((province) => [province, ...province.childList])
    for (const { code, count, name } of places.slice(0, 12)) {
      const { total } = contentOf(await anyone.api.catalogue.services({ districtCode: code, pageSize: 1 }))
      expect([name, total]).toEqual([name, count])
    }
    const [first] = goods
    const { total } = contentOf(await anyone.api.catalogue.products({ districtCode: first?.code, pageSize: 1 }))
    expect(total).toBe(first?.count)
    expect(contentOf(await anyone.api.catalogue.productAreas({ categoryId: nobody }))).toEqual([])
  })
})

describe('productCategoriesIndexSort', () => {
  const order = async () =>
    contentOf(await anyone.api.catalogue.productCategoriesFirst({})).map(({ categoryId }) => categoryId)

  test('an operator turns the order round, and every menu follows at once', async () => {
    const operator = await as(app, 'ops')
    const before = await order()
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before.toReversed() }))
    expect(await order()).toEqual(before.toReversed())
    const [, goods] = contentOf(await anyone.api.reference.categoriesFand({}))
    expect(goods?.childList.map(({ categoryId }) => categoryId)).toEqual(before.toReversed())
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before }))
  })

  test('two orders at once leave one of them, whole', async () => {
    const operator = await as(app, 'ops')
    const before = await order()
    const turned = before.toReversed()
    await Promise.all(
      [before, turned].map((categoryIds) => operator.api.catalogue.productCategoriesIndexSort({ categoryIds })),
    )
    expect([before, turned]).toContainEqual(await order())
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before }))
  })

  test('refuses an order that leaves one out, mixes levels, names one twice or one that is not there', async () => {
    const { catalogue } = (await as(app, 'ops')).api
    const before = await order()
    const [first = 0, second = 0] = before
    const sort = (categoryIds: number[]) => catalogue.productCategoriesIndexSort({ categoryIds })
    expect(failureOf(await sort(before.slice(1)))).toBe('conflict')
    const [child] = contentOf(await catalogue.productCategories({ categoryId: first }))
    expect(faultyFields(await sort([second, child?.categoryId ?? 0]))).toEqual(['categoryIds'])
    expect(faultyFields(await sort([...before, first]))).toEqual(['categoryIds'])
    expect(failureOf(await sort([...before, nobody]))).toBe('notFound')
    expect(await order()).toEqual(before)
  })

  test('is for operators', async () => {
    const input = { categoryIds: await order() }
    expect(failureOf(await anyone.api.catalogue.productCategoriesIndexSort(input))).toBe('sessionInvalid')
    const seller = await as(app, 'seller')
    expect(failureOf(await seller.api.catalogue.productCategoriesIndexSort(input))).toBe('forbidden')
  })
})
