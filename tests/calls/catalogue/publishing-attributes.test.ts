import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { gradient, pdf } from '../../support/uploads.ts'
import { categoryOf, wholeProduct } from './publishing-scene.ts'

let app: TestApp
let seller: Client
beforeAll(async () => {
  app = await startApp()
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

describe('categoryAttributes', () => {
  test('are those of the category and of all above it, with the values to choose from', async () => {
    const categoryId = await categoryOf(app, '单标溶液')
    const found = contentOf(await visitor(app).api.catalogue.categoryAttributes({ categoryId }))
    const names = found.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['储存条件', '纯度', '浓度', '介质']))
    expect(found.find(({ code }) => code === 'valuing')?.options).toContain('定量核磁')
    expect(found.find(({ code }) => code === 'storage')).toMatchObject({ required: true, input: 'text' })
    expect(failureOf(await seller.api.catalogue.categoryAttributes({ categoryId: missingId }))).toBe('notFound')
    expect(faultyFields(await seller.api.catalogue.categoryAttributes({ categoryId: 0 }))).toEqual(['categoryId'])
  })

  test('are asked for when a listing is submitted, shown with it, and left behind with their category', async () => {
    const categoryId = await categoryOf(app, '单标溶液')
    const save = (attributes: Record<string, string[]>) =>
      seller.api.catalogue.productSave(
        { ...wholeProduct(categoryId, '甲醇中单标溶液'), attributes, submit: true },
        { idempotencyKey: newKey() },
      )
    expect(faultyFields(await save({}))).toEqual(['attributes.storage'])
    expect(faultyFields(await save({ storage: ['-20 ℃'], valuing: ['目测'], weight: ['重'] })).toSorted()).toEqual([
      ...['attributes.valuing', 'attributes.weight'],
    ])
    const made = contentOf(await save({ storage: ['-20 ℃'], valuing: ['定量核磁'], elsewhere: ['x'] }))
    const shown = contentOf(await visitor(app).api.catalogue.product(made))
    expect(shown.facts.slice(0, 2)).toEqual([
      { label: '储存条件', value: '-20 ℃' },
      { label: '定值方法', value: '定量核磁' },
    ])
    const { form } = contentOf(await seller.api.catalogue.sellerProduct(made))
    expect(form.attributes).toEqual({ storage: ['-20 ℃'], valuing: ['定量核磁'] })
  })
})

describe('fileDownloaded', () => {
  test('counts a public paper once an hour for each address, and nothing else', async () => {
    const paper = contentOf(await seller.upload('document', new File([pdf], '说明书.pdf')))
    const picture = contentOf(await seller.upload('picture', new File([await gradient(60, 40)], '图.jpg')))
    const [one, two] = [visitor(app), visitor(app)]
    for (const client of [one, one, two]) contentOf(await client.api.catalogue.fileDownloaded({ fileId: paper.fileId }))
    const [row] = await app.db.select().from(files).where(eq(files.id, paper.fileId))
    expect(row?.downloads).toBe(2)
    expect(failureOf(await one.api.catalogue.fileDownloaded({ fileId: picture.fileId }))).toBe('notFound')
    expect(faultyFields(await one.api.catalogue.fileDownloaded({ fileId: '../x' }))).toEqual(['fileId'])
  })
})
