import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeProduct } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
let category: number
beforeAll(async () => {
  category = await categoryOf(app, '饲料与垫料')
})

type Save = Parameters<Client['api']['catalogue']['productSave']>[0]
const save = async (client: Client, input: Save) =>
  contentOf(await client.api.catalogue.productSave(input, { idempotencyKey: newKey() }))
const shown = async (productNo: string) => contentOf(await visitor(app).api.catalogue.product({ productNo }))

describe('productChangeStatus and productDelete', () => {
  test('unlist, relist, delete', async () => {
    const made = await save(seller, { ...wholeProduct(category, '上上下下的商品'), submit: true })
    const productIds = [made.productId]
    const change = (client: Client, event: 'unlist' | 'relist' | 'withdraw') =>
      client.api.catalogue.productChangeStatus({ productIds, event })
    expect(contentOf(await change(other, 'unlist'))).toMatchObject({ done: 0, failed: [{ id: made.productId }] })
    expect(contentOf(await change(seller, 'withdraw')).failed[0]?.message).toBe('已上架，不能进行此操作')
    expect(contentOf(await seller.api.catalogue.productDelete({ productIds })).done).toBe(0)
    expect(contentOf(await change(seller, 'unlist')).done).toBe(1)
    expect(failureOf(await visitor(app).api.catalogue.product({ productNo: made.productNo }))).toBe('gone')
    expect(contentOf(await change(seller, 'relist')).done).toBe(1)
    expect(contentOf(await change(seller, 'unlist')).done).toBe(1)
    const deleted = await Promise.all([1, 2].map(() => seller.api.catalogue.productDelete({ productIds })))
    expect(deleted.map((answer) => contentOf(answer).done).toSorted()).toEqual([0, 1])
    expect(failureOf(await seller.api.catalogue.sellerProduct({ productId: made.productId }))).toBe('notFound')
    expect(failureOf(await change(visitor(app), 'unlist'))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.catalogue.productDelete({ productIds }))).toBe('sessionInvalid')
  })
})

describe('stocks and stockUpdate', () => {
  test('list every specification and update one if it is unchanged since read', async () => {
    const made = await save(seller, { ...wholeProduct(category, '盘点用的商品'), submit: true })
    const listed = contentOf(await seller.api.catalogue.stocks({ keyword: '盘点用' }))
    expect(listed.data.map(({ specName, stock, price }) => [specName, stock, price])).toEqual([
      ['500 mL', 40, 12_000],
      ['1 L', 8, 20_000],
    ])
    const scarce = contentOf(await seller.api.catalogue.stocks({ keyword: '盘点用', atMost: 8 }))
    const [spec] = scarce.data
    expect([scarce.total, spec?.specName]).toEqual([1, '1 L'])
    const specId = spec?.specId ?? 0
    const update = (client: Client, was: number, stock: number) =>
      client.api.catalogue.stockUpdate({ specId, was, stock })
    expect(contentOf(await update(seller, 8, 20))).toEqual({ stock: 20 })
    expect((await shown(made.productNo)).specs[1]?.stock).toBe(20)
    const late = await update(seller, 8, 5)
    expect([failureOf(late), late.ok ? null : late.failure.content]).toEqual(['conflict', { stock: 20 }])
    const race = await Promise.all([21, 22, 23].map((stock) => update(seller, 20, stock)))
    expect(race.map(failureOf).toSorted()).toEqual(['conflict', 'conflict', 'none'])
    expect(fieldsWithErrors(await update(seller, 20, -1))).toEqual(['stock'])
    expect(failureOf(await update(other, 20, 1))).toBe('notFound')
    expect(failureOf(await update(visitor(app), 20, 1))).toBe('sessionInvalid')
    expect(failureOf(await seller.api.catalogue.stockUpdate({ specId: missingId, was: 1, stock: 1 }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.stocks({}))).toBe('sessionInvalid')
    expect(contentOf(await other.api.catalogue.stocks({ keyword: '盘点用' })).total).toBe(0)
  })
})
