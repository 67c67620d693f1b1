import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { maxDeliveryFiles } from '../../domain/orders/order-documents.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { createUploads } from '../operations/uploads.ts'
import { loadOrder } from './order.ts'

const deliveryShape = z.object({ note: z.string(), carrier: z.string(), trackingNo: z.string(), key: z.string() })
type DeliveryValues = z.output<typeof deliveryShape>

/** Delivery form, persisted in the tab until sent. */
interface DeliverForm extends Omit<DeliveryValues, 'key'> {
  readonly orderId: number
  readonly sending: boolean
  readonly failure: Failure | null
}
/** Null while closed. */
export const deliveryForm = atom<DeliverForm | null>(null)
export const deliveryUploads = createUploads('attachment', { maxFiles: maxDeliveryFiles })

/** Idempotency key: retried unchanged after a lost answer, it delivers once. */
let idempotencyKey = ''
const savedDelivery = (orderId: number) => persistedValue('tab', `deliver.${orderId}`, withSchema(deliveryShape))
const emptyDelivery = { note: '', carrier: '', trackingNo: '' }

export function openDelivery(orderId: number): void {
  if (lastOrder !== orderId) deliveryUploads.setFiles([])
  lastOrder = orderId
  const { key: again, ...typed } = savedDelivery(orderId).read() ?? { ...emptyDelivery, key: crypto.randomUUID() }
  idempotencyKey = again
  deliveryForm.set({ ...typed, orderId, sending: false, failure: null })
}
let lastOrder = 0

export function changeDelivery(part: Partial<Pick<DeliverForm, 'note' | 'carrier' | 'trackingNo'>>): void {
  const now = deliveryForm.get()
  if (now === null || now.sending) return
  idempotencyKey = crypto.randomUUID()
  const next = { ...now, ...part, failure: null }
  deliveryForm.set(next)
  const { orderId, note, carrier, trackingNo } = next
  savedDelivery(orderId).save({ note, carrier, trackingNo, key: idempotencyKey })
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
  const { orderId, note, carrier, trackingNo } = now
  deliveryForm.set({ ...now, sending: true, failure: null })
  const fileIds = deliveryUploads.files.get().map(({ fileId }) => fileId)
  const input = { orderId, note: note.trim(), carrier: carrier.trim(), trackingNo: trackingNo.trim(), fileIds }
  const answer = await api.orders.orderDeliver(input, { idempotencyKey })
  if (!answer.ok) {
    deliveryForm.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  savedDelivery(orderId).clear()
  deliveryUploads.setFiles([])
  deliveryForm.set(null)
  await loadOrder()
  return true
}
