import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supplierAgreementPoints } from '../../../src/domain/accounts/supplier-agreement.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, as } from '../../support/client.ts'
import { root } from '../../support/sources.ts'
import { certifiedOwner, licenceOf, loner, submit } from '../../calls/accounts/company-scene.ts'
import { openPage } from '../page.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('what is shown of the agreement stands in it', () => {
  const text = readFileSync(join(root, 'src/content/agreements/supplier.md'), 'utf8')
  expect(supplierAgreementPoints.filter((point) => !text.includes(point))).toEqual([])
})

test('a certified company opens its shop once, and its people are suppliers without signing in again', async () => {
  const { client, userId, companyId } = await certifiedOwner(app)
  const { made, line } = openPage(app, client)
  const store = await import('../../../src/stores/accounts/supplier.ts')
  await store.start(userId)
  expect(store.step.get()).toBe('shop')
  expect(store.toAgreement()).toBe(false)
  const faults = store.form.sending.get()
  expect(faults.at === 'refused' && faults.faults.map(({ field }) => field)).toEqual([
    ...['shopName', 'brief', 'serviceClasses'],
  ])
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.form.setText('shopName', `试衡店铺 ${companyId}`)
  store.form.setText('brief', '早期药物发现')
  store.form.set('serviceClasses', [first?.dictCode ?? ''])
  expect(store.toAgreement()).toBe(true)
  expect(await store.open()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'agreed' }] })
  store.form.set('agreed', true)
  line.cut = true
  expect(await store.open()).toBe(false)
  line.cut = false
  expect(await Promise.all([store.open(), store.open()])).toEqual([true, false])
  expect(made.filter((path) => path === '/fmall/company/saler/open')).toHaveLength(1)
  expect(store.step.get()).toBe('done')
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { isSaler: true } })
})

test('a shop name that others have leads back to the shop', async () => {
  const seller = await as(app, 'seller')
  const { shopName } = contentOf(await seller.api.accounts.companyAuth({}))
  const { client, userId } = await certifiedOwner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/supplier.ts')
  await store.start(userId)
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.form.setText('shopName', shopName)
  store.form.setText('brief', '早期药物发现')
  store.form.set('serviceClasses', [first?.dictCode ?? ''])
  store.toAgreement()
  store.form.set('agreed', true)
  expect(await store.open()).toBe(false)
  expect(store.step.get()).toBe('shop')
  expect(store.form.sending.get()).toMatchObject({ at: 'refused', failure: { code: 1048 } })
})

test('an operator decides one after the other; a reason is needed, and what waits next opens', async () => {
  const [one, two] = [await loner(app), await loner(app)]
  for (const { client } of [one, two]) contentOf(await submit(app, client, licenceOf(), 'other'))
  openPage(app, await as(app, 'ops'), '/ops/certification', '?status=submitted')
  const store = await import('../../../src/stores/accounts/certification-reviews.ts')
  store.reviews.start()
  await expect.poll(() => store.reviews.state.get().at).toBe('ready')
  const list = store.reviews.state.get()
  const [newest, before] = list.at === 'ready' ? list.content.data : []
  if (newest === undefined || before === undefined) throw new Error('Nothing waits')
  store.read(newest)
  expect(await store.decide('reject', '')).toBe(false)
  expect(store.open.get()).toMatchObject({ at: 'reading', failure: { code: 400 } })
  expect(await Promise.all([store.decide('reject', '执照不清晰'), store.decide('approve', '')])).toEqual([true, false])
  expect(store.open.get()).toMatchObject({ at: 'reading', review: { certificationId: before.certificationId } })
  const { latest } = contentOf(await two.client.api.accounts.organizationAuth({}))
  expect(latest).toMatchObject({ status: 'rejected', reason: '执照不清晰' })
})
