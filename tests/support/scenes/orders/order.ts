import { asc, eq } from 'drizzle-orm'
import type { OrderStatus } from '../../../../src/domain/orders/order-states.ts'
import { bankAccounts, users } from '../../../../src/db/tables/accounts.ts'
import { notices } from '../../../../src/db/tables/operations.ts'
import { orders } from '../../../../src/db/tables/orders.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { pdf } from '../../uploads.ts'
import { openDemand, submittedOffer } from '../demands/demand.ts'
import { companyOf, soldSpecs, type SoldSpec } from './cart.ts'
import { addressOf, ordered } from './checkout.ts'

/**
 * An unpaid, unconfirmed order of products by `buyer` from `seller`, with the specification whose stock it reserves.
 */
export async function goodsOrder(
  app: TestApp,
  buyer: Client,
  quantity = 5,
): Promise<{ orderId: number; spec: SoldSpec; total: number }> {
  const of = await companyOf(app, 'seller')
  const spec = (await soldSpecs(app)).find(({ companyId }) => companyId === of)
  if (spec === undefined) throw new Error('The seller sells no goods')
  const { kind, listingId, specId } = spec
  const addressId = await addressOf(app, buyer, 'buyer')
  const { orders: made } = await ordered(buyer, { direct: { kind, listingId, specId, quantity }, addressId })
  const [order] = made
  if (order === undefined) throw new Error('Nothing was ordered')
  return { orderId: order.orderId, spec, total: order.total }
}

/** An unconfirmed order from an offer, with its demand. */
export async function offerOrder(app: TestApp, buyer: Client, seller: Client, title?: string) {
  const demandId = await openDemand(app, buyer, title === undefined ? {} : { demandTitle: title })
  const offerId = await submittedOffer(seller, demandId)
  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  return { orderId, demandId, offerId }
}

/** Sets the status of an order directly. */
export const setStatus = (app: TestApp, orderId: number, status: OrderStatus) =>
  app.db.update(orders).set({ status, cancellationRequestedBy: null }).where(eq(orders.id, orderId))

export async function rowOf(app: TestApp, orderId: number) {
  const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  if (row === undefined) throw new Error(`There is no order ${orderId}`)
  return row
}

/** Notices of a person that contain a text, in order. */
export async function noticesOf(app: TestApp, loginName: string, part: string) {
  const rows = await app.db
    .select({ event: notices.event, title: notices.title, text: notices.text, path: notices.path })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(eq(users.loginName, loginName))
    .orderBy(asc(notices.id))
  return rows.filter(({ title }) => title.includes(part))
}

/** Delivers an order with a note. */
export const deliver = (
  seller: Client,
  orderId: number,
  more: Partial<Parameters<Client['api']['orders']['orderDeliver']>[0]> = {},
  idempotencyKey = newKey(),
) => seller.api.orders.orderDeliver({ orderId, note: '全部交付', ...more }, { idempotencyKey })

type SellerStep = Parameters<Client['api']['orders']['sellerOrderStep']>[0]
type BuyerStep = Parameters<Client['api']['orders']['buyerOrderStep']>[0]
export const sells = (
  seller: Client,
  orderId: number,
  event: SellerStep['event'],
  more: Omit<Partial<SellerStep>, 'event' | 'orderId'> = {},
) => seller.api.orders.sellerOrderStep({ orderId, event, ...more })
export const buys = (
  buyer: Client,
  orderId: number,
  event: BuyerStep['event'],
  more: Omit<Partial<BuyerStep>, 'event' | 'orderId'> = {},
) => buyer.api.orders.buyerOrderStep({ orderId, event, ...more })

export const bought = async (buyer: Client, orderId: number) =>
  contentOf(await buyer.api.orders.buyerOrder({ orderId }))
export const sold = async (seller: Client, orderId: number) =>
  contentOf(await seller.api.orders.sellerOrder({ orderId }))

/** Saves the supplier's payee account. */
export async function payeeOf(app: TestApp): Promise<void> {
  const companyId = await companyOf(app, 'seller')
  await app.db
    .insert(bankAccounts)
    .values({ companyId, accountName: '演示供应商', bankName: '演示银行', accountNo: '6222020200112233' })
    .onConflictDoNothing()
}

/** Pays the first line of an order by transfer, up to its voucher; returns the payment. */
export async function transferred(buyer: Client, orderId: number) {
  const [line] = (await bought(buyer, orderId)).payments
  if (line === undefined) throw new Error('Nothing is to be paid')
  const { payment } = contentOf(await buyer.api.orders.paymentOpen({ lineIds: [line.lineId], method: 'bank' }))
  const file = new File([pdf], '凭证.pdf', { type: 'application/pdf' })
  const { fileId: voucherId } = contentOf(await buyer.upload('attachment', file))
  const { paymentId, amount } = payment
  contentOf(await buyer.api.orders.paymentConfirm({ paymentId, voucherId }, { idempotencyKey: newKey() }))
  return { paymentId, amount }
}

/** Pays the first line and confirms the receipt; returns the amount (fen). */
export async function paid(buyer: Client, seller: Client, orderId: number): Promise<number> {
  const { paymentId, amount } = await transferred(buyer, orderId)
  const verdict = { paymentId, verdict: 'confirm', received: amount } as const
  contentOf(await seller.api.orders.paymentVerdict(verdict, { idempotencyKey: newKey() }))
  return amount
}
