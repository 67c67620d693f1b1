import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { download, goodsHeads, put } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')

describe('listingTemplate', () => {
  test('has column headers, instructions and the categories with their attributes', async () => {
    const { url, name } = contentOf(await seller.api.catalogue.listingTemplate({ kind: 'product' }))
    expect(name).toBe('商品导入模板.xlsx')
    const bytes = await download(app, seller, url)
    expect((await readSheet(bytes, 1))[0]).toEqual(goodsHeads)
    const told = (await readSheet(bytes, 2)).map(([column]) => column)
    expect(told).toEqual(expect.arrayContaining(['分类', 'CAS 号', '规格', '多个规格']))
    const categories = await readSheet(bytes, 3)
    expect(categories.find(([each]) => String(each).endsWith('反相色谱柱'))?.[1]).toMatch(/填料：十八烷基/)
    expect((await put(other, [goodsHeads])).ok).toBe(true)
    await expect(download(app, other, url)).rejects.toThrow('404')
  })

  test('requires the permission to publish the kind', async () => {
    expect(failureOf(await visitor(app).api.catalogue.listingTemplate({ kind: 'service' }))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'buyer')).api.catalogue.listingTemplate({ kind: 'service' }))).toBe(
      'notSeller',
    )
  })
})
