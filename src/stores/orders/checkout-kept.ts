import { z } from 'zod'
import { checkoutCalls, invoiceWish } from '../../contract/orders/checkout.ts'
import { wishWord, type Wish } from '../../domain/orders/wish.ts'

const submit = checkoutCalls.orderSubmit.input
/** A submit with every field said. */
export type SubmitInput = z.output<typeof submit>

const kept = z.object({
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
export type CheckoutValues = z.output<typeof kept>

export const noValues: CheckoutValues = { addressId: null, remarks: {} }

const keyOf = (wish: Wish | undefined): string => `checkout:${wish === undefined ? 'cart' : wishWord(wish)}`

/** What this tab keeps of a way to an order, over reloads and a login in between. */
export function readKept(wish: Wish | undefined): CheckoutValues {
  const text = sessionStorage.getItem(keyOf(wish))
  if (text === null) return noValues
  try {
    const read = kept.safeParse(JSON.parse(text))
    return read.success ? read.data : noValues
  } catch {
    return noValues
  }
}
export const keep = (wish: Wish | undefined, values: CheckoutValues): void =>
  sessionStorage.setItem(keyOf(wish), JSON.stringify(values))
export const forget = (wish: Wish | undefined): void => sessionStorage.removeItem(keyOf(wish))
