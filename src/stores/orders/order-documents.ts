import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OrderDocuments } from '../../contract/orders/documents.ts'
import type { Uploaded } from '../../contract/operations/files.ts'
import { links } from '../../domain/links.ts'
import { maxOrderFiles, type OrderFileKind } from '../../domain/orders/order-documents.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { exportSheet } from '../operations/sheet-export.ts'
import { onPush } from '../operations/push-notices.ts'
import { createUploads } from '../operations/uploads.ts'
import type { Side } from '../../domain/sides.ts'

const part = loadable<OrderDocuments>()
/** Documents of the shown order. */
export const orderDocuments: ReadableAtom<Loaded<OrderDocuments>> = part.state

/** Kind of the next uploads, chosen before uploading. */
export const uploadKind = atom<OrderFileKind>('other')

/** An uploaded file not yet attached to the order, and why; null while trying. */
export interface UnattachedFile {
  readonly file: Uploaded
  readonly kind: OrderFileKind
  readonly failure: Failure | null
}
export const unattachedFiles = atom<readonly UnattachedFile[]>([])

export const orderFileUploads = createUploads('attachment', {
  maxFiles: maxOrderFiles,
  onReady: (file) => {
    const waits = { file, kind: uploadKind.get(), failure: null }
    unattachedFiles.set([...unattachedFiles.get(), waits])
    void attachFile(waits)
  },
})

let shown: { side: Side; orderId: number } | null = null

const sideCalls = () => {
  const { buyerOrderDocuments, buyerOrderFileSave, buyerOrderFileDelete, buyerOrderContract } = api.orders
  const { sellerOrderDocuments, sellerOrderFileSave, sellerOrderFileDelete, sellerOrderContract } = api.orders
  return shown?.side === 'seller'
    ? { read: sellerOrderDocuments, save: sellerOrderFileSave, drop: sellerOrderFileDelete, make: sellerOrderContract }
    : { read: buyerOrderDocuments, save: buyerOrderFileSave, drop: buyerOrderFileDelete, make: buyerOrderContract }
}

export async function loadOrderDocuments(): Promise<void> {
  const now = shown
  if (now !== null) await part.load(() => sideCalls().read({ orderId: now.orderId }))
}

/** Loads the documents of an order and reloads on push notices. Returns the unsubscribe function. */
export function startOrderDocuments(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    orderFileUploads.setFiles([])
    unattachedFiles.set([])
    uploadKind.set(side === 'buyer' ? 'requirement' : 'report')
  }
  shown = { side, orderId }
  void loadOrderDocuments()
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  return onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === path)) void loadOrderDocuments()
  })
}

/**
 * Attaches an upload to its order. On failure it stays in `unattachedFiles` with the reason, to be retried or
 * discarded.
 */
async function attachFile(waits: UnattachedFile): Promise<void> {
  const now = shown
  if (now === null) return
  const { fileId } = waits.file
  const answer = await sideCalls().save({ orderId: now.orderId, fileId, kind: waits.kind })
  if (shown?.orderId !== now.orderId) return
  if (!answer.ok) {
    const failed = { ...waits, failure: answer.failure }
    unattachedFiles.set(unattachedFiles.get().map((one) => (one.file.fileId === fileId ? failed : one)))
    return
  }
  discardUpload(fileId)
  part.update(() => answer.content)
}

export function retryAttach(fileId: string): void {
  const waits = unattachedFiles.get().find(({ file }) => file.fileId === fileId)
  if (waits?.failure == null) return
  const again = { ...waits, failure: null }
  unattachedFiles.set(unattachedFiles.get().map((one) => (one === waits ? again : one)))
  void attachFile(again)
}

/** Discards an upload. */
export function discardUpload(fileId: string): void {
  unattachedFiles.set(unattachedFiles.get().filter(({ file }) => file.fileId !== fileId))
  for (const item of orderFileUploads.items.get())
    if (item.at === 'ready' && item.file.fileId === fileId) orderFileUploads.remove(item.id)
}

/** Dialog that removes a file. */
export type FileRemoval =
  { readonly at: 'none' } | { readonly at: 'asking' | 'sending'; readonly fileId: string; readonly name: string }
export const fileRemoval = atom<FileRemoval>({ at: 'none' })

export const openFileRemoval = (file: { readonly fileId: string; readonly name: string }): void =>
  fileRemoval.set({ at: 'asking', fileId: file.fileId, name: file.name })
export function closeFileRemoval(): void {
  if (fileRemoval.get().at === 'asking') fileRemoval.set({ at: 'none' })
}

/** Removes the file of the open dialog, once. Returns the failure, if any. */
export async function removeOrderFile(): Promise<Failure | null> {
  const now = fileRemoval.get()
  if (now.at !== 'asking' || shown === null) return null
  fileRemoval.set({ ...now, at: 'sending' })
  const answer = await sideCalls().drop({ orderId: shown.orderId, fileId: now.fileId })
  fileRemoval.set({ at: 'none' })
  if (!answer.ok) {
    void loadOrderDocuments()
    return answer.failure
  }
  part.update(() => answer.content)
  return null
}

/** Downloads the contract of the order. Returns the failure, if any. */
export async function downloadContract(): Promise<Failure | null> {
  const now = shown
  return now === null ? null : exportSheet('contract', () => sideCalls().make({ orderId: now.orderId }))
}
