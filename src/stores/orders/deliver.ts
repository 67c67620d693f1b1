import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { mostDeliveryFiles } from '../../domain/orders/order-papers.ts'
import { kept, shaped } from '../kept.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { load } from './order.ts'

const shape = z.object({ note: z.string(), carrier: z.string(), trackingNo: z.string(), key: z.string() })
type Typed = z.output<typeof shape>

/** What is typed for a delivery; kept in the tab until it was sent. */
interface DeliverForm extends Omit<Typed, 'key'> {
  readonly orderId: number
  readonly sending: boolean
  readonly failure: Failure | null
}
/** Null while the form is closed. */
export const form = atom<DeliverForm | null>(null)
export const uploads = uploadsOf('attachment', { most: mostDeliveryFiles })

/** The intention: sent again unchanged after a lost answer, it hands over once. */
let key = ''
const typedOf = (orderId: number) => kept('tab', `deliver.${orderId}`, shaped(shape))
const fresh = { note: '', carrier: '', trackingNo: '' }

export function open(orderId: number): void {
  if (lastOrder !== orderId) uploads.start([])
  lastOrder = orderId
  const { key: again, ...typed } = typedOf(orderId).read() ?? { ...fresh, key: crypto.randomUUID() }
  key = again
  form.set({ ...typed, orderId, sending: false, failure: null })
}
let lastOrder = 0

export function change(part: Partial<Pick<DeliverForm, 'note' | 'carrier' | 'trackingNo'>>): void {
  const now = form.get()
  if (now === null || now.sending) return
  key = crypto.randomUUID()
  const next = { ...now, ...part, failure: null }
  form.set(next)
  const { orderId, note, carrier, trackingNo } = next
  typedOf(orderId).keep({ note, carrier, trackingNo, key })
}
export function close(): void {
  if (form.get()?.sending !== true) form.set(null)
}
export function addFiles(files: readonly File[]): void {
  key = crypto.randomUUID()
  uploads.add(files)
}
export function removeFile(id: string): void {
  key = crypto.randomUUID()
  uploads.remove(id)
}

/** Hands over, once. True after it worked; the order is then read again. */
export async function send(): Promise<boolean> {
  const now = form.get()
  if (now === null || now.sending || uploads.busy.get()) return false
  const { orderId, note, carrier, trackingNo } = now
  form.set({ ...now, sending: true, failure: null })
  const fileIds = uploads.files.get().map(({ fileId }) => fileId)
  const input = { orderId, note: note.trim(), carrier: carrier.trim(), trackingNo: trackingNo.trim(), fileIds }
  const answer = await api.orders.orderDeliver(input, { idempotencyKey: key })
  if (!answer.ok) {
    form.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  typedOf(orderId).clear()
  uploads.start([])
  form.set(null)
  await load()
  return true
}
