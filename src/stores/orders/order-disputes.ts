import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OwnDisputes } from '../../contract/orders/disputes.ts'
import { links } from '../../domain/links.ts'
import { maxEvidenceFiles } from '../../domain/orders/disputes.ts'
import type { Side } from '../../domain/sides.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'
import { createUploads } from '../operations/uploads.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { onOrderChanged } from './order.ts'

const part = loadable<OwnDisputes>()
/** Disputes of the shown order, newest first. */
export const orderDisputes = part.state
export const evidenceUploads = createUploads('attachment', { maxFiles: maxEvidenceFiles })

const evidenceShape = z.object({ text: z.string(), key: z.string() })
const savedEvidence = (disputeId: number) => persistedValue('tab', `evidence.${disputeId}`, withSchema(evidenceShape))

/** Open dialog: evidence with its idempotency key, kept in the tab until sent, or days of the conversation. */
export type DisputeDialog = {
  readonly disputeId: number
  readonly sending: boolean
  readonly failure: Failure | null
} & (
  | { readonly kind: 'evidence'; readonly text: string; readonly key: string }
  | { readonly kind: 'release'; readonly from: string; readonly until: string }
)
export const disputeDialog = atom<DisputeDialog | null>(null)

let shown: { readonly side: Side; readonly orderId: number } | null = null

export async function loadOrderDisputes(): Promise<void> {
  if (shown === null) return
  const { side, orderId } = shown
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerDisputes({ orderId }) : api.orders.sellerDisputes({ orderId }),
  )
}

/** Loads the disputes of one order and reloads on push notices. Returns the unsubscribe function. */
export function startOrderDisputes(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    disputeDialog.set(null)
    evidenceUploads.setFiles([])
  }
  shown = { side, orderId }
  void loadOrderDisputes()
  const own = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === own)) void loadOrderDisputes()
  })
  const stopMoved = onOrderChanged(() => void loadOrderDisputes())
  return () => {
    stopPush()
    stopMoved()
  }
}

export function openEvidence(disputeId: number): void {
  if (disputeDialog.get()?.sending === true) return
  const { text, key } = savedEvidence(disputeId).read() ?? { text: '', key: crypto.randomUUID() }
  disputeDialog.set({ kind: 'evidence', disputeId, text, key, sending: false, failure: null })
}
export function changeEvidence(text: string): void {
  const now = disputeDialog.get()
  if (now?.kind !== 'evidence' || now.sending) return
  const key = crypto.randomUUID()
  disputeDialog.set({ ...now, text, key, failure: null })
  savedEvidence(now.disputeId).save({ text, key })
}
function changeEvidenceKey(): void {
  const now = disputeDialog.get()
  if (now?.kind === 'evidence' && !now.sending) disputeDialog.set({ ...now, key: crypto.randomUUID() })
}
export function addEvidenceFiles(files: readonly File[]): void {
  changeEvidenceKey()
  evidenceUploads.add(files)
}
export function removeEvidenceFile(id: string): void {
  changeEvidenceKey()
  evidenceUploads.remove(id)
}

export function openRelease(disputeId: number, from: string, until: string): void {
  if (disputeDialog.get()?.sending === true) return
  disputeDialog.set({ kind: 'release', disputeId, from, until, sending: false, failure: null })
}
export function changeRelease(days: Partial<Readonly<Record<'from' | 'until', string>>>): void {
  const now = disputeDialog.get()
  if (now?.kind === 'release' && !now.sending) disputeDialog.set({ ...now, ...days, failure: null })
}

export function closeDisputeDialog(): void {
  if (disputeDialog.get()?.sending !== true) disputeDialog.set(null)
}

/** Submits the open dialog, once. True on success. */
export async function submitDisputeDialog(): Promise<boolean> {
  const now = disputeDialog.get()
  if (now === null || now.sending || shown === null || evidenceUploads.busy.get()) return false
  disputeDialog.set({ ...now, sending: true, failure: null })
  const answer = await sendDisputeDialog(now, shown.side)
  if (!answer.ok) {
    disputeDialog.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  if (now.kind === 'evidence') {
    savedEvidence(now.disputeId).clear()
    evidenceUploads.setFiles([])
  }
  disputeDialog.set(null)
  part.show(answer.content)
  return true
}

function sendDisputeDialog(now: DisputeDialog, side: Side) {
  const { disputeId } = now
  if (now.kind === 'release') {
    const { from, until } = now
    const days = { disputeId, from, until }
    return side === 'buyer' ? api.orders.buyerDisputeRelease(days) : api.orders.sellerDisputeRelease(days)
  }
  const fileIds = evidenceUploads.files.get().map(({ fileId }) => fileId)
  const evidence = { disputeId, text: now.text.trim(), fileIds }
  const key = { idempotencyKey: now.key }
  return side === 'buyer' ? api.orders.buyerEvidenceSave(evidence, key) : api.orders.sellerEvidenceSave(evidence, key)
}
