import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds } from '../../../src/db/tables/payments.ts'
import { startAppForTest } from '../../support/app.ts'
import { contentOf, signInAs } from '../../support/client.ts'
import { payeeOf } from '../../support/scenes/orders/order.ts'
import { demandOrder, lineOf, paid } from '../../support/scenes/orders/pay.ts'
import { give, ofLine } from '../../support/scenes/orders/refund.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

test('an operator sees agreed transfers that are overdue, from the address of the notice', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  const orderId = await demandOrder(app, buyer, seller)
  await paid(app, { buyer, seller }, orderId)
  const { id } = await lineOf(app, orderId)
  contentOf(await give(seller, ofLine(orderId, id, 10_000)))
  await app.db
    .update(refunds)
    .set({ pendingSince: new Date(Date.now() - 8 * 86_400_000) })
    .where(eq(refunds.orderId, orderId))
  await signedIn('ops', '', app)
  const store = await import('../../../src/stores/orders/refund-cases.ts')
  store.startRefundCases('transfers')
  expect(store.refundView.get()).toBe('transfers')
  await expect.poll(() => store.overdueTransfers.get().at).toBe('ready')
  const { data } = readyContent(store.overdueTransfers.get())
  expect(data.filter((row) => row.orderId === orderId)).toMatchObject([{ amount: 10_000 }])
  store.setRefundView('unknown')
  expect(store.refundView.get()).toBe('cases')
})
