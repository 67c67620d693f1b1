import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import {
  type QualificationReviewRow,
  type QualificationRow,
  qualificationsCalls,
} from '../../contract/shops/qualifications.ts'
import { isExpired, qualificationStatuses } from '../../domain/shops/qualifications.ts'
import { date } from '../../domain/time.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { createUploads } from '../operations/uploads.ts'
import { loadPlatformEnum } from '../reference/platform-enums.ts'
import { rowDecision, type Verdict } from '../row-decision.ts'

const part = loadable<readonly QualificationRow[]>()
/** Certificates of the own shop, newest first. */
export const qualifications = part.state
export const loadQualifications = (): Promise<void> => part.load(() => api.shops.shopQualifications({}))

const tagsPart = loadable<readonly string[]>()
/** Available tags: dictionary QUALIFICATION_TAG. */
export const qualificationTags = tagsPart.state
async function loadTags(): Promise<void> {
  await tagsPart.load(async () => {
    const answer = await loadPlatformEnum('QUALIFICATION_TAG')
    return answer.ok ? { ok: true, content: answer.content.map(({ dictCode }) => dictCode) } : answer
  })
}

const qualificationValues = z.object({
  /** 0 for a new certificate. */
  qualificationId: z.number(),
  tag: z.string(),
  name: z.string(),
  scope: z.string(),
  until: z.string(),
  endless: z.boolean(),
  file: z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable(),
})
type QualificationValues = z.output<typeof qualificationValues>
const emptyQualification: QualificationValues = {
  qualificationId: 0,
  tag: '',
  name: '',
  scope: '',
  until: '',
  endless: false,
  file: null,
}

/** Idempotency: retried after a lost answer, the certificate is submitted once. */
const keyName = 'shop-qualification'
const today = () => date(new Date().toISOString())

export const qualificationForm = createForm({
  schema: qualificationsCalls.shopQualificationSave.input,
  inputOf: ({ qualificationId, until, endless, file, ...values }: QualificationValues) => ({
    ...values,
    ...(qualificationId === 0 ? {} : { qualificationId }),
    until: endless ? null : until,
    fileId: file?.fileId ?? '',
  }),
  fieldNames: { fileId: 'file' },
  validate: ({ until, endless }) => {
    if (endless) return []
    if (until === '') return [{ field: 'until', message: '请选择证书的最后一天，或勾选长期有效' }]
    return isExpired(until, today()) ? [{ field: 'until', message: '证书已过期，请提交在有效期内的证书' }] : []
  },
  submit: (input) => api.shops.shopQualificationSave(input, { idempotencyKey: getIdempotencyKey(keyName) }),
  onChange: () => clearIdempotencyKey(keyName),
})
export const qualificationUpload = createUploads('licence', {
  onReady: ({ fileId, name, url }) => qualificationForm.set('file', { fileId, name, url }),
})
export function removeQualificationFile(): void {
  qualificationUpload.setFiles([])
  qualificationForm.set('file', null)
}

/** Whether the form is open. */
export const isQualificationFormOpen = atom(false)
/** Opens the form for a new certificate, or for a rejected or pending one. */
export function openQualificationForm(row?: QualificationRow): void {
  void loadTags()
  qualificationUpload.setFiles([])
  if (row === undefined) {
    const now = qualificationForm.values.get()
    // Keep an unsaved new certificate.
    if (now === null || now.qualificationId !== 0) qualificationForm.start(emptyQualification)
  } else {
    const { qualificationId, tag, name, scope, until, file } = row
    clearIdempotencyKey(keyName)
    qualificationForm.start({ qualificationId, tag, name, scope, until: until ?? '', endless: until === null, file })
  }
  isQualificationFormOpen.set(true)
}
export function closeQualificationForm(): void {
  if (qualificationForm.submitState.get().at !== 'sending') isQualificationFormOpen.set(false)
}

/** Submits the certificate. Returns it, or undefined when refused. */
export async function submitQualification(): Promise<QualificationRow | undefined> {
  const saved = await qualificationForm.submit()
  if (saved === undefined) return undefined
  clearIdempotencyKey(keyName)
  part.update((all) => [saved, ...all.filter(({ qualificationId }) => qualificationId !== saved.qualificationId)])
  qualificationForm.reset(emptyQualification)
  isQualificationFormOpen.set(false)
  return saved
}

/** Deletion dialog of a certificate. */
export type QualificationDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: QualificationRow; readonly failure: Failure | null }
export const qualificationDeletion = atom<QualificationDeletion>({ at: 'none' })
export const openQualificationDeletion = (row: QualificationRow): void =>
  qualificationDeletion.set({ at: 'asking', row, failure: null })
export const closeQualificationDeletion = (): void => qualificationDeletion.set({ at: 'none' })

/** Deletes the certificate of the open dialog. True on success. */
export async function deleteQualification(): Promise<boolean> {
  const now = qualificationDeletion.get()
  if (now.at !== 'asking') return false
  const { qualificationId } = now.row
  qualificationDeletion.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.shopQualificationDelete({ qualificationId })
  if (!answer.ok && answer.failure.code !== 404) {
    qualificationDeletion.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  part.update((all) => all.filter((row) => row.qualificationId !== qualificationId))
  closeQualificationDeletion()
  return true
}

/** Certificates that shops submitted, for operators. */
export const qualificationReviews = filteredList(qualificationStatuses, api.shops.qualificationReviews)

/** The open certificate and its verdict. */
export const qualificationReview = rowDecision<QualificationReviewRow, Verdict>(
  ({ qualificationId, tag, name, scope, until, file }, verdict) =>
    api.shops.qualificationReview({
      qualificationId,
      ...verdict,
      seen: { tag, name, scope, until, fileId: file?.fileId ?? null },
    }),
  qualificationReviews.load,
)
