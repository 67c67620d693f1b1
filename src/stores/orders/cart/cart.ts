import { atom, computed } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import { cartChange, cartChanged } from './cart-count.ts'
import {
  parseEdits,
  pendingEdits,
  withEdits,
  serializeEdits,
  type CartContent,
  type CartEdit,
  type CartEdits,
} from './cart-view.ts'
import { numberOf } from './number-of.ts'

const cartPart = loadable<CartContent>()
/** Edits not confirmed by the server yet. */
export const cartEdits = atom<CartEdits>({})
/** Reasons for reverted quantities, by cartId. */
export const quantityNotes = atom<Readonly<Record<number, string>>>({})
/** Why edits are not saved; they stay and are sent with the next edit or on 重试. */
export const cartSaveFailure = atom<Failure | null>(null)
/** The cart with unconfirmed edits applied. */
export const cart = computed([cartPart.state, cartEdits], (state, now): Loaded<CartContent> =>
  state.at === 'ready' ? { ...state, content: withEdits(state.content, now) } : state,
)
/** Whether sums are local estimates. */
export const isEstimate = computed(cartEdits, (now) => Object.keys(now).length > 0)
/** Changes the shown cart until the next load. */
export const changeShownCart = cartPart.update

async function requestCart(): Promise<Answer<CartContent>> {
  const [valid, bad] = await Promise.all([api.orders.cart({}), api.orders.cartInvalid({})])
  if (!valid.ok) return valid
  if (!bad.ok) return bad
  const { shops, chosenAmount, chosenCount } = valid.content
  return { ok: true, content: { shops, bad: bad.content.products, chosenAmount, chosenCount } }
}
export const loadCart = (): Promise<void> => cartPart.load(requestCart)

/** Debounce before saving, in milliseconds. */
const saveDelayMs = 400
const savedEdits = persistedValue('tab', 'cartEdits', asText)
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<boolean> | undefined
let isNotifying = false

function setEdits(now: CartEdits): void {
  cartEdits.set(now)
  if (Object.keys(now).length === 0) savedEdits.clear()
  else savedEdits.save(serializeEdits(now))
}

function editItems(changes: readonly (readonly [number, CartEdit])[]): void {
  const now = cartEdits.get()
  setEdits({ ...now, ...Object.fromEntries(changes.map(([id, change]) => [id, { ...now[id], ...change }])) })
  clearTimeout(timer)
  timer = setTimeout(() => void flushCart(), saveDelayMs)
}

/** Changes a quantity: shown at once, saved after a pause. */
export function setCartQuantity(cartId: number, quantity: number): void {
  const { [cartId]: _said, ...others } = quantityNotes.get()
  quantityNotes.set(others)
  editItems([[cartId, { quantity }]])
}
/** Selects items for the order, or deselects them. */
export const chooseCartItems = (cartIds: readonly number[], isChosen: boolean): void =>
  editItems(cartIds.map((id) => [id, { isChosen }]))

/** Saves pending edits, one batch after the other. True when everything is saved. */
export function flushCart(): Promise<boolean> {
  clearTimeout(timer)
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<boolean> {
  while (Object.keys(cartEdits.get()).length > 0) {
    const batch = cartEdits.get()
    const failure = await saveBatch(batch)
    if (failure !== null) {
      cartSaveFailure.set(failure)
      return false
    }
    cartPart.update((content) => withEdits(content, batch))
    setEdits(pendingEdits(cartEdits.get(), batch))
    cartSaveFailure.set(null)
    await loadCart()
  }
  return true
}

/** Failure codes of a single item; any other failure leaves the whole batch unsaved. */
const singleItemCodes: readonly number[] = [
  failures.stockShort.code,
  failures.belowMinimum.code,
  failures.notFound.code,
]

/** Saves a batch. If one item is refused, the others are saved one by one. */
async function saveBatch(batch: CartEdits): Promise<Failure | null> {
  const items = Object.entries(batch).map(([id, change]) => ({ cartId: Number(id), ...change }))
  const answer = await api.orders.cartSave({ items })
  if (answer.ok) {
    notifyCartCount(answer.content.count)
    return null
  }
  if (!singleItemCodes.includes(answer.failure.code)) return answer.failure
  if (items.length === 1) {
    for (const { cartId } of items) revertQuantity(cartId, answer.failure)
    return null
  }
  for (const { cartId, ...change } of items) {
    const failure = await saveBatch({ [cartId]: change })
    if (failure !== null) return failure
  }
  return null
}

/** Reverts a refused quantity, reloads the cart and notes the reason at the item. */
function revertQuantity(cartId: number, failure: Failure): void {
  const [stock, least] = [numberOf(failure.content, 'stock'), numberOf(failure.content, 'minOrder')]
  const why =
    stock !== undefined ? `库存仅 ${stock}，数量未改` : least !== undefined ? `起订量为 ${least}，数量未改` : ''
  quantityNotes.set({ ...quantityNotes.get(), [cartId]: why === '' ? failure.message : why })
}

/** Updates badges and other tabs, but not this page's own cart. */
export function notifyCartCount(count: number): void {
  isNotifying = true
  cartChanged(count)
  isNotifying = false
}

/** Loads the cart, sends edits left by an earlier page, and follows other tabs. Returns the unsubscribe function. */
export function startCart(): () => void {
  setEdits(parseEdits(savedEdits.read() ?? ''))
  void loadCart().then(() => flushCart())
  const stop = cartChange.listen(() => {
    if (!isNotifying) void loadCart()
  })
  const look = () => {
    if (document.visibilityState === 'visible') void loadCart()
    else void flushCart()
  }
  const again = () => void flushCart()
  document.addEventListener('visibilitychange', look)
  addEventListener('online', again)
  addEventListener('pagehide', again)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', again)
    removeEventListener('pagehide', again)
  }
}
