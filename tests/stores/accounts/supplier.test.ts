import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supplierAgreementPoints } from '../../../src/domain/accounts/supplier-agreement.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, as, failureOf } from '../../support/client.ts'
import { root } from '../../support/sources.ts'
import { certifiedOwner, licenceOf, loner, submit } from '../../calls/accounts/company-scene.ts'
import { demandOrder, lineOf } from '../../calls/orders/pay-scene.ts'
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
  expect(store.step.get()).toBe('account')
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { isSaler: true } })
})

test('from the opening of a shop to an order that can be paid: the payee account is asked for until it is there', async () => {
  const { client, userId } = await certifiedOwner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/supplier.ts')
  await store.start(userId)
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.form.setText('shopName', `待收款的店 ${Date.now()}`)
  store.form.setText('brief', '分析检测')
  store.form.set('serviceClasses', [first?.dictCode ?? ''])
  store.toAgreement()
  store.form.set('agreed', true)
  expect(await store.open()).toBe(true)
  const progress = () => {
    const now = store.progress.get()
    return now.at === 'ready' ? now.content : undefined
  }
  expect([store.step.get(), progress()?.hasAccount, progress()?.mayAct]).toEqual(['account', false, true])
  store.accountLater()
  expect([store.step.get(), progress()?.hasAccount]).toEqual(['done', false])

  const buyer = await as(app, 'buyer')
  const orderId = await demandOrder(app, buyer, client)
  const todos = async () => contentOf(await client.api.orders.sellerDesk({})).todos.map(({ kind }) => kind)
  expect(await todos()).toContain('payee')
  const missing = async () => [
    contentOf(await client.api.orders.sellerOrder({ orderId })).payeeMissing,
    contentOf(await client.api.orders.sellerOrders({})).payeeMissing,
    contentOf(await buyer.api.orders.buyerOrder({ orderId })).payeeMissing,
    contentOf(await buyer.api.orders.paymentInfo({ orderId })).payees[0]?.account === null,
  ]
  expect(await missing()).toEqual([true, true, true, true])
  const { id } = await lineOf(app, orderId)
  const pay = () => buyer.api.orders.paymentOpen({ lineIds: [id], method: 'bank' })
  expect(failureOf(await pay())).toBe('payeeMissing')

  // The page is opened again: the step that is left is shown, and its form saves.
  await store.start(userId)
  expect(store.step.get()).toBe('account')
  const account = await import('../../../src/stores/accounts/bank-account.ts')
  await account.load()
  account.form.setText('bankName', '招商银行成都高新支行')
  account.form.setText('accountNo', '6225 8801 2345 6789')
  expect(await account.save()).toEqual({ effectiveAt: null })
  await store.accountSaved()
  expect([store.step.get(), progress()?.hasAccount, progress()?.step]).toEqual(['done', true, 'done'])
  expect(await todos()).not.toContain('payee')
  expect(await missing()).toEqual([false, false, false, false])
  expect(contentOf(await pay()).payment.remarkCode).toMatch(/^[A-Z2-9]{6}$/)
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
