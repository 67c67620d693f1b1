import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { listingChanges, services } from '../../../src/db/tables/catalogue.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { categoryOf, wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { noticesOf } from '../../support/scenes/orders/order.ts'
import { missingId, newKey } from '../../support/sentinels.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
const buyer = clientForFile(app, 'buyer')
let goods: number
let work: number
beforeAll(async () => {
  goods = await categoryOf(app, '饲料与垫料')
  work = await categoryOf(app, '临床监查')
})

type Change = Parameters<Client['api']['catalogue']['servicePricePreview']>[0]['change']
const up5: Change = { mode: 'percent', value: 500, rounding: 'fen' }
const down10yuan: Change = { mode: 'amount', value: -1_000, rounding: 'fen' }

const product = async (title: string, more: object = {}) =>
  contentOf(
    await seller.api.catalogue.productSave(
      { ...wholeProduct(goods, title), ...more, submit: true },
      { idempotencyKey: newKey() },
    ),
  )
const previewed = async (client: Client, listingIds: number[], change: Change) =>
  contentOf(await client.api.catalogue.productPricePreview({ listingIds, change })).rows
type Row = { listingId: number; version: number }
const versionsOf = (rows: readonly Row[]) => rows.map(({ listingId, version }) => ({ listingId, version }))
const change = (client: Client, rows: readonly Row[], by: Change) =>
  client.api.catalogue.productPriceChange({ rows: versionsOf(rows), change: by })
const prices = async (productNo: string) =>
  contentOf(await visitor(app).api.catalogue.product({ productNo })).specs.map(({ price }) => price)

describe('prices of goods', () => {
  test('are previewed for every specification and changed together', async () => {
    const [one, two] = [await product('调价商品一'), await product('调价商品二')]
    const rows = await previewed(seller, [two.productId, one.productId, missingId], up5)
    expect(rows.map(({ title, refused }) => [title, refused])).toEqual([
      ['调价商品二', ''],
      ['调价商品一', ''],
    ])
    expect(rows[0]?.prices).toEqual([
      { name: '500 mL', before: 12_000, beforeHigh: null, after: 12_600, afterHigh: null },
      { name: '1 L', before: 20_000, beforeHigh: null, after: 21_000, afterHigh: null },
    ])
    // A preview changes nothing.
    expect(await prices(one.productNo)).toEqual([12_000, 20_000])
    expect(contentOf(await change(seller, rows, up5))).toEqual({ done: 2, inReview: 0 })
    for (const { productNo } of [one, two]) expect(await prices(productNo)).toEqual([12_600, 21_000])
    const opened = contentOf(await seller.api.catalogue.sellerProduct({ productId: one.productId }))
    expect(opened.history.map(({ event }) => event).slice(-2)).toEqual(['change_submit', 'change_pass'])
    // The same request again is of a version that is gone: nothing is changed twice.
    expect(failureOf(await change(seller, rows, up5))).toBe('pricesOutdated')
    expect(await prices(one.productNo)).toEqual([12_600, 21_000])
  })

  test('changed since the preview are refused by name, and none is changed', async () => {
    const [one, two] = [await product('预览后未动的商品'), await product('预览后修改的商品')]
    const rows = await previewed(seller, [one.productId, two.productId], up5)
    const { form, version } = contentOf(await seller.api.catalogue.sellerProduct({ productId: two.productId }))
    contentOf(
      await seller.api.catalogue.productUpdate({
        ...form,
        productId: two.productId,
        version,
        submit: true,
        specs: form.specs.map((spec) => ({ ...spec, price: 99_900 })),
      }),
    )
    const late = await change(seller, rows, up5)
    expect(failureOf(late)).toBe('pricesOutdated')
    expect(late.ok ? null : late.failure.content).toEqual({
      listings: [{ id: two.productId, title: '预览后修改的商品', message: '预览之后被修改' }],
    })
    expect(await prices(one.productNo)).toEqual([12_000, 20_000])
    expect(await prices(two.productNo)).toEqual([99_900, 99_900])
  })

  test('of several changes at once one is made', async () => {
    const one = await product('同时调价的商品')
    const rows = await previewed(seller, [one.productId], down10yuan)
    const answers = await Promise.all([1, 2, 3].map(() => change(seller, rows, down10yuan)))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'pricesOutdated', 'pricesOutdated'])
    expect(await prices(one.productNo)).toEqual([11_000, 19_000])
  })

  test('that cannot be changed are named with the reason, and refused when sent all the same', async () => {
    const [asked, cheap] = [
      await product('面议的商品', { productPriceType: 2 }),
      await product('便宜的商品', { specs: [{ name: '一支', code: 'C-1', price: 900, stock: 3 }] }),
    ]
    const rows = await previewed(seller, [asked.productId, cheap.productId], down10yuan)
    expect(rows.map(({ refused }) => refused)).toEqual(['价格为面议，没有可调整的价格', '调整后低于 0.01 元或超过上限'])
    const answer = await change(seller, rows, down10yuan)
    expect(failureOf(answer)).toBe('pricesRefused')
    expect(answer.ok ? '' : JSON.stringify(answer.failure.content)).toContain('便宜的商品')
    const same: Change = { mode: 'amount', value: 1, rounding: 'yuan' }
    expect((await previewed(seller, [cheap.productId], same))[0]?.refused).toBe('调整后价格不变')
    // 9 yuan less 1 % is 8.91, and 10 when rounded to tens.
    const raised: Change = { mode: 'percent', value: -100, rounding: 'ten' }
    expect((await previewed(seller, [cheap.productId], raised))[0]?.refused).toBe(
      '取整后与调整方向相反，请改用更小的取整单位',
    )
  })

  test('of another shop do not exist; bad changes and visitors are refused', async () => {
    const one = await product('别店的商品')
    expect(await previewed(other, [one.productId], up5)).toEqual([])
    const theirs = await change(other, [{ listingId: one.productId, version: 1 }], up5)
    expect(failureOf(theirs)).toBe('pricesOutdated')
    expect(JSON.stringify(theirs)).not.toContain('别店的商品')
    for (const value of [0, -10_000, 1_000_001]) {
      const bad = await change(seller, [{ listingId: one.productId, version: 1 }], { ...up5, value })
      expect(fieldsWithErrors(bad), String(value)).toEqual(['change.value'])
    }
    expect(fieldsWithErrors(await change(seller, [], up5))).toEqual(['rows'])
    expect(failureOf(await change(visitor(app), [{ listingId: 1, version: 1 }], up5))).toBe('sessionInvalid')
    expect(await prices(one.productNo)).toEqual([12_000, 20_000])
  })
})

describe('prices of services', () => {
  const service = async (title: string, more: object = {}) =>
    contentOf(
      await seller.api.catalogue.serviceSave(
        { ...wholeService(work, title), ...more, submit: true },
        { idempotencyKey: newKey() },
      ),
    ).serviceId

  test('change in a range and tell those who have them as favourites, once', async () => {
    const serviceId = await service('收藏后降价的服务', {
      servicePriceType: 1,
      servicePrice: 100_000,
      serviceHighPrice: 200_050,
    })
    contentOf(await buyer.api.shops.favouriteSave({ kind: 'service', listingId: serviceId }))
    const by: Change = { mode: 'percent', value: -1_000, rounding: 'yuan' }
    const { rows } = contentOf(await seller.api.catalogue.servicePricePreview({ listingIds: [serviceId], change: by }))
    expect(rows[0]?.prices).toEqual([
      { name: '', before: 100_000, beforeHigh: 200_050, after: 90_000, afterHigh: 180_000 },
    ])
    contentOf(await seller.api.catalogue.servicePriceChange({ rows: versionsOf(rows), change: by }))
    const told = await noticesOf(app, 'buyer', '收藏后降价的服务')
    expect(told.map(({ event }) => event)).toEqual(['favourite.changed'])
    expect(told[0]?.title).toContain('降价')
  })

  test('of published ones wait for the review where there is one, and a waiting change is not replaced', async () => {
    const reviewed = await startAppForTest({ REVIEW: 'manual' })
    const own = await signInAs(reviewed, 'seller')
    const { data } = contentOf(await own.api.catalogue.sellerServices({ status: 'published', pageSize: 50 }))
    const first = data.find(({ servicePriceType, change: pending }) => servicePriceType === 0 && pending === null)
    if (first === undefined) throw new Error('No published service with a price')
    const listingIds = [first.serviceId]
    const { rows } = contentOf(await own.api.catalogue.servicePricePreview({ listingIds, change: up5 }))
    expect(contentOf(await own.api.catalogue.servicePriceChange({ rows: versionsOf(rows), change: up5 }))).toEqual({
      done: 1,
      inReview: 1,
    })
    const [stored] = await reviewed.db.select().from(services).where(eq(services.id, first.serviceId))
    expect(stored?.price).toBe(first.servicePrice)
    const [waiting] = await reviewed.db
      .select()
      .from(listingChanges)
      .where(and(eq(listingChanges.kind, 'service'), eq(listingChanges.listingId, first.serviceId)))
    expect(waiting).toMatchObject({ status: 'pending_review' })
    const again = contentOf(await own.api.catalogue.servicePricePreview({ listingIds, change: up5 })).rows
    expect(again[0]?.refused).toBe('修改审核中，请先处理')
  })
})
