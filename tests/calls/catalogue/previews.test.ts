import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { signInAs, contentOf, failureOf, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller3')
let category: number
let goods: number
beforeAll(async () => {
  category = await categoryOf(app, '临床监查')
  goods = await categoryOf(app, '饲料与垫料')
})

const draft = async (title: string) =>
  contentOf(
    await seller.api.catalogue.serviceSave(
      { ...wholeService(category, title), submit: false },
      { idempotencyKey: newKey() },
    ),
  ).serviceId

describe('the preview of a service', () => {
  test('returns a draft that the public page does not show', async () => {
    const serviceId = await draft('只在预览中的服务')
    const shown = contentOf(await seller.api.catalogue.servicePreview({ serviceId }))
    expect(shown).toMatchObject({
      serviceName: '只在预览中的服务',
      servicePrice: 1_280_000,
      durationText: '2~4 周',
      status: 'draft',
      change: null,
      publishedAt: null,
    })
    expect(shown.shop.orgId).toBe(shown.orgId)
    expect(failureOf(await visitor(app).api.catalogue.service({ serviceId }))).toBe('notFound')
  })

  test('returns a pending change while the public page keeps the old content', async () => {
    const [row] = await app.db
      .select()
      .from(services)
      .where(and(eq(services.status, 'published'), eq(services.companyId, 2)))
      .limit(1)
    const serviceId = row?.id ?? 0
    const { form, version } = contentOf(await seller.api.catalogue.sellerService({ serviceId }))
    const changed = {
      ...form,
      serviceName: '改过的标题',
      servicePrice: 123_400,
      servicePriceType: 0 as const,
      areaCodes: ['320000'],
    }
    contentOf(await seller.api.catalogue.serviceUpdate({ ...changed, serviceId, version, submit: true }))
    expect(contentOf(await seller.api.catalogue.servicePreview({ serviceId }))).toMatchObject({
      serviceName: '改过的标题',
      servicePrice: 123_400,
      areas: ['江苏'],
      status: 'published',
      change: 'pending_review',
    })
    expect(contentOf(await visitor(app).api.catalogue.service({ serviceId })).serviceName).toBe(row?.title)
    const list = contentOf(await seller.api.catalogue.servicesPreview({ pageSize: 100 }))
    const first = list.data.find((each) => each.serviceId === serviceId)
    expect(first).toMatchObject({ serviceName: '改过的标题', change: 'pending_review' })
    expect(list.total).toBe(list.data.length)
  })

  test('returns an error for other companies, guests and unknown ids', async () => {
    const serviceId = await draft('别家看不到的服务')
    expect(failureOf(await other.api.catalogue.servicePreview({ serviceId }))).toBe('notFound')
    const { data } = contentOf(await other.api.catalogue.servicesPreview({ pageSize: 100 }))
    expect(data.map((row) => row.serviceId)).not.toContain(serviceId)
    expect(failureOf(await visitor(app).api.catalogue.servicePreview({ serviceId }))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'buyer')).api.catalogue.servicePreview({ serviceId }))).toBe(
      'notSeller',
    )
    expect(failureOf(await seller.api.catalogue.servicePreview({ serviceId: missingId }))).toBe('notFound')
    contentOf(await seller.api.catalogue.serviceDelete({ serviceIds: [serviceId] }))
    expect(failureOf(await seller.api.catalogue.servicePreview({ serviceId }))).toBe('notFound')
  })
})

describe('the preview of a product', () => {
  test('returns the specifications of the change, new ones without an id', async () => {
    const saved = contentOf(
      await seller.api.catalogue.productSave({ ...wholeProduct(goods), submit: false }, { idempotencyKey: newKey() }),
    )
    const { productId } = saved
    const { data } = contentOf(await seller.api.catalogue.productsPreview({ pageSize: 100 }))
    const productNo = data.find((row) => row.productId === productId)?.productNo ?? ''
    const shown = contentOf(await seller.api.catalogue.productPreview({ productNo }))
    expect(shown).toMatchObject({
      productName: '磷酸盐缓冲液 10×，无菌',
      brandName: '验研',
      unit: '瓶',
      status: 'draft',
    })
    expect(shown.specs).toMatchObject([
      { name: '500 mL', price: 12_000, stock: 40 },
      { name: '1 L', price: 20_000, stock: 8 },
    ])
    expect(failureOf(await other.api.catalogue.productPreview({ productNo }))).not.toBe('none')
    expect(failureOf(await visitor(app).api.catalogue.product({ productNo }))).toBe('notFound')
  })

  test('hides prices with 面议, also on the public page', async () => {
    const whole = { ...wholeProduct(goods, '价格面议的缓冲液'), productPriceType: 2 as const }
    const { productId } = contentOf(
      await seller.api.catalogue.productSave({ ...whole, submit: true }, { idempotencyKey: newKey() }),
    )
    contentOf(
      await (
        await signInAs(app, 'ops')
      ).api.catalogue.listingReview({ kind: 'product', listingId: productId, event: 'pass' }),
    )
    const { data } = contentOf(await seller.api.catalogue.productsPreview({ pageSize: 100 }))
    const productNo = data.find((row) => row.productId === productId)?.productNo ?? ''
    const shown = contentOf(await visitor(app).api.catalogue.product({ productNo }))
    expect([shown.productPrice, ...shown.specs.map(({ price }) => price)]).toEqual([null, null, null])
  })
})
