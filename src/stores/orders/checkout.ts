import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { Confirmation, ConfirmItem } from '../../contract/orders/checkout.ts'
import { failures } from '../../contract/failures.ts'
import type { Wish } from '../../domain/orders/wish.ts'
import { loadable } from '../loaded.ts'
import type { Change } from './checkout-changes.ts'
import { checkoutKept, noValues, type CheckoutValues, type SubmitInput } from './checkout-kept.ts'

/** null = nothing is chosen in the cart. */
const part = loadable<Confirmation | null>()
/** What is about to be ordered, at the server's prices. */
export const confirmation = part.state

/** What its person chose and typed; kept in this tab. */
export const values = atom<CheckoutValues>(noValues)

/** How the submit goes. `changed` tells what was otherwise when it was refused. */
export type Sending =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  | { readonly at: 'refused'; readonly failure: Failure; readonly changed: readonly Change[] }
  | { readonly at: 'sent'; readonly groupId: number }
export const sending = atom<Sending>({ at: 'idle' })

/** What is ordered without the cart; undefined = what is chosen there. */
let wish: Wish | undefined
let cartIds: readonly number[] = []
/** Things of the cart that stay there this time. */
let left = new Set<number>()

function put(change: Partial<CheckoutValues>): void {
  values.set({ ...values.get(), ...change })
  checkoutKept(wish).keep(values.get())
}

const asked = () => (wish === undefined ? { cartIds: [...cartIds] } : { direct: wish })

async function ask(): Promise<Answer<Confirmation | null>> {
  if (wish === undefined) {
    const cart = await api.orders.cart({})
    if (!cart.ok) return cart
    const items = cart.content.data.flatMap((shop) => shop.items).filter(({ isChosen }) => isChosen)
    // What was shown and has a fault by now stays in sight until its person decides.
    const shown = shownItems().flatMap(({ cartId, fault }) => (cartId === null || fault === null ? [] : [cartId]))
    cartIds = [...new Set([...items.map(({ cartId }) => cartId), ...shown])].filter((id) => !left.has(id))
    if (cartIds.length === 0) return { ok: true, content: null }
  }
  const { addressId } = values.get()
  const answer = await api.orders.orderConfirm({ ...asked(), addressId })
  if (answer.ok || answer.failure.code !== failures.notFound.code || addressId === null) return answer
  // The address was deleted in another tab: the default one takes its place.
  put({ addressId: null })
  return api.orders.orderConfirm(asked())
}

const shownItems = (): readonly ConfirmItem[] => {
  const state = part.state.get()
  return state.at === 'ready' ? (state.content?.shops.flatMap(({ products }) => products) ?? []) : []
}

export const load = (): Promise<void> => part.load(ask)

/** Opens the way to an order: of one thing, or of what is chosen in the cart. */
export async function start(direct: Wish | undefined): Promise<void> {
  wish = direct
  cartIds = []
  left = new Set()
  part.reset()
  values.set(checkoutKept(direct).read() ?? noValues)
  sending.set({ at: 'idle' })
  await load()
}

/** Another address: postage and sum are counted anew. */
export async function chooseAddress(addressId: number): Promise<void> {
  put({ addressId })
  await load()
}
export const chooseInvoice = (invoice: 'none' | 'normal' | 'special'): void => put({ invoice })
export const writeRemark = (shopId: number, remark: string): void =>
  put({ remarks: { ...values.get().remarks, [shopId]: remark } })

/** Goes on without a thing; in the cart it stays. */
export async function leaveOut(cartId: number): Promise<void> {
  left.add(cartId)
  settle()
  await load()
}
/** Goes on with what there is of a thing, or at its price of now. */
export async function accept(
  item: ConfirmItem,
  change: { readonly quantity: number } | { readonly agreedPrice: number },
): Promise<Failure | null> {
  if (item.cartId !== null) {
    const saved = await api.orders.cartSave({ items: [{ cartId: item.cartId, ...change }] })
    if (!saved.ok && saved.failure.code !== failures.conflict.code) return saved.failure
  } else if (wish !== undefined && 'quantity' in change) wish = { ...wish, quantity: change.quantity }
  settle()
  await load()
  return null
}

/** What was refused is in hand: the next submit says what is still wrong. */
function settle(): void {
  if (sending.get().at === 'refused') sending.set({ at: 'idle' })
}

/** How it is invoiced: as chosen here, else as the person prefers and the company's details allow. */
export function invoiceOf({ invoice, invoiceWish }: Confirmation, chosen: CheckoutValues['invoice']) {
  const wanted = chosen ?? invoiceWish
  if (chosen !== undefined || wanted === 'none') return wanted
  if (invoice === null) return 'none'
  return wanted === 'special' && !invoice.specialReady ? 'normal' : wanted
}

/** The submit of what is shown. */
export function submitOf(shown: Confirmation): SubmitInput {
  const { addressId, invoice, remarks } = values.get()
  return {
    ...asked(),
    addressId: shown.address?.addressId ?? addressId,
    orderAmount: shown.orderAmount,
    invoice: invoiceOf(shown, invoice),
    remarks: shown.shops.flatMap(({ shopId }) => {
      const remark = remarks[shopId]?.trim() ?? ''
      return remark === '' ? [] : [{ shopId, remark }]
    }),
  }
}

/** Keeps a submit until it is answered; undefined when it was. */
export const keepUnanswered = (unanswered: CheckoutValues['unanswered']): void => put({ unanswered })

/** Shows the confirmation of now in the place of the one that was refused. */
export const show = (now: Confirmation): void => part.change(() => now)

/** The way is at its end: a later one begins empty. */
export const forgetWay = (): void => checkoutKept(wish).clear()
