import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DealRecord } from '../../contract/orders/deal-record.ts'
import { links } from '../../domain/links.ts'
import type { Side } from '../../domain/sides.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'

/** Whose record: an order of one's own side, or the order of a dispute for an operator. */
export type RecordSubject =
  { readonly side: Side; readonly orderId: number } | { readonly side: 'operator'; readonly disputeId: number }

const part = loadable<DealRecord>()
/** Deal record of the shown order, with the entries loaded so far. */
export const dealRecord: ReadableAtom<Loaded<DealRecord>> = part.state
/** Whether earlier entries are being loaded. */
export const loadingEarlier = atom(false)

let shown: RecordSubject | null = null

const readRecord = (subject: RecordSubject, before?: number) => {
  if (subject.side === 'operator') return api.orders.disputeRecord({ disputeId: subject.disputeId, before })
  const { side, orderId } = subject
  return side === 'buyer'
    ? api.orders.buyerDealRecord({ orderId, before })
    : api.orders.sellerDealRecord({ orderId, before })
}

export async function loadDealRecord(): Promise<void> {
  const subject = shown
  if (subject !== null) await part.load(() => readRecord(subject))
}

/** Loads a record and reloads it on push notices of its order. Returns the unsubscribe function. */
export function startDealRecord(subject: RecordSubject): () => void {
  part.reset()
  loadingEarlier.set(false)
  shown = subject
  void loadDealRecord()
  if (subject.side === 'operator') return () => {}
  const { side, orderId } = subject
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  return onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === path)) void loadDealRecord()
  })
}

/** Adds the page before the oldest shown entry. Returns the failure, if any. */
export async function loadEarlierEntries(): Promise<Failure | null> {
  const [state, subject] = [part.state.get(), shown]
  if (state.at !== 'ready' || state.content.next === null || subject === null || loadingEarlier.get()) return null
  loadingEarlier.set(true)
  const { content } = state
  const answer = await readRecord(subject, content.next ?? undefined)
  loadingEarlier.set(false)
  if (!answer.ok) return answer.failure
  // A reload meanwhile starts from the newest entries again.
  const now = part.state.get()
  if (shown === subject && now.at === 'ready' && now.content === content)
    part.update(() => ({ ...answer.content, data: [...content.data, ...answer.content.data] }))
  return null
}
