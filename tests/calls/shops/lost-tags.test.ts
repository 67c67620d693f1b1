import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listingChanges, services } from '../../../src/db/tables/catalogue.ts'
import { shopQualifications } from '../../../src/db/tables/shops.ts'
import { startAppForTest, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { categoryOf, wholeProduct, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { approvedCertificate, certificate, dayIn, register, submit } from '../../support/scenes/shops/shop.ts'
import { expireQualifications } from '../../../src/server/shops/certificates/end-qualifications.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')

const serviceCategory = '临床监查'
const addService = async (at: TestApp, client: Client, more: object) => {
  const form = { ...wholeService(await categoryOf(at, serviceCategory)), ...more, submit: true }
  return contentOf(await client.api.catalogue.serviceSave(form, { idempotencyKey: newKey() })).serviceId
}
/** Services that have all words of a keyword; where none has, the search offers others. */
const found = async (keyword: string) => {
  const { data, reading } = contentOf(await visitor(app).api.catalogue.services({ keyword }))
  const isWhole = reading?.relaxed.length === 0 && reading.dropped.length === 0
  return isWhole ? data.map(({ serviceId }) => serviceId) : []
}
const rowOf = async (at: TestApp, id: number) => {
  const [row] = await at.db.select().from(services).where(eq(services.id, id))
  if (row === undefined) throw new Error(`No service ${id}`)
  return row
}
const changeOf = async (at: TestApp, listingId: number) => {
  const [row] = await at.db
    .select()
    .from(listingChanges)
    .where(and(eq(listingChanges.kind, 'service'), eq(listingChanges.listingId, listingId)))
  return row?.form
}

test('a listing shows the certificates in force of its shop, with their current last day', async () => {
  const { qualificationId } = await approvedCertificate(app, seller, { until: dayIn(30) })
  const serviceId = await addService(app, seller, { serviceName: '带证书的冷链服务' })
  const told = async () => {
    const { certificates } = contentOf(await visitor(app).api.catalogue.service({ serviceId }))
    return certificates.filter(({ name }) => name === 'CAP 认可').map(({ until }) => until)
  }
  const others = contentOf(await visitor(app).api.catalogue.service({ serviceId })).certificates.length - 1
  expect(others).toBeGreaterThan(0)
  expect(await told()).toEqual([dayIn(30)])
  const renewed = await approvedCertificate(app, seller, { until: dayIn(300) })
  expect(await told()).toEqual([dayIn(300)])
  contentOf(await seller.api.shops.shopQualificationDelete({ qualificationId: renewed.qualificationId }))
  expect(await told()).toEqual([dayIn(30)])
  await app.db
    .update(shopQualifications)
    .set({ until: dayIn(-1) })
    .where(eq(shopQualifications.id, qualificationId))
  expect(await told()).toEqual([])
  expect(contentOf(await visitor(app).api.catalogue.service({ serviceId })).certificates).toHaveLength(others)
  contentOf(await seller.api.shops.shopQualificationDelete({ qualificationId }))
})

test('a lost tag is removed from services and goods and from search', async () => {
  const { qualificationId } = await approvedCertificate(app, seller)
  const [kept = ''] = contentOf(await seller.api.shops.sellerShop({})).tags
  const serviceId = await addService(app, seller, { serviceName: '临床样本检验', tags: ['CAP', kept] })
  const goods = { ...wholeProduct(await categoryOf(app, '饲料与垫料'), '质控品瓶装'), tags: ['CAP'], submit: true }
  const made = await seller.api.catalogue.productSave(goods, { idempotencyKey: newKey() })
  const { productNo } = contentOf(made)
  // A qualification in the keyword ranks the services that have it first.
  expect((await found('临床样本检验 CAP'))[0]).toBe(serviceId)
  contentOf(await seller.api.shops.shopQualificationDelete({ qualificationId }))
  expect(contentOf(await visitor(app).api.catalogue.service({ serviceId })).tags).toEqual([kept])
  expect(contentOf(await visitor(app).api.catalogue.product({ productNo })).tags).toEqual([])
  expect((await found('临床样本检验 CAP'))[0]).not.toBe(serviceId)
  expect(await found('临床样本检验')).toContain(serviceId)
})

test('a tag that expires while a change is pending is not restored by it', async () => {
  const manual = await startAppForTest({ REVIEW: 'manual' })
  const [own, ops] = [await signInAs(manual, 'seller'), await signInAs(manual, 'ops')]
  const { qualificationId } = contentOf(await submit(own, await certificate(own)))
  contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register }))
  const serviceId = await addService(manual, own, { serviceName: '待改的冷链服务' })
  contentOf(await ops.api.catalogue.listingReview({ kind: 'service', listingId: serviceId, event: 'pass' }))
  const { version } = await rowOf(manual, serviceId)
  const form = { ...wholeService(await categoryOf(manual, serviceCategory), '改过的冷链服务'), tags: ['CAP'] }
  contentOf(await own.api.catalogue.serviceUpdate({ ...form, serviceId, version, submit: true }))
  await manual.db
    .update(shopQualifications)
    .set({ until: dayIn(-1) })
    .where(eq(shopQualifications.id, qualificationId))
  await expireQualifications(manual.db, manual.runtime)
  expect((await changeOf(manual, serviceId))?.tags).toEqual([])
  contentOf(await ops.api.catalogue.listingReview({ kind: 'service', listingId: serviceId, event: 'pass' }))
  expect(await rowOf(manual, serviceId)).toMatchObject({ title: '改过的冷链服务', tags: [] })
})

test('capability tags are searchable at once, require permission, and survive a pending change', async () => {
  const serviceId = await addService(app, seller, { serviceName: '样本库搬迁', capabilities: ['中药'] })
  const assign = (client: Client, add: string[], remove: string[] = []) =>
    client.api.shops.serviceCapabilitiesAssign({ serviceIds: [serviceId], add, remove })
  const half = await colleague(app, seller, ['corporate_show'])
  expect(failureOf(await assign(half.client, ['加急服务']))).toBe('forbidden')
  const { version } = await rowOf(app, serviceId)
  const typed = wholeService(await categoryOf(app, serviceCategory), '样本库搬迁与盘点')
  contentOf(await seller.api.catalogue.serviceUpdate({ ...typed, capabilities: ['中药'], serviceId, version }))
  const whole = await colleague(app, seller, ['corporate_show', 'publish_supply'])
  expect(contentOf(await assign(whole.client, ['加急服务'], ['中药'])).changed).toBe(1)
  expect(await found('样本库搬迁 加急服务')).toContain(serviceId)
  expect(await found('样本库搬迁 中药')).not.toContain(serviceId)
  expect((await changeOf(app, serviceId))?.capabilities).toEqual(['加急服务'])
  const now = await rowOf(app, serviceId)
  const change = contentOf(await seller.api.catalogue.sellerService({ serviceId }))
  const { form } = change
  contentOf(
    await seller.api.catalogue.serviceUpdate({
      ...form,
      attributes: {},
      serviceId,
      version: now.version,
      submit: true,
    }),
  )
  expect(await rowOf(app, serviceId)).toMatchObject({ title: '样本库搬迁与盘点', capabilities: ['加急服务'] })
  expect(fieldsWithErrors(await assign(seller, ['世界第一']))).toEqual(['add'])
})

test('discarding a change makes a form opened with it outdated', async () => {
  const serviceId = await addService(app, seller, { serviceName: '放弃修改的服务' })
  const { version } = await rowOf(app, serviceId)
  const typed = wholeService(await categoryOf(app, serviceCategory), '还没想好')
  const saved = contentOf(await seller.api.catalogue.serviceUpdate({ ...typed, serviceId, version }))
  contentOf(await seller.api.catalogue.serviceChangeDelete({ serviceId }))
  const again = await seller.api.catalogue.serviceUpdate({ ...typed, serviceId, version: saved.version })
  expect(failureOf(again)).toBe('conflict')
})
