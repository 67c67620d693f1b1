import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { batchesCalls, type SellerBatch } from '../../contract/catalogue/batches.ts'
import type { Failure } from '../../contract/envelope.ts'
import { batchErrors } from '../../domain/catalogue/batches.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'
import { createUploads } from '../operations/uploads.ts'

interface FormValues {
  readonly batchNo: string
  /** Days; '' = none. */
  readonly madeOn: string
  readonly retestOn: string
  /** Errors of the files stand here; the files are those of the uploads. */
  readonly coaFileId: null
  readonly sdsFileId: null
}
const empty: FormValues = { batchNo: '', madeOn: '', retestOn: '', coaFileId: null, sdsFileId: null }

const batches = loadable<{ readonly data: readonly SellerBatch[] }>()
/** Batches of the product that is open. */
export const batchList = batches.state

/** Open form: of a new batch, or of one as it was shown. */
export type BatchDialog =
  | { readonly is: 'none' }
  | { readonly is: 'new'; readonly productId: number; readonly key: string }
  | { readonly is: 'edit'; readonly productId: number; readonly batch: SellerBatch; readonly key: string }
export const batchDialog = atom<BatchDialog>({ is: 'none' })
/** The batch that somebody is asked about before it is deleted. */
export const deletedBatch = atom<{
  readonly batch: SellerBatch
  readonly productId: number
  readonly busy: boolean
} | null>(null)

export const coaUpload = createUploads('attachment')
export const sdsUpload = createUploads('document')

const dayOrNull = (day: string) => (day === '' ? null : day)

export const batchForm = createForm({
  schema: batchesCalls.batchSave.input.omit({ productId: true, batchId: true }),
  inputOf: ({ batchNo, madeOn, retestOn }: FormValues) => ({
    batchNo,
    madeOn: dayOrNull(madeOn),
    retestOn: dayOrNull(retestOn),
    coaFileId: coaUpload.files.get()[0]?.fileId ?? null,
    sdsFileId: sdsUpload.files.get()[0]?.fileId ?? null,
  }),
  validate: ({ madeOn, retestOn }) => batchErrors({ madeOn: dayOrNull(madeOn), retestOn: dayOrNull(retestOn) }),
  submit: (input) => {
    const now = batchDialog.get()
    if (now.is === 'none') throw new Error('No batch is open')
    const which = now.is === 'edit' ? { batchId: now.batch.batchId } : {}
    // A repeated press is the same request; other files are another one.
    const idempotencyKey = [now.key, input.coaFileId, input.sdsFileId].filter((part) => part !== null).join(' ')
    return api.catalogue.batchSave({ ...input, ...which, productId: now.productId }, { idempotencyKey })
  },
  onChange: () => {
    const now = batchDialog.get()
    if (now.is !== 'none') batchDialog.set({ ...now, key: crypto.randomUUID() })
  },
})

export const loadBatches = (productId: number): Promise<void> =>
  batches.load(() => api.catalogue.sellerBatches({ productId }))

export function openNewBatch(productId: number): void {
  batchForm.start(empty)
  coaUpload.setFiles([])
  sdsUpload.setFiles([])
  batchDialog.set({ is: 'new', productId, key: crypto.randomUUID() })
}

const asUploaded = (paper: SellerBatch['coa']) => (paper === null ? [] : [{ ...paper, size: 0, contentType: '' }])

export function openBatchEdit(productId: number, batch: SellerBatch): void {
  const { batchNo, madeOn, retestOn, coa, sds } = batch
  batchForm.start({ ...empty, batchNo, madeOn: madeOn ?? '', retestOn: retestOn ?? '' })
  coaUpload.setFiles(asUploaded(coa))
  sdsUpload.setFiles(asUploaded(sds))
  batchDialog.set({ is: 'edit', productId, batch, key: crypto.randomUUID() })
}

export const closeBatchDialog = (): void => batchDialog.set({ is: 'none' })

/** Saves the open form, once. True on success. */
export async function saveBatch(): Promise<boolean> {
  const now = batchDialog.get()
  if (now.is === 'none' || coaUpload.busy.get() || sdsUpload.busy.get()) return false
  const saved = await batchForm.submit()
  if (saved === undefined) return false
  closeBatchDialog()
  await loadBatches(now.productId)
  return true
}

/** Deletes the batch that was asked about. Null on success. */
export async function deleteBatch(): Promise<Failure | null> {
  const now = deletedBatch.get()
  if (now === null || now.busy) return null
  deletedBatch.set({ ...now, busy: true })
  const answer = await api.catalogue.batchDelete({ batchId: now.batch.batchId })
  deletedBatch.set(null)
  await loadBatches(now.productId)
  return answer.ok ? null : answer.failure
}
