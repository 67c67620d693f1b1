import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { download, goodsHeads, put } from './sheets-scene.ts'

let app: TestApp
let seller: Client
let other: Client
beforeAll(async () => {
  app = await startApp()
  seller = await as(app, 'seller')
  other = await as(app, 'seller2')
})
afterAll(() => app.close())

describe('listingTemplate', () => {
  test('has the heads, instructions and the categories with their attributes', async () => {
    const { url, name } = contentOf(await seller.api.catalogue.listingTemplate({ kind: 'product' }))
    expect(name).toBe('商品导入模板.xlsx')
    const bytes = await download(app, seller, url)
    expect((await readSheet(bytes, 1))[0]).toEqual(goodsHeads)
    const told = (await readSheet(bytes, 2)).map(([column]) => column)
    expect(told).toEqual(expect.arrayContaining(['类目', 'CAS 号', '规格', '多个规格']))
    const categories = await readSheet(bytes, 3)
    expect(categories.find(([each]) => String(each).endsWith('反相色谱柱'))?.[1]).toMatch(/填料：十八烷基/)
    expect((await put(other, [goodsHeads])).ok).toBe(true)
    await expect(download(app, other, url)).rejects.toThrow('404')
  })

  test('is for those who may publish the kind', async () => {
    expect(failureOf(await visitor(app).api.catalogue.listingTemplate({ kind: 'service' }))).toBe('sessionInvalid')
    expect(failureOf(await (await as(app, 'buyer')).api.catalogue.listingTemplate({ kind: 'service' }))).toBe(
      'notSeller',
    )
  })
})
