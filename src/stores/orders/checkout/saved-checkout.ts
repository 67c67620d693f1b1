import { z } from 'zod'
import { checkoutCalls, invoicePreference } from '../../../contract/orders/checkout.ts'
import { serializeCallOff, type CallOffRequest } from '../../../domain/orders/agreements/call-off-request.ts'
import { serializeCartRequest, type CartRequest } from '../../../domain/orders/cart-request.ts'
import { persistedValue, withSchema, type PersistedValue } from '../../persisted-storage.ts'

const submitShape = checkoutCalls.orderSubmit.input
/** Submit input with every field set. */
export type SubmitInput = z.output<typeof submitShape>

const checkoutShape = z.object({
  /** null for the default address. */
  addressId: z.number().nullable().default(null),
  /** undefined for the person's preference. */
  invoice: invoicePreference.optional(),
  /** Remarks to the shops, by shopId. */
  remarks: z.record(z.string(), z.string()).default({}),
  costCentre: z.string().optional(),
  projectCode: z.string().optional(),
  /** Chosen R&D programme. */
  programmeId: z.number().optional(),
  /** A submit without an answer: the order may exist, so it is sent again first. */
  unanswered: z.object({ key: z.string(), input: submitShape }).optional(),
})
/** Choices and texts of the checkout. */
export type CheckoutValues = z.output<typeof checkoutShape>

export const noValues: CheckoutValues = { addressId: null, remarks: {} }

function nameOf(request: CartRequest | CallOffRequest | undefined): string {
  if (request === undefined) return 'cart'
  return 'agreementId' in request ? `agreement:${serializeCallOff(request)}` : serializeCartRequest(request)
}

/** Checkout persisted in this tab, across reloads and a login. */
export const savedCheckout = (request: CartRequest | CallOffRequest | undefined): PersistedValue<CheckoutValues> =>
  persistedValue('tab', `checkout:${nameOf(request)}`, withSchema(checkoutShape))
