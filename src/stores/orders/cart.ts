import { atom, computed } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { asText, kept } from '../kept.ts'
import { cartChange, cartChanged } from './cart-count.ts'
import { readEdits, stillOpen, withEdits, writeEdits, type CartContent, type Edit, type Edits } from './cart-view.ts'
import { numberOf } from './number-of.ts'

const part = loadable<CartContent>()
/** Changes that the server has not confirmed yet. */
export const edits = atom<Edits>({})
/** Why a quantity was put back, by cartId. */
export const notes = atom<Readonly<Record<number, string>>>({})
/** Why changes are not saved; they stay and are sent with the next one, or on 重试. */
export const unsaved = atom<Failure | null>(null)
/** The cart as its person means it, with what is not confirmed yet. */
export const cart = computed([part.state, edits], (state, now): Loaded<CartContent> =>
  state.at === 'ready' ? { ...state, content: withEdits(state.content, now) } : state,
)
/** Whether sums are estimates of this page rather than the server's. */
export const isEstimate = computed(edits, (now) => Object.keys(now).length > 0)
/** Changes what is shown until the next reading. */
export const show = part.change

async function ask(): Promise<Answer<CartContent>> {
  const [valid, bad] = await Promise.all([api.orders.cart({}), api.orders.cartInvalid({})])
  if (!valid.ok) return valid
  if (!bad.ok) return bad
  const { data: shops, chosenAmount, chosenCount } = valid.content
  return { ok: true, content: { shops, bad: bad.content.data, chosenAmount, chosenCount } }
}
export const load = (): Promise<void> => part.load(ask)

/** Milliseconds without a further change before one is saved. */
const pause = 400
const keptEdits = kept('tab', 'cartEdits', asText)
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<boolean> | undefined
let telling = false

function put(now: Edits): void {
  edits.set(now)
  if (Object.keys(now).length === 0) keptEdits.clear()
  else keptEdits.keep(writeEdits(now))
}

function edit(changes: readonly (readonly [number, Edit])[]): void {
  const now = edits.get()
  put({ ...now, ...Object.fromEntries(changes.map(([id, change]) => [id, { ...now[id], ...change }])) })
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), pause)
}

/** Another quantity: shown at once, saved when its person pauses. */
export function setQuantity(cartId: number, quantity: number): void {
  const { [cartId]: _said, ...others } = notes.get()
  notes.set(others)
  edit([[cartId, { quantity }]])
}
/** Chooses items for the order, or leaves them out. */
export const choose = (cartIds: readonly number[], isChosen: boolean): void =>
  edit(cartIds.map((id) => [id, { isChosen }]))

/** Sends what is not saved yet, one batch after the other. True when everything is saved. */
export function flush(): Promise<boolean> {
  clearTimeout(timer)
  sending ??= sendAll().finally(() => (sending = undefined))
  return sending
}

async function sendAll(): Promise<boolean> {
  while (Object.keys(edits.get()).length > 0) {
    const batch = edits.get()
    const failure = await send(batch)
    if (failure !== null) {
      unsaved.set(failure)
      return false
    }
    part.change((content) => withEdits(content, batch))
    put(stillOpen(edits.get(), batch))
    unsaved.set(null)
    await load()
  }
  return true
}

/** Failures of one item, which the others do not share; every other one leaves all of them unsaved. */
const ofOneItem: readonly number[] = [failures.stockShort.code, failures.belowMinimum.code, failures.notFound.code]

/** Saves a batch. Where one item is refused the others are saved each by itself. */
async function send(batch: Edits): Promise<Failure | null> {
  const items = Object.entries(batch).map(([id, change]) => ({ cartId: Number(id), ...change }))
  const answer = await api.orders.cartSave({ items })
  if (answer.ok) {
    tell(answer.content.count)
    return null
  }
  if (!ofOneItem.includes(answer.failure.code)) return answer.failure
  if (items.length === 1) {
    for (const { cartId } of items) putBack(cartId, answer.failure)
    return null
  }
  for (const { cartId, ...change } of items) {
    const failure = await send({ [cartId]: change })
    if (failure !== null) return failure
  }
  return null
}

/** A refused quantity goes; what stands in the cart is read again, and the item says why. */
function putBack(cartId: number, failure: Failure): void {
  const [stock, least] = [numberOf(failure.content, 'stock'), numberOf(failure.content, 'minOrder')]
  const why =
    stock !== undefined ? `库存仅 ${stock}，数量未改` : least !== undefined ? `起订量为 ${least}，数量未改` : ''
  notes.set({ ...notes.get(), [cartId]: why === '' ? failure.message : why })
}

/** Tells the badges and the other tabs, not this page's own cart. */
export function tell(count: number): void {
  telling = true
  cartChanged(count)
  telling = false
}

/** Reads the cart, sends what a page before could not, and follows the other tabs. Answers the way to stop. */
export function start(): () => void {
  put(readEdits(keptEdits.read() ?? ''))
  void load().then(() => flush())
  const stop = cartChange.listen(() => {
    if (!telling) void load()
  })
  const look = () => {
    if (document.visibilityState === 'visible') void load()
    else void flush()
  }
  const again = () => void flush()
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
