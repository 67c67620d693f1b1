import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { Confirmation, ConfirmItem } from '../../../contract/orders/checkout.ts'
import { failures } from '../../../contract/failures.ts'
import type { CallOffRequest } from '../../../domain/orders/agreements/call-off-request.ts'
import type { CartRequest } from '../../../domain/orders/cart-request.ts'
import { loadable } from '../../loadable.ts'
import { validCharge, type Charge } from '../budgets/charge.ts'
import type { Change } from './checkout-changes.ts'
import type { PendingRequisition } from '../requisitions/pending-requisition.ts'
import { loadProgrammeChoices } from '../../projects/programmes/programme-choices.ts'
import { savedCheckout, noValues, type CheckoutValues, type SubmitInput } from './saved-checkout.ts'

/** null when nothing is chosen in the cart. */
const confirmationPart = loadable<Confirmation | null>()
/** Confirmation of the order at the server's prices. */
export const confirmation = confirmationPart.state

/** Choices and texts, persisted in this tab. */
export const checkoutValues = atom<CheckoutValues>(noValues)

/** Submit state. `changed` lists the differences behind a refusal. */
export type CheckoutSubmitState =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  | { readonly at: 'refused'; readonly failure: Failure; readonly changed: readonly Change[] }
  | { readonly at: 'sent'; readonly groupId: number }
  /** The rules of the company apply: it waits for approval. */
  | { readonly at: 'pending'; readonly requisition: PendingRequisition }
export const checkoutSubmitState = atom<CheckoutSubmitState>({ at: 'idle' })

/** Item of 立即购买; undefined to order the items chosen in the cart. */
let directRequest: CartRequest | undefined
/** Lines of a framework agreement; undefined for other orders. */
let callOff: CallOffRequest | undefined
let cartIds: readonly number[] = []
/** Cart items left out of this order. */
let leftOutCartIds = new Set<number>()

function updateValues(change: Partial<CheckoutValues>): void {
  checkoutValues.set({ ...checkoutValues.get(), ...change })
  savedCheckout(callOff ?? directRequest).save(checkoutValues.get())
}

function confirmationInput() {
  if (callOff !== undefined) return { callOff: { ...callOff, items: [...callOff.items] } }
  return directRequest === undefined ? { cartIds: [...cartIds] } : { direct: directRequest }
}

async function requestConfirmation(): Promise<Answer<Confirmation | null>> {
  if (directRequest === undefined && callOff === undefined) {
    const cart = await api.orders.cart({})
    if (!cart.ok) return cart
    const items = cart.content.shops.flatMap(({ products }) => products).filter(({ isChosen }) => isChosen)
    // Shown items that became invalid stay visible until the person decides.
    const shown = shownItems().flatMap(({ cartId, fault }) => (cartId === null || fault === null ? [] : [cartId]))
    cartIds = [...new Set([...items.map(({ cartId }) => cartId), ...shown])].filter((id) => !leftOutCartIds.has(id))
    if (cartIds.length === 0) return { ok: true, content: null }
  }
  const { addressId } = checkoutValues.get()
  const answer = await api.orders.orderConfirm({ ...confirmationInput(), addressId })
  if (answer.ok || answer.failure.code !== failures.notFound.code || addressId === null) return answer
  // The address was deleted in another tab: fall back to the default one.
  updateValues({ addressId: null })
  return api.orders.orderConfirm(confirmationInput())
}

const shownItems = (): readonly ConfirmItem[] => {
  const state = confirmationPart.state.get()
  return state.at === 'ready' ? (state.content?.shops.flatMap(({ products }) => products) ?? []) : []
}

export const loadCheckout = (): Promise<void> => confirmationPart.load(requestConfirmation)

/** Starts the checkout of one item, of a call-off, or of the items chosen in the cart. */
export async function startCheckout(direct: CartRequest | undefined, called?: CallOffRequest): Promise<void> {
  directRequest = direct
  callOff = called
  cartIds = []
  leftOutCartIds = new Set()
  confirmationPart.reset()
  checkoutValues.set(savedCheckout(called ?? direct).read() ?? noValues)
  checkoutSubmitState.set({ at: 'idle' })
  void loadProgrammeChoices()
  await loadCheckout()
}

/** Changes the address; postage and total are recalculated. */
export async function chooseCheckoutAddress(addressId: number): Promise<void> {
  updateValues({ addressId })
  await loadCheckout()
}
export const chooseCheckoutInvoice = (invoice: 'none' | 'normal' | 'special'): void => updateValues({ invoice })
export const chooseCharge = ({ costCentre, projectCode }: Charge): void => updateValues({ costCentre, projectCode })
export const chooseCheckoutProgramme = (programmeId: number | null): void =>
  updateValues({ programmeId: programmeId ?? undefined })
export const setCheckoutRemark = (shopId: number, remark: string): void =>
  updateValues({ remarks: { ...checkoutValues.get().remarks, [shopId]: remark } })

/** Leaves an item out of the order; it stays in the cart. */
export async function leaveOutItem(cartId: number): Promise<void> {
  leftOutCartIds.add(cartId)
  clearRefusal()
  await loadCheckout()
}
/** Accepts the available quantity or the current price of an item. */
export async function acceptItemChange(
  item: ConfirmItem,
  change: { readonly quantity: number } | { readonly agreedPrice: number },
): Promise<Failure | null> {
  if (item.cartId !== null) {
    const saved = await api.orders.cartSave({ items: [{ cartId: item.cartId, ...change }] })
    if (!saved.ok && saved.failure.code !== failures.conflict.code) return saved.failure
  } else if ('quantity' in change) {
    const { quantity } = change
    if (directRequest !== undefined) directRequest = { ...directRequest, quantity }
    // A call-off has one supplier: its items are shown in their order.
    const place = shownItems().indexOf(item)
    if (callOff !== undefined)
      callOff = { ...callOff, items: callOff.items.map((each, at) => (at === place ? { ...each, quantity } : each)) }
  }
  clearRefusal()
  await loadCheckout()
  return null
}

/** Clears a refusal after it was handled; the next submit reports what is still wrong. */
function clearRefusal(): void {
  if (checkoutSubmitState.get().at === 'refused') checkoutSubmitState.set({ at: 'idle' })
}

/** Invoice choice: as chosen here, else the person's preference if the company's details allow it. */
export function checkoutInvoice({ invoice, invoiceWish }: Confirmation, chosen: CheckoutValues['invoice']) {
  const wanted = chosen ?? invoiceWish
  if (chosen !== undefined || wanted === 'none') return wanted
  if (invoice === null) return 'none'
  return wanted === 'special' && !invoice.specialReady ? 'normal' : wanted
}

/** Submit input of the shown confirmation. */
export function checkoutInput(shown: Confirmation): SubmitInput {
  const { addressId, invoice, remarks, costCentre = '', projectCode = '', programmeId } = checkoutValues.get()
  return {
    ...confirmationInput(),
    addressId: shown.address?.addressId ?? addressId,
    orderAmount: shown.orderAmount,
    ...validCharge(shown.costCentres, { costCentre, projectCode }),
    programmeId: programmeId ?? null,
    invoice: checkoutInvoice(shown, invoice),
    remarks: shown.shops.flatMap(({ shopId }) => {
      const remark = remarks[shopId]?.trim() ?? ''
      return remark === '' ? [] : [{ shopId, remark }]
    }),
  }
}

/** Persists a submit until it is answered; undefined clears it. */
export const saveUnanswered = (unanswered: CheckoutValues['unanswered']): void => updateValues({ unanswered })

/** Replaces the refused confirmation by the current one. */
export const showConfirmation = (now: Confirmation): void => confirmationPart.update(() => now)

/** Clears the persisted checkout after completion. */
export const clearCheckout = (): void => savedCheckout(callOff ?? directRequest).clear()
