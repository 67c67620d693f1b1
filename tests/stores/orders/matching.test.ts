import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { invoiceXml } from '../../support/invoices.ts'
import { completedOrder, orderTotal } from '../../support/scenes/orders/completed.ts'
import { ask } from '../../support/scenes/orders/invoice.ts'
import { expectedOf, invoiceFile, rightInvoice } from '../../support/scenes/orders/matching.ts'
import { rowOf } from '../../support/scenes/orders/order.ts'
import { signedIn } from '../demands/signed-in.ts'

async function completedPair() {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  return { app, buyer, seller, orderId: await completedOrder(app, buyer, seller) }
}

/** A completed order whose requested invoice was not issued: one exception. */
async function uninvoicedPair() {
  const pair = await completedPair()
  contentOf(await ask(pair.buyer, pair.orderId, orderTotal))
  return pair
}

test('a buyer filters the list by its address and explains an exception; what was typed outlives a lost network', async () => {
  const { app, orderId } = await uninvoicedPair()
  const { orderNo } = await rowOf(app, orderId)
  const { network } = await signedIn('buyer', `?keyword=${orderNo}&kind=any&from=bad`, app)
  const list = await import('../../../src/stores/orders/matching/match-list.ts')
  const stop = list.buyerMatchList.start()
  expect(list.buyerMatchList.query.get()).toMatchObject({ keyword: orderNo, kind: 'any', from: '' })
  await expect
    .poll(() => list.buyerMatchList.state.get())
    .toMatchObject({ at: 'ready', content: { total: 1, data: [{ orderId }], sums: { paid: orderTotal } } })
  list.buyerMatchList.updateQuery({ kind: 'voucherTwice' })
  expect(location.search).toContain('kind=voucherTwice')
  await expect.poll(() => list.buyerMatchList.state.get()).toMatchObject({ content: { total: 0 } })
  stop()

  const store = await import('../../../src/stores/orders/matching/order-match.ts')
  const leave = store.startOrderMatch('buyer', orderId)
  await expect.poll(() => store.orderMatch.get().at).toBe('ready')
  const now = store.orderMatch.get()
  const [first] = now.at === 'ready' ? now.content.exceptions : []
  if (first === undefined) throw new Error('Nothing differs')
  store.explanation.open(first)
  network.cut = true
  expect(await store.explanation.submit('月底合并开票')).toBe(false)
  expect(store.explanation.state.get()).toMatchObject({ sending: false, failure: { code: 0 } })
  network.cut = false
  const both = [store.explanation.submit('月底合并开票'), store.explanation.submit('月底合并开票')]
  expect(await Promise.all(both)).toEqual([true, false])
  const shown = store.orderMatch.get()
  const said = shown.at === 'ready' ? shown.content.exceptions.find((each) => each.explanation !== '') : undefined
  expect(said).toMatchObject({ exceptionId: first.exceptionId, status: 'explained', explanation: '月底合并开票' })
  leave()
})

test('a supplier confirms what was read of an invoice; differences are named, and parts must add up', async () => {
  const { app, buyer, seller, orderId } = await completedPair()
  const { invoice } = contentOf(await ask(buyer, orderId, orderTotal))
  const { invoiceId } = invoice
  const expected = await expectedOf(app, invoiceId)
  const written = rightInvoice(expected, { buyerTaxNo: '91510100MA6WRONG01' })
  const file = contentOf(await invoiceFile(seller, invoiceXml(written)))
  const { network } = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/invoices/invoice-step.ts')
  store.openInvoiceStep('issue', invoice)
  store.invoiceUpload.setFiles([file])

  network.cut = true
  await store.readInvoiceFile(file.fileId)
  expect(store.invoiceReading.get()).toMatchObject({ at: 'failed' })
  network.cut = false
  await store.readInvoiceFile(file.fileId)
  expect(store.invoiceStepForm.values.get()).toMatchObject({
    number: written.number,
    hasFields: true,
    buyerTaxNo: '91510100MA6WRONG01',
    total: '10000.01',
    taxRate: '600',
  })
  expect(store.invoiceStepDifferences.get()).toEqual([{ name: 'buyerTaxNo', expected: expected.buyerTaxNo }])
  store.invoiceStepForm.setText('buyerTaxNo', expected.buyerTaxNo.toLowerCase())
  expect(store.invoiceStepDifferences.get()).toEqual([])

  store.invoiceStepForm.set('allocates', true)
  store.setInvoicePart(0, '1')
  expect(await store.submitInvoiceStep()).toBeUndefined()
  expect(store.invoiceStepForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'parts' }] })
  store.setInvoicePart(0, '10000.01')
  const done = await store.submitInvoiceStep()
  expect(done).toMatchObject({
    status: 'issued',
    fields: { source: 'xml', edited: ['buyerTaxNo'], buyerTaxNo: expected.buyerTaxNo },
  })
})

test('what was not read of an invoice stays as chosen and typed', async () => {
  const { app, buyer, seller, orderId } = await completedPair()
  const { invoice } = contentOf(await ask(buyer, orderId, orderTotal))
  const red = rightInvoice(await expectedOf(app, invoice.invoiceId), {
    amount: -943_397,
    tax: -56_604,
    total: -1_000_001,
  })
  const file = contentOf(await invoiceFile(seller, invoiceXml({ ...red, rates: [] })))
  await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/invoices/invoice-step.ts')
  store.openInvoiceStep('issue', invoice)
  for (const [name, text] of [
    ['taxRate', '300'],
    ['amount', '9708.75'],
    ['total', '10000.01'],
  ] as const)
    store.invoiceStepForm.setText(name, text)
  await store.readInvoiceFile(file.fileId)
  expect(store.invoiceReading.get()).toMatchObject({
    at: 'read',
    read: { source: 'xml', fields: { taxRate: null, amount: -943_397, total: -1_000_001 } },
  })
  expect(store.invoiceStepForm.values.get()).toMatchObject({
    number: red.number,
    taxRate: '300',
    amount: '9708.75',
    tax: '',
    total: '10000.01',
  })
})

test('the usual tax rate of a shop is saved, and stays when the network is lost', async () => {
  const app = await startAppForTest()
  const { network } = await signedIn('seller', '', app)
  const store = await import('../../../src/stores/orders/matching/match-list.ts')
  await store.loadShopTaxRate()
  expect(await store.saveShopTaxRate(600)).toBe(true)
  network.cut = true
  expect(await store.saveShopTaxRate(300)).toBe(false)
  expect(store.shopTaxRate.get()).toMatchObject({ at: 'ready', rate: 600, failure: { code: 0 } })
})

test('an operator dismisses an exception from the list', async () => {
  const { app, buyer, orderId } = await uninvoicedPair()
  const [exception] = contentOf(await buyer.api.orders.buyerMatch({ orderId })).exceptions
  const { orderNo } = await rowOf(app, orderId)
  await signedIn('ops', `?keyword=${orderNo}&status=open`, app)
  const store = await import('../../../src/stores/orders/matching/match-exceptions.ts')
  store.startExceptions()
  await expect.poll(() => store.matchExceptions.get().at).toBe('ready')
  const now = store.matchExceptions.get()
  const row =
    now.at === 'ready' ? now.content.data.find(({ exceptionId }) => exceptionId === exception?.exceptionId) : undefined
  if (row === undefined) throw new Error('The exception is not in the list')
  expect(await store.openMatch(orderId)).toBeNull()
  expect(store.openedMatch.get()).toMatchObject({ orderId })
  store.dismissal.open(row)
  expect(await store.dismissal.submit('已线下核对')).toBe(true)
  const after = store.matchExceptions.get()
  const left = after.at === 'ready' ? after.content.data.map(({ exceptionId }) => exceptionId) : []
  expect(left).not.toContain(row.exceptionId)
})
