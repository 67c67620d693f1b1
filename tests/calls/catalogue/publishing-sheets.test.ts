import { eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { zipOf } from '../../support/uploads.ts'
import { categoryOf, wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { download, fileOf, given, goods, goodsHeads, put, whole } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
const servicesOnly = clientForFile(app, 'seller3')

const count = async (client: Client) => contentOf(await client.api.catalogue.productCount({}))

describe('listingImport', () => {
  test('checks without writing, then imports all listings, which are searchable', async () => {
    const before = await count(seller)
    const rows = [
      goodsHeads,
      whole(),
      goods({ 规格: '25 kg', '价格（元）': '288', 库存: 6 }),
      whole({ 标题: '=1+1 号垫料，整袋', 规格: '1 袋', 价格方式: '一口价' }),
    ]
    const checked = contentOf(await put(seller, rows))
    expect(checked).toMatchObject({ rows: 3, created: 2, changed: 0, committed: false, faultCount: 0 })
    expect((await count(seller)).all).toBe(before.all)
    expect(contentOf(await put(seller, rows, { commit: true, submit: true }))).toMatchObject({ committed: true })
    expect(await count(seller)).toMatchObject({ all: before.all + 2, published: before.published + 2 })
    const { data } = contentOf(await visitor(app).api.catalogue.products({ keyword: '玉米芯垫料' }))
    const product = contentOf(await visitor(app).api.catalogue.product({ productNo: data[0]?.productNo ?? '' }))
    expect(product).toMatchObject({ productPrice: 12_850, brandName: '垫优' })
    expect(product.specs).toMatchObject([
      { name: '10 kg', price: 12_850, stock: 30 },
      { name: '25 kg', price: 28_800, stock: 6 },
    ])
    const shop = contentOf(await visitor(app).api.shops.shopInfo({ shopId: product.shopId }))
    expect(shop.productAccount).toBe(before.published + 2)
  })

  test('returns row and column of each error and writes nothing', async () => {
    const before = await count(seller)
    const rows = [
      goodsHeads,
      whole(),
      whole({ 标题: '短', 分类: '没有的分类', 'CAS 号': '103-90-3', 起订量: 'a' }),
      whole({ 商品编号: 'P404', 标题: '不是本店的编号' }),
      whole({ 'CAS 号': new Date(2020, 1, 2), 服务地区: '火星', 属性: '重力：1', 资质标签: '没有的资质' }),
      goods({ 规格: '10 kg', '价格（元）': '1.234', 库存: -1 }),
    ]
    const answer = contentOf(await put(seller, rows, { commit: true }))
    expect(answer.committed).toBe(false)
    expect(answer.faults.map(({ row, column }) => `${row} ${column}`).toSorted()).toEqual(
      [
        '3 标题',
        '3 分类',
        '3 CAS 号',
        '3 起订量',
        '4 商品编号',
        '5 CAS 号',
        '5 服务地区',
        '5 属性',
        '5 资质标签',
        '6 价格（元）',
        '6 库存',
        '6 规格',
      ].toSorted(),
    )
    expect((await count(seller)).all).toBe(before.all)
    const without = contentOf(await put(seller, [goodsHeads.slice(0, 5), whole()]))
    expect(without.faults[0]).toMatchObject({ row: 1, message: '缺少此列，请使用下载的模板' })
    const many = contentOf(
      await put(seller, [goodsHeads, ...Array.from({ length: 150 }, () => whole({ 标题: '短', 简介: '短' }))]),
    )
    expect([many.faults.length, many.faultCount]).toEqual([200, 300])
  })

  test('changes nothing for an unchanged export; a changed cell updates only that listing', async () => {
    const made = contentOf(
      await seller.api.catalogue.productSave(
        {
          ...wholeProduct(await categoryOf(app, '饲料与垫料'), '来回导的商品'),
          submit: true,
        },
        { idempotencyKey: newKey() },
      ),
    )
    const { url } = contentOf(await seller.api.catalogue.listingExport({ kind: 'product' }))
    const bytes = await download(app, seller, url)
    const back = (file: Buffer<ArrayBuffer>, commit: boolean) => async () =>
      contentOf(
        await seller.api.catalogue.listingImport({
          kind: 'product',
          commit,
          submit: true,
          fileId: await given(seller, new File([file], '导出.xlsx')),
        }),
      )
    expect(await back(bytes, true)()).toMatchObject({ created: 0, changed: 0, committed: true, faults: [] })
    const rows = await readSheet(bytes, 1)
    const at = rows.findIndex((row) => row[0] === made.productNo)
    const changed = rows.map((row, index) =>
      row.map((cell, column) =>
        index === at && rows[0]?.[column] === '价格（元）*' ? '99' : cell === null ? null : String(cell),
      ),
    )
    expect(contentOf(await put(seller, changed, { commit: true, submit: true }))).toMatchObject({
      changed: 1,
      created: 0,
    })
    const product = contentOf(await visitor(app).api.catalogue.product(made))
    expect(product.specs).toMatchObject([{ price: 9_900 }, { price: 20_000 }])
    const [row] = await app.db.select().from(products).where(eq(products.productNo, made.productNo))
    expect(row?.version).toBe(2)
  })

  test('changes nothing for an export of services, also with cells like formulas', async () => {
    const category = await categoryOf(app, '临床监查')
    const title = '=HYPERLINK("http://x","y") 服务'
    contentOf(
      await servicesOnly.api.catalogue.serviceSave(
        {
          ...wholeService(category, title),
          paragraphs: ['+1', '-2', '@3'],
          submit: true,
        },
        { idempotencyKey: newKey() },
      ),
    )
    const { url } = contentOf(await servicesOnly.api.catalogue.listingExport({ kind: 'service' }))
    const bytes = await download(app, servicesOnly, url)
    const rows = await readSheet(bytes, 1)
    expect(rows.some((row) => row[1] === title)).toBe(true)
    const fileId = await given(servicesOnly, new File([bytes], '服务.xlsx'))
    const answer = contentOf(await servicesOnly.api.catalogue.listingImport({ kind: 'service', fileId, commit: true }))
    expect(answer).toMatchObject({ changed: 0, created: 0, faults: [], committed: true })
  })

  test('rejects invalid and hostile files', async () => {
    const text = (body: string) => new Uint8Array(Buffer.from(body))
    const good = Buffer.from(await (await fileOf([goodsHeads, whole()])).arrayBuffer())
    const workbook = { name: 'xl/workbook.xml', bytes: text('<workbook/>') }
    const types = {
      name: '[Content_Types].xml',
      bytes: text(
        '<Types xmlns="x"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
    }
    const hurtful = [
      zipOf([
        types,
        workbook,
        {
          name: 'xl/worksheets/sheet1.xml',
          bytes: text('<sheetData><row r="1048576"><c r="XFD1048576"/></row></sheetData>'),
        },
      ]),
      zipOf([
        types,
        workbook,
        { name: 'xl/worksheets/sheet1.xml', bytes: new Uint8Array(120 * 1024 * 1024), claims: 1_000 },
      ]),
      zipOf([types, workbook]),
    ]
    for (const bytes of hurtful) {
      const fileId = await given(seller, new File([bytes], '恶意.xlsx'))
      expect(failureOf(await seller.api.catalogue.listingImport({ kind: 'product', fileId }))).toBe('sheetBroken')
    }
    const pdf = await given(seller, new File([text('名称,数量\n')], '名单.csv'))
    expect(failureOf(await seller.api.catalogue.listingImport({ kind: 'product', fileId: pdf }))).toBe('sheetBroken')
    const theirs = await given(other, new File([good], '别家.xlsx'))
    expect(failureOf(await seller.api.catalogue.listingImport({ kind: 'product', fileId: theirs }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.listingImport({ kind: 'product', fileId: theirs }))).toBe(
      'sessionInvalid',
    )
  })

  test('ignores listings of other shops; two parallel imports both succeed', async () => {
    const made = contentOf(
      await seller.api.catalogue.productSave(
        {
          ...wholeProduct(await categoryOf(app, '饲料与垫料'), '别家改不了的'),
          submit: true,
        },
        { idempotencyKey: newKey() },
      ),
    )
    const foreign = contentOf(await put(other, [goodsHeads, whole({ 商品编号: made.productNo })], { commit: true }))
    expect([foreign.committed, foreign.faults[0]?.column]).toEqual([false, '商品编号'])
    const before = await count(other)
    const both = await Promise.all(
      [1, 2].map((n) =>
        put(other, [goodsHeads, whole({ 标题: `同时导入的商品 ${n}`, 品牌: '同一品牌' })], { commit: true }),
      ),
    )
    expect(both.map((answer) => contentOf(answer).committed)).toEqual([true, true])
    expect((await count(other)).all).toBe(before.all + 2)
  })
})
