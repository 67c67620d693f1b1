import { beforeAll, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { categoryOf, wholeProduct } from '../../support/scenes/catalogue/publishing.ts'
import { missingId, newKey } from '../../support/sentinels.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
let category: number
beforeAll(async () => {
  category = await categoryOf(app, '饲料与垫料')
})

const save = async (title: string, specs: { name: string; code: string; stock: number }[]) => {
  const rows = specs.map((spec) => ({ specId: null, price: 10_000, ...spec }))
  const input = { ...wholeProduct(category, title), catalogueNo: '', specs: rows, submit: true }
  const { productNo } = contentOf(await seller.api.catalogue.productSave(input, { idempotencyKey: newKey() }))
  const { data } = contentOf(await seller.api.catalogue.stocks({ keyword: productNo }))
  return { productNo, specIds: data.map(({ specId }) => specId) }
}
const stockOf = async (productNo: string) =>
  contentOf(await seller.api.catalogue.stocks({ keyword: productNo })).data.map(({ stock }) => stock)
const byTable = async (client: Client, ...rows: [code: string, stock: number][]) =>
  contentOf(
    await client.api.catalogue.stockPreview({ by: 'table', rows: rows.map(([code, stock]) => ({ code, stock })) }),
  ).rows
const adjust = (client: Client, rows: readonly { specId: number | null; was: number | null; stock: number }[]) =>
  client.api.catalogue.stockAdjust({
    rows: rows.map(({ specId, was, stock }) => ({ specId: specId ?? 0, was: was ?? 0, stock })),
  })

test('a pasted table finds specifications by code or number, and names the lines that it cannot take', async () => {
  const two = await save('粘贴库存的商品', [
    { name: '大', code: 'ADJ-L', stock: 5 },
    { name: '小', code: 'ADJ-S', stock: 7 },
  ])
  const one = await save('只有一个规格的商品', [{ name: '一支', code: '', stock: 3 }])
  // A code is unique within its product only.
  for (const title of ['编码重复的商品甲', '编码重复的商品乙'])
    await save(title, [{ name: '一支', code: 'ADJ-D', stock: 1 }])
  const rows = await byTable(
    seller,
    ['adj-l', 50],
    [one.productNo, 30],
    ['ADJ-S', 7],
    ['ADJ-D', 2],
    ['ADJ-L', 51],
    ['nowhere', 1],
    [two.productNo, 9],
  )
  expect(rows.map(({ refused }) => refused)).toEqual([
    '',
    '',
    '库存不变',
    '有多个规格使用此编码或编号，请改用各规格的商家编码',
    '与前面的行重复',
    '本店没有此编码的规格',
    '有多个规格使用此编码或编号，请改用各规格的商家编码',
  ])
  const good = rows.filter(({ refused }) => refused === '')
  expect(good.map(({ was, stock }) => [was, stock])).toEqual([
    [5, 50],
    [3, 30],
  ])
  expect(contentOf(await adjust(seller, good))).toEqual({ done: 2 })
  expect(await stockOf(two.productNo)).toEqual([50, 7])
  expect(await stockOf(one.productNo)).toEqual([30])
  expect((await byTable(other, ['ADJ-L', 1]))[0]?.refused).toBe('本店没有此编码的规格')
})

test('percentages are rounded; a stock that changed since the preview refuses all, with what it is now', async () => {
  const { productNo, specIds } = await save('按百分比的商品', [
    { name: '大', code: 'PCT-L', stock: 5 },
    { name: '小', code: 'PCT-S', stock: 40 },
  ])
  const { rows } = contentOf(await seller.api.catalogue.stockPreview({ by: 'percent', specIds, percent: -50 }))
  expect(rows.map(({ was, stock }) => [was, stock])).toEqual([
    [5, 3],
    [40, 20],
  ])
  const [first = 0, second = 0] = specIds
  contentOf(await seller.api.catalogue.stockUpdate({ specId: second, was: 40, stock: 39 }))
  const late = await adjust(seller, rows)
  expect(failureOf(late)).toBe('stocksOutdated')
  expect(late.ok ? null : late.failure.content).toMatchObject({
    specs: [{ specId: second, specName: '小', stock: 39 }],
  })
  expect(await stockOf(productNo)).toEqual([5, 39])
  const race = await Promise.all([6, 7, 8].map((stock) => adjust(seller, [{ specId: first, was: 5, stock }])))
  expect(race.map(failureOf).toSorted()).toEqual(['none', 'stocksOutdated', 'stocksOutdated'])
})

test('specifications of another shop do not exist; bad input and visitors are refused', async () => {
  const { specIds, productNo } = await save('别店的库存', [{ name: '一支', code: 'OTH-1', stock: 3 }])
  const [specId = 0] = specIds
  expect(failureOf(await adjust(other, [{ specId, was: 3, stock: 9 }]))).toBe('notFound')
  expect(failureOf(await adjust(seller, [{ specId: missingId, was: 3, stock: 9 }]))).toBe('notFound')
  expect(fieldsWithErrors(await adjust(seller, []))).toEqual(['rows'])
  expect(fieldsWithErrors(await adjust(seller, [{ specId, was: 3, stock: -1 }]))).toEqual(['rows.0.stock'])
  expect(failureOf(await adjust(visitor(app), [{ specId, was: 3, stock: 9 }]))).toBe('sessionInvalid')
  expect(await stockOf(productNo)).toEqual([3])
})

test('the stock list is sorted and bounded by the price', async () => {
  const { productNo } = await save('排序的库存', [
    { name: '甲', code: 'SRT-1', stock: 9 },
    { name: '乙', code: 'SRT-2', stock: 2 },
  ])
  const list = async (input: Parameters<typeof seller.api.catalogue.stocks>[0]) =>
    contentOf(await seller.api.catalogue.stocks({ keyword: productNo, ...input })).data.map(({ stock }) => stock)
  expect(await list({})).toEqual([9, 2])
  expect(await list({ sortBy: 'stock' })).toEqual([2, 9])
  expect(await list({ sortBy: 'stock', sortDown: true })).toEqual([9, 2])
  expect(await list({ amountFrom: 10_001 })).toEqual([])
  expect(await list({ amountFrom: 10_000, amountTo: 10_000 })).toEqual([9, 2])
})
