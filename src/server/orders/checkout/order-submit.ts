import type { z } from 'zod'
import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed, type FailureName } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { Context, Handler } from '../../handler.ts'
import { mustBeCertified } from '../../session/authorise.ts'
import { holdOpen } from '../../shops/public.ts'
import { ordersTag, takeStock } from '../stock.ts'
import { confirmationOf, priced, type Priced } from './confirmation.ts'
import { invoiceDetailsOf, invoiceOf } from './invoice-details.ts'
import { tellSellers } from './tell-sellers.ts'
import { leaveCart, piecesOf } from './wanted-things.ts'
import { unpaidMs, writeOrders } from './write-orders.ts'

type Input = z.output<typeof checkoutCalls.orderSubmit.input>

/**
 * Makes one order a shop of what is wanted, at the server's prices, in the transaction of its idempotency key. What
 * its person did not see is refused with the confirmation of now, and nothing is changed.
 */
export const orderSubmit: Handler<typeof checkoutCalls.orderSubmit> = async (input, context) => {
  const { caller, db: tx, note } = context
  mustBeCertified(caller)
  const asked = await priced(tx, caller, input, true)
  const isHeld = await holdOpen(
    tx,
    asked.shops.map(({ shop }) => shop.orgId),
  )
  const now = isHeld ? asked : await priced(tx, caller, input)
  const refused = refusalOf(now, input)
  if (refused === 'addressNeeded') throw new CallFailed(refused)
  if (refused !== null) throw new CallFailed(refused, await confirmationOf(tx, caller, now))
  const details = input.invoice === 'none' ? undefined : await invoiceDetailsOf(tx, caller.companyId)
  const invoice = invoiceOf(input.invoice, details)

  const payUntil = new Date(Date.now() + unpaidMs)
  const made = await writeOrders(tx, caller, { now, invoice, remarks: remarksOf(input), payUntil })
  await tellSellers(tx, context, made.orders)
  // Specifications are the last locks that are taken, and held the shortest.
  await takeOrRefuse(tx, context, now, input)
  await leaveCart(tx, now.wanted)
  note(made.orders.map(({ orderNo }) => orderNo).join('、'))
  return {
    groupId: made.groupId,
    orders: made.orders.map(({ orderId, orderNo, shopName, total, dueNow }) => ({
      ...{ orderId, orderNo, shopName, total, dueNow },
    })),
    payUntil: payUntil.toISOString(),
  }
}

/** Why it is not ordered as it stands; null when it is what its person saw. */
function refusalOf(now: Priced, { orderAmount }: Input): FailureName | null {
  if (now.wanted.some(({ fault }) => fault !== null)) return 'itemsInvalid'
  if (now.needsAddress && now.address === null) return 'addressNeeded'
  if (now.shops.some(({ total }) => total.postage === null)) return 'notSentThere'
  return now.orderAmount === orderAmount ? null : 'conflict'
}

const remarksOf = ({ remarks }: Input): ReadonlyMap<number, string> =>
  new Map(remarks.map(({ shopId, remark }) => [shopId, remark]))

/** Takes the stock; what others took since it was priced is refused like every other fault. */
async function takeOrRefuse(tx: Db, context: Context<'company'>, now: Priced, input: Input): Promise<void> {
  try {
    const tags = await takeStock(tx, piecesOf(now.wanted))
    context.after(() => context.pages.invalidate([ordersTag, ...tags]))
  } catch (thrown) {
    if (!(thrown instanceof CallFailed) || thrown.failure !== 'stockShort') throw thrown
    const { caller } = context
    throw new CallFailed('itemsInvalid', await confirmationOf(tx, caller, await priced(tx, caller, input)))
  }
}
