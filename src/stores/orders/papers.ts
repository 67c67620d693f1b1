import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OrderPapers } from '../../contract/orders/papers.ts'
import type { Uploaded } from '../../contract/operations/files.ts'
import { links } from '../../domain/links.ts'
import { mostOrderFiles, type OrderFileKind } from '../../domain/orders/order-papers.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { takeSheet } from '../operations/made-sheet.ts'
import { onTold } from '../operations/told.ts'
import { uploadsOf } from '../operations/uploads.ts'

type Side = 'buyer' | 'seller'

const part = loadable<OrderPapers>()
/** Files of the order that is looked at. */
export const papers: ReadableAtom<Loaded<OrderPapers>> = part.state

/** What the next files are. Chosen before they are sent. */
export const kind = atom<OrderFileKind>('other')

/** A file that arrived and could not be laid to the order yet, and why; null = it is being tried. */
export interface Unlaid {
  readonly file: Uploaded
  readonly kind: OrderFileKind
  readonly failure: Failure | null
}
export const unlaid = atom<readonly Unlaid[]>([])

export const uploads = uploadsOf('attachment', {
  most: mostOrderFiles,
  onReady: (file) => {
    const waits = { file, kind: kind.get(), failure: null }
    unlaid.set([...unlaid.get(), waits])
    void lay(waits)
  },
})

let shown: { side: Side; orderId: number } | null = null

const calls = () => {
  const { buyerOrderPapers, buyerOrderFileSave, buyerOrderFileDelete, buyerOrderContract } = api.orders
  const { sellerOrderPapers, sellerOrderFileSave, sellerOrderFileDelete, sellerOrderContract } = api.orders
  return shown?.side === 'seller'
    ? { read: sellerOrderPapers, save: sellerOrderFileSave, drop: sellerOrderFileDelete, make: sellerOrderContract }
    : { read: buyerOrderPapers, save: buyerOrderFileSave, drop: buyerOrderFileDelete, make: buyerOrderContract }
}

export async function load(): Promise<void> {
  const now = shown
  if (now !== null) await part.load(() => calls().read({ orderId: now.orderId }))
}

/** Shows the files of an order, and again when its people are told of it. Returns the way to stop. */
export function start(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    uploads.start([])
    unlaid.set([])
    kind.set(side === 'buyer' ? 'requirement' : 'report')
  }
  shown = { side, orderId }
  void load()
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  return onTold((heard) => {
    if (heard.kind === 'awake' || (heard.kind === 'notice' && heard.path === path)) void load()
  })
}

/** Lays an upload to its order. What fails waits in `unlaid` with its reason, to be tried again or left. */
async function lay(waits: Unlaid): Promise<void> {
  const now = shown
  if (now === null) return
  const { fileId } = waits.file
  const answer = await calls().save({ orderId: now.orderId, fileId, kind: waits.kind })
  if (shown?.orderId !== now.orderId) return
  if (!answer.ok) {
    const failed = { ...waits, failure: answer.failure }
    unlaid.set(unlaid.get().map((one) => (one.file.fileId === fileId ? failed : one)))
    return
  }
  leave(fileId)
  part.change(() => answer.content)
}

export function layAgain(fileId: string): void {
  const waits = unlaid.get().find(({ file }) => file.fileId === fileId)
  if (waits?.failure == null) return
  const again = { ...waits, failure: null }
  unlaid.set(unlaid.get().map((one) => (one === waits ? again : one)))
  void lay(again)
}

/** An upload that is not wanted any more. */
export function leave(fileId: string): void {
  unlaid.set(unlaid.get().filter(({ file }) => file.fileId !== fileId))
  for (const item of uploads.items.get())
    if (item.at === 'ready' && item.file.fileId === fileId) uploads.remove(item.id)
}

/** The file whose removal is asked about. */
export type Removal =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly fileId: string; readonly name: string }
export const removal = atom<Removal>({ at: 'none' })

export const askRemoval = (file: { readonly fileId: string; readonly name: string }): void =>
  removal.set({ at: 'asking', fileId: file.fileId, name: file.name })
export function dropRemoval(): void {
  if (removal.get().at === 'asking') removal.set({ at: 'none' })
}

/** Takes the file back that was asked about, once. The failure where there is one. */
export async function remove(): Promise<Failure | null> {
  const now = removal.get()
  if (now.at !== 'asking' || shown === null) return null
  removal.set({ ...now, at: 'sending' })
  const answer = await calls().drop({ orderId: shown.orderId, fileId: now.fileId })
  removal.set({ at: 'none' })
  if (!answer.ok) {
    void load()
    return answer.failure
  }
  part.change(() => answer.content)
  return null
}

/** Leads to the contract of the order. The failure where there is one. */
export async function takeContract(): Promise<Failure | null> {
  const now = shown
  return now === null ? null : takeSheet('contract', () => calls().make({ orderId: now.orderId }))
}
