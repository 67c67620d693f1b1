import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { unlistCompany } from '../../../src/server/catalogue/publishing/unlist-company.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')
let category: number
beforeAll(async () => {
  category = await categoryOf(app, '临床监查')
})

const submitService = async (title: string) =>
  contentOf(
    await seller.api.catalogue.serviceSave(
      { ...wholeService(category, title), submit: true },
      { idempotencyKey: newKey() },
    ),
  ).serviceId
const open = async (serviceId: number) => contentOf(await seller.api.catalogue.sellerService({ serviceId }))
const review = (listingId: number, event: 'pass' | 'reject' | 'suspend' | 'release', reason = '', client = ops) =>
  client.api.catalogue.listingReview({ kind: 'service', listingId, event, reason })
const publicOne = (serviceId: number) => visitor(app).api.catalogue.service({ serviceId })

describe('a new listing', () => {
  test('is pending until approved, then published', async () => {
    const serviceId = await submitService('等审核的服务')
    expect((await open(serviceId)).status).toBe('pending_review')
    expect(failureOf(await publicOne(serviceId))).toBe('notFound')
    const { total, data } = contentOf(await ops.api.catalogue.listingReviews({ pageSize: 100 }))
    const row = data.find(({ listingId, kind }) => kind === 'service' && listingId === serviceId)
    expect(total).toBe(data.length)
    expect(row).toMatchObject({ title: '等审核的服务', isChange: false, categoryName: '临床监查' })
    expect(
      contentOf(await ops.api.catalogue.listingReviews({ kind: 'product' })).data.every(
        ({ kind }) => kind === 'product',
      ),
    ).toBe(true)
    const detail = contentOf(await ops.api.catalogue.listingForReview({ kind: 'service', listingId: serviceId }))
    expect(detail).toMatchObject({ form: { title: '等审核的服务' }, now: null, isChange: false })
    expect(contentOf(await review(serviceId, 'pass'))).toEqual({ status: 'published' })
    expect(contentOf(await publicOne(serviceId)).serviceName).toBe('等审核的服务')
    expect(failureOf(await review(serviceId, 'pass'))).toBe('stepNotAllowed')
    expect(failureOf(await ops.api.catalogue.listingForReview({ kind: 'service', listingId: serviceId }))).toBe(
      'notFound',
    )
  })

  test('cannot be edited while pending; withdrawing makes it a draft', async () => {
    const serviceId = await submitService('撤回再改的服务')
    const update = () => seller.api.catalogue.serviceUpdate({ serviceName: '偷偷改', serviceId, version: 1 })
    expect(failureOf(await update())).toBe('stepNotAllowed')
    const { done } = contentOf(
      await seller.api.catalogue.serviceChangeStatus({ serviceIds: [serviceId], event: 'withdraw' }),
    )
    expect([done, failureOf(await review(serviceId, 'pass'))]).toEqual([1, 'stepNotAllowed'])
    contentOf(await update())
  })

  test('is rejected with a reason and can be submitted again', async () => {
    const serviceId = await submitService('被驳回的服务')
    expect(fieldsWithErrors(await review(serviceId, 'reject'))).toEqual(['reason'])
    contentOf(await review(serviceId, 'reject', '请补充方法学依据'))
    const refused = await open(serviceId)
    expect([refused.status, refused.reason]).toEqual(['rejected', '请补充方法学依据'])
    const again = { ...wholeService(category, '补充过的服务'), serviceId, version: 1, submit: true }
    expect(contentOf(await seller.api.catalogue.serviceUpdate(again))).toMatchObject({ status: 'pending_review' })
    expect((await open(serviceId)).reason).toBe('')
  })

  test('returns conflict if it was resubmitted since the operator read it', async () => {
    const serviceId = await submitService('审核时被换掉的服务')
    const { submittedAt } = contentOf(
      await ops.api.catalogue.listingForReview({ kind: 'service', listingId: serviceId }),
    )
    const change = (event: 'withdraw' | 'submit') =>
      seller.api.catalogue.serviceChangeStatus({ serviceIds: [serviceId], event })
    contentOf(await change('withdraw'))
    contentOf(await change('submit'))
    const verdict = { kind: 'service' as const, listingId: serviceId, event: 'pass' as const, submittedAt }
    expect(failureOf(await ops.api.catalogue.listingReview(verdict))).toBe('conflict')
  })

  test('accepts one of two parallel verdicts', async () => {
    const serviceId = await submitService('两位同时审核的服务')
    const answers = await Promise.all([review(serviceId, 'pass'), review(serviceId, 'reject', '不行')])
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
  })
})

describe('a change of a published listing', () => {
  test('is pending, compared and approved', async () => {
    const serviceId = await submitService('改动前的服务')
    contentOf(await review(serviceId, 'pass'))
    const changed = { ...wholeService(category, '改动后的服务'), serviceId, version: 1, submit: true }
    const saved = contentOf(await seller.api.catalogue.serviceUpdate(changed))
    expect(saved).toMatchObject({ status: 'published', change: 'pending_review' })
    expect(contentOf(await publicOne(serviceId)).serviceName).toBe('改动前的服务')
    const detail = contentOf(await ops.api.catalogue.listingForReview({ kind: 'service', listingId: serviceId }))
    expect(detail).toMatchObject({ isChange: true, form: { title: '改动后的服务' }, now: { title: '改动前的服务' } })
    contentOf(await review(serviceId, 'pass'))
    expect(contentOf(await publicOne(serviceId)).serviceName).toBe('改动后的服务')
    expect((await open(serviceId)).change).toBeNull()
  })

  test('is rejected with a reason; the published content stays', async () => {
    const serviceId = await submitService('改不过的服务')
    contentOf(await review(serviceId, 'pass'))
    const changed = { ...wholeService(category, '夸大的标题'), serviceId, version: 1, submit: true }
    contentOf(await seller.api.catalogue.serviceUpdate(changed))
    contentOf(await review(serviceId, 'reject', '与资质不符'))
    expect(await open(serviceId)).toMatchObject({
      status: 'published',
      change: 'rejected',
      reason: '与资质不符',
    })
    expect(contentOf(await publicOne(serviceId)).serviceName).toBe('改不过的服务')
    const rows = contentOf(await seller.api.catalogue.sellerServices({ keyword: '改不过' })).data
    expect(rows[0]).toMatchObject({ change: 'rejected', reason: '与资质不符' })
  })

  test('keeps the current stock of a product on approval', async () => {
    const goods = await categoryOf(app, '饲料与垫料')
    const made = contentOf(
      await seller.api.catalogue.productSave(
        { ...wholeProduct(goods, '审核中还在卖'), submit: true },
        { idempotencyKey: newKey() },
      ),
    )
    const verdict = { kind: 'product' as const, listingId: made.productId, event: 'pass' as const }
    contentOf(await ops.api.catalogue.listingReview(verdict))
    const { form, version } = contentOf(await seller.api.catalogue.sellerProduct({ productId: made.productId }))
    const changed = { ...form, productName: '审核中还在卖，新名', productId: made.productId, version, submit: true }
    contentOf(await seller.api.catalogue.productUpdate(changed))
    const specId = form.specs[0]?.specId ?? 0
    contentOf(await seller.api.catalogue.stockUpdate({ specId, was: 40, stock: 11 }))
    contentOf(await ops.api.catalogue.listingReview(verdict))
    const { productName, specs } = contentOf(await visitor(app).api.catalogue.product(made))
    expect([productName, specs[0]?.stock]).toEqual(['审核中还在卖，新名', 11])
  })
})

describe('listingReview', () => {
  test('suspends and releases a listing; its seller cannot relist it meanwhile', async () => {
    const serviceId = await submitService('要停售的服务')
    contentOf(await review(serviceId, 'pass'))
    const before = contentOf(await seller.api.catalogue.serviceCount({}))
    expect(contentOf(await review(serviceId, 'suspend', '资质过期'))).toEqual({ status: 'suspended' })
    expect(failureOf(await publicOne(serviceId))).toBe('gone')
    const relist = () => seller.api.catalogue.serviceChangeStatus({ serviceIds: [serviceId], event: 'relist' })
    expect(contentOf(await relist()).done).toBe(0)
    contentOf(await review(serviceId, 'release'))
    expect(contentOf(await relist()).done).toBe(1)
    expect(contentOf(await seller.api.catalogue.serviceCount({})).published).toBe(before.published)
  })

  test('requires an operator', async () => {
    const serviceId = await submitService('别人不能审的服务')
    expect(failureOf(await review(serviceId, 'pass', '', seller))).toBe('forbidden')
    expect(failureOf(await review(serviceId, 'pass', '', visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await review(missingId, 'pass'))).toBe('notFound')
    expect(failureOf(await seller.api.catalogue.listingReviews({}))).toBe('forbidden')
    expect(failureOf(await seller.api.catalogue.listingForReview({ kind: 'service', listingId: serviceId }))).toBe(
      'forbidden',
    )
  })
})

test('closing a company unlists all its listings', async () => {
  const serviceId = await submitService('关店前的服务')
  contentOf(await review(serviceId, 'pass'))
  const [row] = await app.db.select().from(services).where(eq(services.id, serviceId))
  const companyId = row?.companyId ?? 0
  const { push, pages, jobs } = app.runtime
  const later: (() => unknown)[] = []
  await app.db.transaction((tx) =>
    unlistCompany(tx, { push, pages, jobs, after: (what) => void later.push(what) }, companyId, '店铺关闭'),
  )
  expect(later.length).toBeGreaterThan(0)
  const counts = contentOf(await seller.api.catalogue.serviceCount({}))
  expect([counts.published, contentOf(await seller.api.catalogue.productCount({})).published]).toEqual([0, 0])
  const shop = contentOf(await visitor(app).api.shops.shopInfo({ shopId: row?.shopId ?? 0 }))
  expect([shop.serviceAccount, shop.productAccount]).toEqual([0, 0])
})
