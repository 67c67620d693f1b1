import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoiceDetails } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { companyOf } from '../../calls/orders/cart-scene.ts'
import { completedOrder } from '../../calls/orders/completed-scene.ts'
import { startAppForTest } from '../../support/app.ts'
import { as } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

test('an invoice is asked for in the kind that its order was made with, or else the company’s own', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await as(app, 'buyer'), await as(app, 'seller')]
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
  const store = await import('../../../src/stores/orders/invoices.ts')
  const kindOf = async (orderId: number) => {
    const stops = [orderStore.start('buyer', orderId), store.start('buyer', orderId)]
    await expect.poll(() => [orderStore.order.get().at, store.invoices.get().at]).toEqual(['ready', 'ready'])
    await store.ask()
    const kind = store.form.values.get()?.kind
    store.dropAsk()
    for (const stop of stops) stop()
    return kind
  }
  expect(await kindOf(wished)).toBe('normal')
  expect(await kindOf(open)).toBe('special')
})
