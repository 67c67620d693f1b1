import type { z } from 'zod'
import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed, type FailureName } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { Context, Handler, Member } from '../../handler.ts'
import {
  holdChosenProgramme,
  recordAddedItems,
  type ProgrammeRecord,
} from '../../projects/programmes/programme-access.ts'
import { assertCertified } from '../../session/authorise.ts'
import { commitOrders } from '../budgets/book-budget.ts'
import { chargedBudget } from '../budgets/charged-budget.ts'
import { assertNotBlocked } from '../../shops/supplier-marks.ts'
import { assertRoom } from '../agreements/call-off.ts'
import { ordersTag, takeStock } from '../stock.ts'
import { presentConfirmation, priceRequest, type PricedRequest } from './confirmation.ts'
import { loadInvoiceDetails, toOrderInvoice } from './invoice-details.ts'
import { addressText, gateOrder } from './order-approval.ts'
import { removeFromCart, toSpecQuantities, type ItemsRequest } from './requested-items.ts'
import { paymentDeadlineMs, writeOrders, type WrittenOrder } from './write-orders.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { notifyRecipients } from '../../accounts/notifications/notify.ts'
import { recipientsWithChoices } from '../../platform/notices/notices.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { cartItems } from '../../../db/tables/cart.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { maxCartItems, clampQuantity } from '../../../domain/orders/cart-items.ts'
import type { FrozenOrder } from '../../../domain/orders/requisitions/frozen-request.ts'
import { lockCart } from '../cart/add-to-cart.ts'
import { countCartItems } from '../cart/cart-entries.ts'
import { purchasableKey, loadPurchasables, type Purchasable } from '../purchasables.ts'

/** Notifies each supplier of its new order. */
async function notifySellers(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  orders: readonly WrittenOrder[],
): Promise<void> {
  const companyIds = orders.map(({ sellerCompanyId }) => sellerCompanyId)
  const people = await recipientsWithChoices(tx, companyIds, 'order_manage')
  const notifications = orders.map(({ orderId, orderNo, title, total, sellerCompanyId }) => ({
    people: people.get(sellerCompanyId) ?? [],
    content: {
      title: `收到新订单 ${orderNo}`,
      text: `${title}，合计 ¥${yuan(total)}。请核对后确认接单。`,
      path: links.sellerConfirmOrder(orderId),
    },
  }))
  await notifyRecipients(tx, context, 'order.moved', notifications)
}

/**
 * Creates one order per shop at the server's prices, in the transaction of its idempotency key. If prices, stock or
 * totals differ from what the caller saw, throws with the current confirmation and changes nothing. What the rules of
 * the company govern is not ordered, but becomes a requisition.
 */
export const orderSubmit: Handler<typeof checkoutCalls.orderSubmit> = async (input, context) => {
  assertCertified(context.caller)
  const current = await priceSubmit(input, context)
  const programme = await holdChosenProgramme(context.db, context.caller, 'order', input.programmeId)
  const budget = await chargedBudget(context.db, context.caller, input)
  const pending = await gateOrder(context, input, current, budget?.id ?? null)
  if (pending !== null) {
    await removeFromCart(context.db, current.wanted)
    throw pending
  }
  return placeOrders(input, context, current, { budgetId: budget?.id ?? null, programme })
}

/**
 * Places an approved order for its requester, in the transaction of the last approval. Throws the failures of
 * orderSubmit if it cannot be placed as it was asked.
 */
export async function submitApprovedOrder(
  frozen: FrozenOrder,
  context: Context<'company'>,
  requisitionId: number,
): Promise<PlacedOrders> {
  assertCertified(context.caller)
  const { orderAmount, addressId, invoice, remarks, costCentre, projectCode, programmeId = null, agreement } = frozen
  const charge = { costCentre, projectCode, programmeId }
  const input = { approved: frozen.items, agreement, orderAmount, addressId, invoice, remarks, ...charge }
  const current = await priceSubmit(input, context)
  if (addressText(current) !== frozen.address) throw new CallFailed('conflict')
  const programme = await holdChosenProgramme(context.db, context.caller, 'order', programmeId)
  const budget = await chargedBudget(context.db, context.caller, input)
  return placeOrders(input, context, current, { budgetId: budget?.id ?? null, programme, requisitionId })
}

type SubmitRequest = ItemsRequest &
  Pick<FrozenOrder, 'addressId' | 'orderAmount' | 'invoice' | 'remarks' | 'costCentre' | 'projectCode'> & {
    readonly programmeId: number | null
  }
type PlacedOrders = z.input<typeof checkoutCalls.orderSubmit.output>

/** Locks and prices what is ordered; throws where it is not what the caller saw. */
async function priceSubmit(input: SubmitRequest, { caller, db: tx }: Context<'company'>): Promise<PricedRequest> {
  const priced = await priceRequest(tx, caller, input, true)
  // A shop that closed while its lock was awaited: its listings are read again.
  const areOpen = priced.shops.every(({ shop }) => shop.isOpen)
  const current = areOpen ? priced : await priceRequest(tx, caller, input)
  const refused = submitRefusal(current, input)
  if (refused === 'addressNeeded') throw new CallFailed(refused)
  if (refused !== null) throw new CallFailed(refused, await presentConfirmation(tx, caller, current))
  if (current.agreement !== null) assertRoom(current.agreement, current.orderAmount)
  const suppliers = current.shops.map(({ shop }) => shop.orgId)
  await assertNotBlocked(tx, caller, suppliers)
  return current
}

/** What placed orders are charged to and belong to. */
interface PlacedFor {
  readonly budgetId: number | null
  /** Held by the transaction. */
  readonly programme: ProgrammeRecord | null
  /** The approved requisition. */
  readonly requisitionId?: number
}

async function placeOrders(
  input: SubmitRequest,
  context: Context<'company'>,
  current: PricedRequest,
  { budgetId, programme, requisitionId }: PlacedFor,
): Promise<PlacedOrders> {
  const { caller, db: tx, note } = context
  const details = input.invoice === 'none' ? undefined : await loadInvoiceDetails(tx, caller.companyId)
  const invoice = toOrderInvoice(input.invoice, details)

  const payUntil = new Date(Date.now() + paymentDeadlineMs)
  const { costCentre, projectCode } = input
  const submission = {
    now: current,
    invoice,
    remarks: remarksByShop(input),
    costCentre,
    projectCode,
    budgetId,
    projectId: programme?.id ?? null,
    payUntil,
  }
  const written = await writeOrders(tx, caller, submission)
  if (programme !== null)
    await recordAddedItems(
      tx,
      caller,
      programme.id,
      'order',
      written.orders.map(({ orderNo, title }) => `${orderNo} ${title}`),
    )
  await notifySellers(tx, context, written.orders)
  // Specification locks are taken last, so they are held shortest.
  await takeStockOrRefuse(tx, context, current, input)
  await removeFromCart(tx, current.wanted)
  const charge = { budgetId, placed: written.orders, userId: caller.userId, requisitionId }
  await commitOrders(tx, context, charge)
  note(written.orders.map(({ orderNo }) => orderNo).join('、'))
  return {
    groupId: written.groupId,
    orders: written.orders.map(({ orderId, orderNo, shopName, total, dueNow }) => ({
      orderId,
      orderNo,
      shopName,
      total,
      dueNow,
    })),
    payUntil: payUntil.toISOString(),
  }
}

/** Reason to refuse the submit; null if it matches what the caller saw. */
function submitRefusal(now: PricedRequest, { orderAmount }: SubmitRequest): FailureName | null {
  if (now.wanted.some(({ fault }) => fault !== null)) return 'itemsInvalid'
  if (now.needsAddress && now.address === null) return 'addressNeeded'
  if (now.shops.some(({ total }) => total.postage === null)) return 'notSentThere'
  return now.orderAmount === orderAmount ? null : 'conflict'
}

const remarksByShop = ({ remarks }: SubmitRequest): ReadonlyMap<number, string> =>
  new Map(remarks.map(({ shopId, remark }) => [shopId, remark]))

/** Takes the stock; a shortage since pricing throws itemsInvalid with the current confirmation. */
async function takeStockOrRefuse(
  tx: Db,
  context: Context<'company'>,
  now: PricedRequest,
  input: SubmitRequest,
): Promise<void> {
  try {
    const tags = await takeStock(tx, toSpecQuantities(now.wanted))
    context.after(() => context.pages.invalidate([ordersTag, ...tags]))
  } catch (thrown) {
    if (!(thrown instanceof CallFailed) || thrown.failure !== 'stockShort') throw thrown
    const { caller } = context
    // The room of the agreement as it was before the orders, which are not kept.
    const again = { ...(await priceRequest(tx, caller, input)), agreement: now.agreement }
    throw new CallFailed('itemsInvalid', await presentConfirmation(tx, caller, again))
  }
}

/** Prices an order without writing anything. */
export const orderConfirm: Handler<typeof checkoutCalls.orderConfirm> = async (input, { caller, db }) => {
  const priced = await priceRequest(db, caller, input)
  // Direct purchase from an outdated page: there is no cart in which to fix it.
  const direct = input.direct === undefined ? undefined : priced.wanted[0]
  if (direct?.fault === 'unlisted' || direct?.fault === 'specGone') throw new CallFailed('gone')
  if (direct?.fault === 'priceOpen') throw new CallFailed('priceOpen')
  const suppliers = priced.shops.map(({ shop }) => shop.orgId)
  await assertNotBlocked(db, caller, suppliers)
  return presentConfirmation(db, caller, priced)
}

/** Adds the lines of an order to the cart again, with quantities limited by stock. */
export const reorder: Handler<typeof checkoutCalls.reorder> = async ({ orderId, lineId }, { caller, db }) => {
  const lines = await loadReorderLines(db, caller.companyId, orderId, lineId)
  const refs = lines.flatMap(({ kind, listingId, specId }) =>
    kind === null || listingId === null ? [] : [{ kind, listingId, specId }],
  )
  const things = await loadPurchasables(db, refs)
  const found = lines.map((line) => ({ name: line.name, again: toReorderItem(line, things, caller) }))
  const wanted = found.flatMap(({ again }) => again ?? [])
  const missing = found.flatMap(({ name, again }) => (again === null ? [name] : []))
  return db.transaction(async (tx) => {
    await lockCart(tx, caller.userId)
    if (wanted.length > 0) await addToCart(tx, caller, wanted)
    const count = await countCartItems(tx, caller)
    if (count > maxCartItems) throw new CallFailed('cartFull')
    return { added: wanted.length, missing, count }
  })
}

interface ReorderItem {
  readonly thing: Purchasable
  readonly price: number
  readonly quantity: number
}
type ReorderLine = Awaited<ReturnType<typeof loadReorderLines>>[number]

async function loadReorderLines(db: Db, companyId: number, orderId: number, lineId: number | undefined) {
  const { kind, listingId, specId, name, quantity } = orderLines
  const lines = await db
    .select({ kind, listingId, specId, name, quantity })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.buyerCompanyId, companyId),
        lineId === undefined ? undefined : eq(orderLines.id, lineId),
      ),
    )
    .orderBy(asc(orderLines.id))
  if (lines.length === 0) throw new CallFailed('notFound')
  return lines
}

/** Purchasable of a line if it is on sale at a fixed price, else null. */
function toReorderItem(
  { kind, listingId, specId, quantity: before }: ReorderLine,
  things: ReadonlyMap<string, Purchasable>,
  { companyId }: Member,
): ReorderItem | null {
  if (kind === null || listingId === null) return null
  const thing = things.get(purchasableKey({ kind, listingId, specId }))
  if (thing === undefined || !thing.onSale || !thing.specOnSale || thing.shop.orgId === companyId) return null
  if (thing.priceType !== 0 || thing.price === null) return null
  const quantity = clampQuantity(before, thing)
  return quantity === null ? null : { thing, price: thing.price, quantity }
}

/** Items already in the cart keep the greater quantity, so repeating the call changes nothing. */
async function addToCart(tx: Db, { userId, companyId }: Member, wanted: readonly ReorderItem[]): Promise<void> {
  const one = new Map(wanted.map((each) => [purchasableKey(each.thing), each]))
  const rows = [...one.values()].map(({ thing, price, quantity }) => ({
    userId,
    companyId,
    kind: thing.kind,
    listingId: thing.listingId,
    specId: thing.specId,
    quantity,
    seenPrice: price,
  }))
  await tx
    .insert(cartItems)
    .values(rows)
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.companyId, cartItems.kind, cartItems.listingId, cartItems.specId],
      set: {
        quantity: sql`greatest(${cartItems.quantity}, excluded.quantity)`,
        seenPrice: sql`excluded.seen_price`,
        isChosen: true,
        updatedAt: new Date(),
      },
    })
}
