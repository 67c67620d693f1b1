import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { supplierAgreementPoints } from '../../../src/domain/accounts/certification.ts'
import { contentOf, signInAs, failureOf } from '../../support/client.ts'
import { root } from '../../support/sources.ts'
import { certifiedOwner, licenceOf, loner, submit } from '../../support/scenes/accounts/company.ts'
import { demandOrder, lineOf } from '../../support/scenes/orders/pay.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('the summary of the agreement matches its text', () => {
  const text = readFileSync(join(root, 'src/content/agreements/supplier.md'), 'utf8')
  expect(supplierAgreementPoints.filter((point) => !text.includes(point))).toEqual([])
})

test('a certified company opens its shop once, and its members are suppliers without a new login', async () => {
  const { client, userId, companyId } = await certifiedOwner(app)
  const { calls, network } = openPage(app, client)
  const store = await import('../../../src/stores/accounts/companies/supplier.ts')
  await store.startSupplier(userId)
  expect(store.supplierStep.get()).toBe('shop')
  expect(store.goToAgreement()).toBe(false)
  const fieldErrors = store.supplierForm.submitState.get()
  expect(fieldErrors.at === 'refused' && fieldErrors.fieldErrors.map(({ field }) => field)).toEqual([
    'shopName',
    'brief',
    'serviceClasses',
  ])
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.supplierForm.setText('shopName', `试衡店铺 ${companyId}`)
  store.supplierForm.setText('brief', '早期药物发现')
  store.supplierForm.set('serviceClasses', [first?.dictCode ?? ''])
  expect(store.goToAgreement()).toBe(true)
  expect(await store.openShop()).toBe(false)
  expect(store.supplierForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'agreed' }] })
  store.supplierForm.set('agreed', true)
  network.cut = true
  expect(await store.openShop()).toBe(false)
  network.cut = false
  expect(await Promise.all([store.openShop(), store.openShop()])).toEqual([true, false])
  expect(calls.filter((path) => path === '/fmall/company/saler/open')).toHaveLength(1)
  expect(store.supplierStep.get()).toBe('account')
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { isSaler: true } })
})

test('the payee account is requested after the shop opened until it exists, then orders can be paid', async () => {
  const { client, userId } = await certifiedOwner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/companies/supplier.ts')
  await store.startSupplier(userId)
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.supplierForm.setText('shopName', `待收款的店 ${Date.now()}`)
  store.supplierForm.setText('brief', '分析检测')
  store.supplierForm.set('serviceClasses', [first?.dictCode ?? ''])
  store.goToAgreement()
  store.supplierForm.set('agreed', true)
  expect(await store.openShop()).toBe(true)
  const progress = () => {
    const now = store.supplierProgress.get()
    return now.at === 'ready' ? now.content : undefined
  }
  expect([store.supplierStep.get(), progress()?.hasAccount, progress()?.mayAct]).toEqual(['account', false, true])
  store.skipBankAccount()
  expect([store.supplierStep.get(), progress()?.hasAccount]).toEqual(['done', false])

  const buyer = await signInAs(app, 'buyer')
  const orderId = await demandOrder(app, buyer, client)
  const todos = async () => contentOf(await client.api.orders.sellerDashboard({})).todos.map(({ kind }) => kind)
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

  // Reopened, the page shows the remaining step, and its form saves.
  await store.startSupplier(userId)
  expect(store.supplierStep.get()).toBe('account')
  const account = await import('../../../src/stores/accounts/companies/bank-account.ts')
  await account.loadBankAccount()
  account.bankAccountForm.setText('bankName', '招商银行成都高新支行')
  account.bankAccountForm.setText('accountNo', '6225 8801 2345 6789')
  expect(await account.saveBankAccount()).toEqual({ effectiveAt: null })
  await store.finishBankAccount()
  expect([store.supplierStep.get(), progress()?.hasAccount, progress()?.step]).toEqual(['done', true, 'done'])
  expect(await todos()).not.toContain('payee')
  expect(await missing()).toEqual([false, false, false, false])
  expect(contentOf(await pay()).payment.remarkCode).toMatch(/^[A-Z2-9]{6}$/)
})

test('a used shop name returns to the shop step', async () => {
  const seller = await signInAs(app, 'seller')
  const { shopName } = contentOf(await seller.api.accounts.companyAuth({}))
  const { client, userId } = await certifiedOwner(app)
  openPage(app, client)
  const store = await import('../../../src/stores/accounts/companies/supplier.ts')
  await store.startSupplier(userId)
  const [first] = contentOf(await client.api.reference.dictionaryKey({ dictKey: ' ORG_SERVICE_CLASS' }))
  store.supplierForm.setText('shopName', shopName)
  store.supplierForm.setText('brief', '早期药物发现')
  store.supplierForm.set('serviceClasses', [first?.dictCode ?? ''])
  store.goToAgreement()
  store.supplierForm.set('agreed', true)
  expect(await store.openShop()).toBe(false)
  expect(store.supplierStep.get()).toBe('shop')
  expect(store.supplierForm.submitState.get()).toMatchObject({ at: 'refused', failure: { code: 1048 } })
})

test('an operator decides one version after the other; a reason is required, and the next one opens', async () => {
  const [one, two] = [await loner(app), await loner(app)]
  for (const { client } of [one, two]) contentOf(await submit(app, client, licenceOf(), 'other'))
  openPage(app, await signInAs(app, 'ops'), '/ops/certification', '?status=submitted')
  const store = await import('../../../src/stores/accounts/certification/certification-reviews.ts')
  store.certificationReviews.start()
  await expect.poll(() => store.certificationReviews.state.get().at).toBe('ready')
  const list = store.certificationReviews.state.get()
  const [newest, before] = list.at === 'ready' ? list.content.data : []
  if (newest === undefined || before === undefined) throw new Error('Nothing waits')
  store.openCertificationReview(newest)
  expect(await store.decideCertification('reject', '')).toBe(false)
  expect(store.currentReview.get()).toMatchObject({ at: 'reading', failure: { code: 400 } })
  expect(
    await Promise.all([store.decideCertification('reject', '执照不清晰'), store.decideCertification('approve', '')]),
  ).toEqual([true, false])
  expect(store.currentReview.get()).toMatchObject({
    at: 'reading',
    review: { certificationId: before.certificationId },
  })
  const { latest } = contentOf(await two.client.api.accounts.organizationAuth({}))
  expect(latest).toMatchObject({ status: 'rejected', reason: '执照不清晰' })
})
