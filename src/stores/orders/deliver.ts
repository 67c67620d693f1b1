import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { fulfilmentCalls } from '../../contract/orders/fulfilment.ts'
import type { OrderMilestone } from '../../contract/orders/orders.ts'
import { maxDeliveryFiles } from '../../domain/orders/order-documents.ts'
import { loadable } from '../loadable.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { createUploads } from '../operations/uploads.ts'
import { loadOrder } from './order.ts'

const deliveryShape = z.object({
  note: z.string(),
  carrier: z.string(),
  trackingNo: z.string(),
  batchIds: z.array(z.number()).default([]),
  key: z.string(),
})
type DeliveryValues = z.output<typeof deliveryShape>

/** Delivery form, persisted in the tab until sent. */
interface DeliverForm extends Omit<DeliveryValues, 'key'> {
  readonly orderId: number
  /** The milestone that is delivered; undefined = the order. */
  readonly milestone: OrderMilestone | undefined
  readonly sending: boolean
  readonly failure: Failure | null
}
/** Null while closed. */
export const deliveryForm = atom<DeliverForm | null>(null)
export const deliveryUploads = createUploads('attachment', { maxFiles: maxDeliveryFiles })

/** Idempotency key: retried unchanged after a lost answer, it delivers once. */
let idempotencyKey = ''
const formKey = (orderId: number, milestone: OrderMilestone | undefined) =>
  milestone === undefined ? String(orderId) : `${orderId}.${milestone.milestoneId}`
const savedDelivery = (key: string) => persistedValue('tab', `deliver.${key}`, withSchema(deliveryShape))
const emptyDelivery = { note: '', carrier: '', trackingNo: '', batchIds: [] }
const batches = loadable<z.output<typeof fulfilmentCalls.deliverableBatches.output>>()
/** Batches to choose from. */
export const deliveryBatches = batches.state
export const loadDeliveryBatches = (orderId: number): Promise<void> =>
  batches.load(() => api.orders.deliverableBatches({ orderId }), true)

/** Opens the form of an order, or of one of its milestones, with what was typed before. */
export function openDelivery(orderId: number, milestone?: OrderMilestone): void {
  const key = formKey(orderId, milestone)
  if (lastForm !== key) deliveryUploads.setFiles([])
  lastForm = key
  const { key: again, ...typed } = savedDelivery(key).read() ?? { ...emptyDelivery, key: crypto.randomUUID() }
  idempotencyKey = again
  deliveryForm.set({ ...typed, orderId, milestone, sending: false, failure: null })
  void loadDeliveryBatches(orderId)
}
let lastForm = ''

export function changeDelivery(part: Partial<Pick<DeliverForm, 'note' | 'carrier' | 'trackingNo' | 'batchIds'>>): void {
  const now = deliveryForm.get()
  if (now === null || now.sending) return
  idempotencyKey = crypto.randomUUID()
  const next = { ...now, ...part, failure: null }
  deliveryForm.set(next)
  const { orderId, milestone, note, carrier, trackingNo, batchIds } = next
  savedDelivery(formKey(orderId, milestone)).save({ note, carrier, trackingNo, batchIds, key: idempotencyKey })
}
export function closeDelivery(): void {
  if (deliveryForm.get()?.sending !== true) deliveryForm.set(null)
}
export function addDeliveryFiles(files: readonly File[]): void {
  idempotencyKey = crypto.randomUUID()
  deliveryUploads.add(files)
}
export function removeDeliveryFile(id: string): void {
  idempotencyKey = crypto.randomUUID()
  deliveryUploads.remove(id)
}

/** Submits the delivery, once, and reloads the order. True on success. */
export async function submitDelivery(): Promise<boolean> {
  const now = deliveryForm.get()
  if (now === null || now.sending || deliveryUploads.busy.get()) return false
  const { orderId, milestone, note, carrier, trackingNo } = now
  // One that was deleted meanwhile is left out; while the list is not there, the server decides.
  const listed = deliveryBatches.get()
  const known = listed.at === 'ready' ? new Set(listed.content.data.map(({ batchId }) => batchId)) : null
  deliveryForm.set({ ...now, sending: true, failure: null })
  const fileIds = deliveryUploads.files.get().map(({ fileId }) => fileId)
  const input = {
    orderId,
    note: note.trim(),
    carrier: carrier.trim(),
    trackingNo: trackingNo.trim(),
    fileIds,
    batchIds: now.batchIds.filter((batchId) => known === null || known.has(batchId)),
    ...(milestone !== undefined && { milestoneId: milestone.milestoneId }),
  }
  const answer = await api.orders.orderDeliver(input, { idempotencyKey })
  if (!answer.ok) {
    deliveryForm.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  savedDelivery(formKey(orderId, milestone)).clear()
  deliveryUploads.setFiles([])
  deliveryForm.set(null)
  await loadOrder()
  return true
}
