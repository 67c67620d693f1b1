import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { confirmationOf, priced } from './confirmation.ts'

/** What an order would come to; nothing is written. */
export const orderConfirm: Handler<typeof checkoutCalls.orderConfirm> = async (input, { caller, db }) => {
  const now = await priced(db, caller, input)
  // Who comes from a page that is older than the listing: there is no cart to mend it in.
  const direct = now.wanted.find(({ cartId }) => cartId === null)
  if (direct?.fault === 'unlisted' || direct?.fault === 'specGone') throw new CallFailed('gone')
  if (direct?.fault === 'priceOpen') throw new CallFailed('priceOpen')
  return confirmationOf(db, caller, now)
}
