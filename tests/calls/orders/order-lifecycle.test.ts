import { expect, test } from 'vitest'
import { invoiceDetails } from '../../../src/db/tables/accounts.ts'
import { ledgerEntries } from '../../../src/db/tables/payments.ts'
import { origin, startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { companyOf, type SoldSpec } from '../../support/scenes/orders/cart.ts'
import { addressOf, intoCart, ordered, othersGoods, stockOf } from '../../support/scenes/orders/checkout.ts'
import { bought, buys, deliver, paid, payeeOf, rowOf, sells } from '../../support/scenes/orders/order.ts'

/** One specification of each of three shops, the first shop being that of the given company. */
function ofThreeShops(sold: readonly SoldSpec[], first: number): SoldSpec[] {
  const byCompany = new Map(sold.map((spec) => [spec.companyId, spec]))
  const others = [...byCompany.values()].filter(({ companyId }) => companyId !== first)
  const three = [byCompany.get(first), ...others].filter((spec) => spec !== undefined).slice(0, 3)
  if (three.length < 3) throw new Error('Fewer than three shops sell goods')
  return three
}

/** Pays the due amount of an order at the demo cashier. */
async function paidOnline(buyer: Client, orderId: number): Promise<void> {
  const lineIds = (await bought(buyer, orderId)).payments.filter(({ status }) => status === 'due').map((l) => l.lineId)
  const { url, payment } = contentOf(await buyer.api.orders.paymentOpen({ lineIds, method: 'demo' }))
  const ticket = new URL(url ?? '', origin).searchParams.get('ticket') ?? ''
  contentOf(await buyer.api.orders.demoPay({ ticket }))
  const state = contentOf(await buyer.api.orders.paymentState({ paymentId: payment.paymentId }))
  expect(state).toMatchObject({ status: 'confirmed', received: payment.amount })
}

test('a cart of three shops: one order paid by transfer, one online, one cancelled; delivered, accepted, invoiced, reviewed', async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
  await payeeOf(app)
  const companyId = await companyOf(app, 'seller')
  await app.db
    .insert(invoiceDetails)
    .values({ companyId: await companyOf(app, 'buyer'), title: '演示采购企业', taxNo: '91310000MA1FL00001' })
    .onConflictDoNothing()
  const specs = ofThreeShops(await othersGoods(app, 'buyer'), companyId)
  const addressId = await addressOf(app, buyer, 'buyer')
  const stock = () =>
    stockOf(
      app,
      specs.map(({ specId }) => specId),
    )
  const before = await stock()
  const cartIds = await intoCart(buyer, specs)
  const { orders: made } = await ordered(buyer, { cartIds, addressId })
  expect(made).toHaveLength(3)
  const rows = await Promise.all(made.map(({ orderId }) => rowOf(app, orderId)))
  const of = (at: number) => {
    const row = rows.find(({ sellerCompanyId }) => sellerCompanyId === specs[at]?.companyId)
    if (row === undefined) throw new Error(`No order of shop ${at}`)
    return row.id
  }
  const [transfer, online, dropped] = [of(0), of(1), of(2)]

  await paid(buyer, seller, transfer)
  await paidOnline(buyer, online)
  contentOf(await buys(buyer, dropped, 'cancel', { reason: '计划有变' }))
  const after = await stock()
  expect(after[2]).toBe(before[2])
  expect(after[0]).toBeLessThan(before[0] ?? 0)
  for (const orderId of [transfer, online]) {
    expect(await bought(buyer, orderId)).toMatchObject({ canPay: false, unpaidUntil: null, status: 'pending_confirm' })
  }

  contentOf(await sells(seller, transfer, 'confirm'))
  contentOf(await deliver(seller, transfer, { carrier: '顺丰速运', trackingNo: 'SF1234567890' }))
  const [delivery] = (await bought(buyer, transfer)).deliveries
  contentOf(await buys(buyer, transfer, 'accept', { deliveryId: delivery?.deliveryId ?? 0 }))

  const { open } = contentOf(await buyer.api.orders.buyerInvoices({ orderId: transfer }))
  const wish = { orderId: transfer, kind: 'normal', amount: open } as const
  const { invoice } = contentOf(await buyer.api.orders.invoiceRequest(wish, { idempotencyKey: newKey() }))
  const issue = { invoiceId: invoice.invoiceId, event: 'issue', number: '12345678' } as const
  contentOf(await seller.api.orders.invoiceStep(issue, { idempotencyKey: newKey() }))
  expect(contentOf(await buyer.api.orders.buyerInvoices({ orderId: transfer }))).toMatchObject({ open: 0, over: 0 })

  const scores = { quality: 5, speed: 5, service: 4 }
  const words = { orderId: transfer, scores, text: '包装完好，到货很快。' }
  const written = contentOf(await buyer.api.orders.buyerReviewSave(words, { idempotencyKey: newKey() }))
  expect(written).toMatchObject({ own: { mean: 467 }, canWrite: false })

  const entries = await app.db.select({ amount: ledgerEntries.amount }).from(ledgerEntries)
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect((await rowOf(app, transfer)).status).toBe('completed')
}, 90_000)
