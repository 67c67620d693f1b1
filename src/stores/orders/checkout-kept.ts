import { z } from 'zod'
import { checkoutCalls, invoiceWish } from '../../contract/orders/checkout.ts'
import { wishWord, type Wish } from '../../domain/orders/wish.ts'
import { kept, shaped, type Kept } from '../kept.ts'

const submit = checkoutCalls.orderSubmit.input
/** A submit with every field said. */
export type SubmitInput = z.output<typeof submit>

const shape = z.object({
  /** null = the default address. */
  addressId: z.number().nullable().default(null),
  /** undefined = as the person prefers. */
  invoice: invoiceWish.optional(),
  /** To the shops, by shop. */
  remarks: z.record(z.string(), z.string()).default({}),
  /** A submit that was not answered: it may have made the order, so it is sent again first. */
  unanswered: z.object({ key: z.string(), input: submit }).optional(),
})
/** What its person chose and typed on the way to an order. */
export type CheckoutValues = z.output<typeof shape>

export const noValues: CheckoutValues = { addressId: null, remarks: {} }

/** What this tab keeps of a way to an order, over reloads and a login in between. */
export const checkoutKept = (wish: Wish | undefined): Kept<CheckoutValues> =>
  kept('tab', `checkout:${wish === undefined ? 'cart' : wishWord(wish)}`, shaped(shape))
