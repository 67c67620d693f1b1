import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { files } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { gradient, pdf } from '../../support/uploads.ts'
import { categoryOf, wholeProduct } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')

describe('categoryAttributes', () => {
  test('returns own and inherited attributes with their options', async () => {
    const categoryId = await categoryOf(app, '单标溶液')
    const found = contentOf(await visitor(app).api.catalogue.categoryAttributes({ categoryId }))
    const names = found.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['储存条件', '纯度', '浓度', '介质']))
    expect(found.find(({ code }) => code === 'valuing')?.options).toContain('定量核磁')
    expect(found.find(({ code }) => code === 'storage')).toMatchObject({ required: true, input: 'text' })
    expect(failureOf(await seller.api.catalogue.categoryAttributes({ categoryId: missingId }))).toBe('notFound')
    expect(fieldsWithErrors(await seller.api.catalogue.categoryAttributes({ categoryId: 0 }))).toEqual(['categoryId'])
  })

  test('are required on submission, shown on the page, and dropped when the category changes', async () => {
    const categoryId = await categoryOf(app, '单标溶液')
    const save = (attributes: Record<string, string[]>) =>
      seller.api.catalogue.productSave(
        { ...wholeProduct(categoryId, '甲醇中单标溶液'), attributes, submit: true },
        { idempotencyKey: newKey() },
      )
    expect(fieldsWithErrors(await save({}))).toEqual(['attributes.storage'])
    expect(fieldsWithErrors(await save({ storage: ['-20 ℃'], valuing: ['目测'], weight: ['重'] })).toSorted()).toEqual([
      'attributes.valuing',
      'attributes.weight',
    ])
    const made = contentOf(await save({ storage: ['-20 ℃'], valuing: ['定量核磁'], elsewhere: ['x'] }))
    const shown = contentOf(await visitor(app).api.catalogue.product(made))
    expect(shown.facts.slice(0, 2)).toEqual([
      { label: '储存条件', value: '-20 ℃' },
      { label: '定值方法', value: '定量核磁' },
    ])
    const { form } = contentOf(await seller.api.catalogue.sellerProduct({ productId: made.productId }))
    expect(form.attributes).toEqual({ storage: ['-20 ℃'], valuing: ['定量核磁'] })
  })
})

describe('fileDownloaded', () => {
  test('counts public documents once per hour and IP address, nothing else', async () => {
    const paper = contentOf(await seller.upload('document', new File([pdf], '说明书.pdf')))
    const picture = contentOf(await seller.upload('picture', new File([await gradient(60, 40)], '图.jpg')))
    const [one, two] = [visitor(app), visitor(app)]
    for (const client of [one, one, two]) contentOf(await client.api.catalogue.fileDownloaded({ fileId: paper.fileId }))
    const [row] = await app.db.select().from(files).where(eq(files.id, paper.fileId))
    expect(row?.downloads).toBe(2)
    expect(failureOf(await one.api.catalogue.fileDownloaded({ fileId: picture.fileId }))).toBe('notFound')
    expect(fieldsWithErrors(await one.api.catalogue.fileDownloaded({ fileId: '../x' }))).toEqual(['fileId'])
  })
})
