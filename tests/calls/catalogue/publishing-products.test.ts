import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { brands, productSpecs } from '../../../src/db/tables/catalogue.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { gradient, pdf } from '../../support/uploads.ts'
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
const open = async (client: Client, productId: number) =>
  contentOf(await client.api.catalogue.sellerProduct({ productId }))
const shown = async (productNo: string) => contentOf(await visitor(app).api.catalogue.product({ productNo }))

describe('productSave', () => {
  test('publishes at once with the prices of its specifications, and creates the brand once', async () => {
    const whole = wholeProduct(category)
    const range = { ...whole, productName: '区间价的缓冲液', productPriceType: 1 as const, brandName: ' 验 研' }
    const made = await save(seller, { ...whole, submit: true })
    const second = await save(seller, { ...range, brandName: '验研', submit: true })
    expect(await shown(made.productNo)).toMatchObject({
      productName: whole.productName,
      productPriceType: 0,
      productPrice: 12_000,
      brandName: '验研',
      unit: '瓶',
      specs: [
        { name: '500 mL', price: 12_000, stock: 40 },
        { name: '1 L', price: 20_000, stock: 8 },
      ],
    })
    expect(await shown(second.productNo)).toMatchObject({ productPrice: 12_000, productHighPrice: 20_000 })
    expect(await app.db.$count(brands, eq(brands.name, '验研'))).toBe(1)
    const found = contentOf(await visitor(app).api.catalogue.products({ keyword: 'PB-10-500' }))
    expect(found.data.map(({ productNo }) => productNo)).toContain(made.productNo)
  })

  test('saves a draft as typed, also with missing prices', async () => {
    const specs = [{ specId: null, name: '', code: '', price: null, stock: 3 }]
    const { productId, status } = await save(seller, { cas: '103-90', specs })
    const { form } = await open(seller, productId)
    expect([status, form.cas, form.brandName, form.categoryId]).toEqual(['draft', '103-90', '', null])
    expect(form.specs).toMatchObject([{ name: '', price: null, stock: 3 }])
  })

  test('returns field errors on submission, specifications by index', async () => {
    const bad = await seller.api.catalogue.productSave(
      {
        ...wholeProduct(category),
        cas: '103-90-3',
        submit: true,
        specs: [
          { specId: null, name: '1 g', code: 'A', price: 100, stock: 1 },
          { specId: null, name: '1 g', code: 'A', price: null, stock: 1 },
        ],
      },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(bad)).toEqual(['cas', 'specs.1.price', 'specs.1.name', 'specs.1.code'])
    const below = await seller.api.catalogue.productSave(
      { specs: [{ specId: null, name: '', price: -1, stock: -1 }] },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(below)).toEqual(['specs.0.price', 'specs.0.stock'])
    expect(failureOf(await visitor(app).api.catalogue.productSave({}, { idempotencyKey: newKey() }))).toBe(
      'sessionInvalid',
    )
    expect(
      failureOf(await (await signInAs(app, 'buyer')).api.catalogue.productSave({}, { idempotencyKey: newKey() })),
    ).toBe('notSeller')
  })

  test('accepts own pictures and documents with URLs set by the server; rejects those of other companies', async () => {
    const picture = contentOf(await seller.upload('picture', new File([await gradient(300, 200)], '主图.jpg')))
    const paper = contentOf(await seller.upload('document', new File([pdf], '说明书.pdf')))
    const theirs = contentOf(await other.upload('picture', new File([await gradient(300, 200)], '别家.jpg')))
    const made = await save(seller, {
      ...wholeProduct(category, '带图的商品，一瓶'),
      submit: true,
      pictures: [{ fileId: picture.fileId, url: 'https://elsewhere.example/x.png' }],
      attachments: [{ fileId: paper.fileId, url: '/evil', name: '改过的名字', size: 1 }],
    })
    const { form } = await open(seller, made.productId)
    expect(form.pictures).toEqual([{ fileId: picture.fileId, url: picture.url }])
    expect(form.attachments).toEqual([{ fileId: paper.fileId, url: paper.url, name: '说明书.pdf', size: paper.size }])
    expect((await shown(made.productNo)).productMainPicUrl).toBe(picture.url)
    const stolen = await seller.api.catalogue.productSave(
      {
        pictures: [{ fileId: theirs.fileId }],
        attachments: [{ fileId: picture.fileId }],
      },
      { idempotencyKey: newKey() },
    )
    expect(fieldsWithErrors(stolen)).toEqual(['pictures.0', 'attachments.0'])
  })
})

describe('sellerProducts and productCount', () => {
  test('return every product of the demo with stock and counts', async () => {
    const { data, total } = contentOf(await other.api.catalogue.sellerProducts({ pageSize: 100 }))
    expect(total).toBeGreaterThan(5)
    for (const { productId, productName, stock, specCount } of data) {
      const { form } = await open(other, productId)
      const pieces = form.specs.reduce((sum, spec) => sum + spec.stock, 0)
      expect([form.productName, pieces, form.specs.length]).toEqual([productName, stock, specCount])
    }
    const counts = contentOf(await other.api.catalogue.productCount({}))
    expect(counts.all).toBe(total)
    expect(failureOf(await visitor(app).api.catalogue.productCount({}))).toBe('sessionInvalid')
  })

  test('find by catalogue number in the own shop only', async () => {
    const { productId } = await save(seller, { ...wholeProduct(category, '按货号找的商品'), catalogueNo: 'QX-77' })
    const mine = contentOf(await seller.api.catalogue.sellerProducts({ keyword: 'qx-77' }))
    expect(mine.data.map((row) => row.productId)).toEqual([productId])
    expect(contentOf(await other.api.catalogue.sellerProducts({ keyword: 'qx-77' })).total).toBe(0)
    expect(failureOf(await other.api.catalogue.sellerProduct({ productId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.catalogue.sellerProducts({}))).toBe('sessionInvalid')
  })
})

describe('productUpdate', () => {
  test('keeps the ids of specifications; missing ones are deactivated', async () => {
    const made = await save(seller, { ...wholeProduct(category, '规格会变的商品'), submit: true })
    const { form, version } = await open(seller, made.productId)
    const [first] = form.specs
    if (first === undefined) throw new Error('No specification')
    const specs = [
      { ...first, price: 9_900 },
      { specId: null, name: '5 L', price: 80_000, stock: 2 },
    ]
    contentOf(
      await seller.api.catalogue.productUpdate({ ...form, specs, productId: made.productId, version, submit: true }),
    )
    const after = await shown(made.productNo)
    expect(after.specs).toMatchObject([{ specId: first.specId, price: 9_900 }, { name: '5 L' }])
    expect(after.productPrice).toBe(9_900)
    const all = await app.db.select().from(productSpecs).where(eq(productSpecs.productId, made.productId))
    expect(all.filter(({ removedAt }) => removedAt !== null).map(({ name }) => name)).toEqual(['1 L'])
  })

  test('applies stock of a published product at once, the rest on submission', async () => {
    const made = await save(seller, { ...wholeProduct(category, '库存随即生效'), submit: true })
    const { form } = await open(seller, made.productId)
    const specs = form.specs.map((spec, at) => ({ ...spec, price: 1, stock: at === 0 ? 7 : spec.stock }))
    const kept = await seller.api.catalogue.productUpdate({ ...form, specs, productId: made.productId, version: 1 })
    expect(contentOf(kept)).toMatchObject({ change: 'draft', status: 'published' })
    expect((await shown(made.productNo)).specs).toMatchObject([
      { price: 12_000, stock: 7 },
      { price: 20_000, stock: 8 },
    ])
    const counts = contentOf(await seller.api.catalogue.productCount({}))
    expect(counts.changes).toBeGreaterThan(0)
    contentOf(await seller.api.catalogue.productChangeDelete({ productId: made.productId }))
    expect((await open(seller, made.productId)).form.specs[0]).toMatchObject({ price: 12_000, stock: 7 })
  })

  test('keeps unedited stock after a sale, and rejects edited stock', async () => {
    const made = await save(seller, { ...wholeProduct(category, '边卖边改的商品'), submit: true })
    const { form } = await open(seller, made.productId)
    const specId = form.specs[0]?.specId ?? 0
    await app.db.update(productSpecs).set({ stock: 35 }).where(eq(productSpecs.id, specId))
    const anew = form.specs.map((spec, at) => (at === 0 ? { ...spec, stock: 100 } : spec))
    const update = (specs: typeof form.specs) =>
      seller.api.catalogue.productUpdate({ ...form, specs, productId: made.productId, version: 1, submit: true })
    expect(fieldsWithErrors(await update(anew))).toEqual(['specs.0.stock'])
    contentOf(await update(form.specs))
    expect((await shown(made.productNo)).specs[0]?.stock).toBe(35)
  })

  test('saves one of several parallel updates with the same version', async () => {
    const made = await save(seller, wholeProduct(category, '两个页签一起改'))
    const form = wholeProduct(category, '两个页签一起改')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        seller.api.catalogue.productUpdate({ ...form, productId: made.productId, version: 1, submit: true }),
      ),
    )
    expect(answers.map(failureOf).toSorted()).toEqual([...Array.from({ length: 4 }, () => 'conflict'), 'none'])
    expect(failureOf(await other.api.catalogue.productUpdate({ productId: made.productId, version: 2 }))).toBe(
      'notFound',
    )
    expect(failureOf(await visitor(app).api.catalogue.productUpdate({ productId: 1, version: 1 }))).toBe(
      'sessionInvalid',
    )
  })
})
