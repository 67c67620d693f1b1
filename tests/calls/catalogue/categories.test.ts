import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CountedCategory } from '../../../src/contract/catalogue/categories.ts'
import { products } from '../../../src/db/tables/catalogue.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const anyone = visitorForFile(app)

const deepest = (list: readonly CountedCategory[]): number =>
  Math.max(0, ...list.flatMap(({ level, childList }) => [level, deepest(childList)]))
const nobody = 2_147_483_647

describe('counted categories', () => {
  test('match the list totals, goods four levels deep', async () => {
    const tree = contentOf(await anyone.api.catalogue.productCategoriesIndex({}))
    expect(deepest(tree)).toBe(4)
    const total = await app.db.$count(products, eq(products.status, 'published'))
    expect(tree.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    for (const { categoryId, count } of [...tree, ...tree.flatMap(({ childList }) => childList)]) {
      const { total: listed } = contentOf(await anyone.api.catalogue.products({ id: categoryId, pageSize: 1 }))
      expect(listed).toBe(count)
    }
  })

  test('match the list totals, services three levels deep', async () => {
    const tree = contentOf(await anyone.api.catalogue.serviceFields({}))
    expect(deepest(tree)).toBe(3)
    const [first] = tree
    const { total } = contentOf(await anyone.api.catalogue.services({ id: first?.categoryId, pageSize: 1 }))
    expect(first?.count).toBe(total)
  })

  test('are recounted after a write to goods', async () => {
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

describe('levels of goods categories', () => {
  test('start at the first level and descend to leaves', async () => {
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

  test('return nothing for service categories and unknown ids', async () => {
    const [service] = contentOf(await anyone.api.catalogue.serviceFields({}))
    for (const categoryId of [service?.categoryId, nobody]) {
      expect(failureOf(await anyone.api.catalogue.productCategories({ categoryId }))).toBe('notFound')
    }
    expect(fieldsWithErrors(await anyone.api.catalogue.productCategories({ categoryId: 0 }))).toEqual(['categoryId'])
  })
})

describe('brands and districts', () => {
  test('brand counts match the list totals', async () => {
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

  test('district counts match the list totals, for cities too', async () => {
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

  test('reverses the order for an operator and updates every menu at once', async () => {
    const operator = await signInAs(app, 'ops')
    const before = await order()
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before.toReversed() }))
    expect(await order()).toEqual(before.toReversed())
    const [, goods] = contentOf(await anyone.api.reference.categoriesFand({}))
    expect(goods?.childList.map(({ categoryId }) => categoryId)).toEqual(before.toReversed())
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before }))
  })

  test('keeps one complete order of two concurrent ones', async () => {
    const operator = await signInAs(app, 'ops')
    const before = await order()
    const turned = before.toReversed()
    await Promise.all(
      [before, turned].map((categoryIds) => operator.api.catalogue.productCategoriesIndexSort({ categoryIds })),
    )
    expect([before, turned]).toContainEqual(await order())
    contentOf(await operator.api.catalogue.productCategoriesIndexSort({ categoryIds: before }))
  })

  test('rejects incomplete orders, mixed levels, duplicates and unknown ids', async () => {
    const { catalogue } = (await signInAs(app, 'ops')).api
    const before = await order()
    const [first = 0, second = 0] = before
    const sort = (categoryIds: number[]) => catalogue.productCategoriesIndexSort({ categoryIds })
    expect(failureOf(await sort(before.slice(1)))).toBe('conflict')
    const [child] = contentOf(await catalogue.productCategories({ categoryId: first }))
    expect(fieldsWithErrors(await sort([second, child?.categoryId ?? 0]))).toEqual(['categoryIds'])
    expect(fieldsWithErrors(await sort([...before, first]))).toEqual(['categoryIds'])
    expect(failureOf(await sort([...before, nobody]))).toBe('notFound')
    expect(await order()).toEqual(before)
  })

  test('requires an operator', async () => {
    const input = { categoryIds: await order() }
    expect(failureOf(await anyone.api.catalogue.productCategoriesIndexSort(input))).toBe('sessionInvalid')
    const seller = await signInAs(app, 'seller')
    expect(failureOf(await seller.api.catalogue.productCategoriesIndexSort(input))).toBe('forbidden')
  })
})
