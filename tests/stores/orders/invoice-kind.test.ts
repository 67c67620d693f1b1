import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoiceDetails } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { completedOrder } from '../../support/scenes/orders/completed.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('an invoice is requested in the kind of its order, else in the company’s default', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  const [wished, open] = [await completedOrder(app, buyer, seller), await completedOrder(app, buyer, seller)]
  const companyId = await companyOf(app, 'buyer')
  const [own] = await app.db
    .update(invoiceDetails)
    .set({ kind: 'special' })
    .where(eq(invoiceDetails.companyId, companyId))
    .returning()
  const { title = '', taxNo = '' } = own ?? {}
  const more = { bankName: '', bankAccount: '', address: '', phone: '', receiverEmail: '' }
  await app.db
    .update(orders)
    .set({ invoice: { kind: 'normal', title, taxNo, ...more } })
    .where(eq(orders.id, wished))
  await signedIn('buyer', '', app)
  const orderStore = await import('../../../src/stores/orders/order.ts')
  const store = await import('../../../src/stores/orders/invoices/invoices.ts')
  const kindOf = async (orderId: number) => {
    const stops = [orderStore.startOrder('buyer', orderId), store.startInvoices('buyer', orderId)]
    await expect.poll(() => [orderStore.order.get().at, store.orderInvoices.get().at]).toEqual(['ready', 'ready'])
    await store.openInvoiceRequest()
    const kind = store.invoiceRequestForm.values.get()?.kind
    store.closeInvoiceRequest()
    for (const stop of stops) stop()
    return kind
  }
  expect(await kindOf(wished)).toBe('normal')
  expect(await kindOf(open)).toBe('special')
})
