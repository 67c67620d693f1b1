import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldError } from '../../contract/failures.ts'
import {
  type QualificationReading,
  type QualificationReviewRow,
  type QualificationRow,
  qualificationsCalls,
} from '../../contract/shops/qualifications.ts'
import { certificateKey, checkNumber, numberExample } from '../../domain/shops/certificate-kinds.ts'
import { isSameHolder } from '../../domain/shops/certificate-text.ts'
import {
  isExpired,
  maxScopeItems,
  maxScopeText,
  parseScopeItems,
  qualificationStatuses,
  scopeItemLines,
} from '../../domain/shops/qualifications.ts'
import { date } from '../../domain/time.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { createUploads } from '../operations/uploads.ts'
import { loadQualificationTags } from '../reference/qualification-tags.ts'
import { rowDecision } from '../row-decision.ts'

const part = loadable<readonly QualificationRow[]>()
/** Certificates of the own shop, newest first. */
export const qualifications = part.state
export const loadQualifications = (): Promise<void> => part.load(() => api.shops.shopQualifications({}))

const qualificationValues = z.object({
  /** 0 for a new certificate. */
  qualificationId: z.number(),
  tag: z.string(),
  name: z.string(),
  number: z.string(),
  issuer: z.string(),
  holder: z.string(),
  site: z.string(),
  scope: z.string(),
  /** Accredited items, one a line. */
  items: z.string(),
  issuedOn: z.string(),
  until: z.string(),
  endless: z.boolean(),
  confirmed: z.boolean(),
  file: z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable(),
})
type QualificationValues = z.output<typeof qualificationValues>
const emptyQualification: QualificationValues = {
  qualificationId: 0,
  tag: '',
  name: '',
  number: '',
  issuer: '',
  holder: '',
  site: '',
  scope: '',
  items: '',
  issuedOn: '',
  until: '',
  endless: false,
  confirmed: false,
  file: null,
}

/** Idempotency: retried after a lost answer, the certificate is submitted once. */
const keyName = 'shop-qualification'
const today = () => date(new Date().toISOString())

/** Errors of the lines of accredited items. */
function itemErrors(text: string): readonly FieldError[] {
  const items = parseScopeItems(text)
  if (items.length > maxScopeItems) return [{ field: 'items', message: `认可项目最多 ${maxScopeItems} 项` }]
  const long = items.findIndex((one) =>
    [one.item, one.parameter, one.method].some((part) => [...part].length > maxScopeText),
  )
  return long < 0 ? [] : [{ field: 'items', message: `第 ${long + 1} 项过长，每格最多 ${maxScopeText} 个字` }]
}

export const qualificationForm = createForm({
  schema: qualificationsCalls.shopQualificationSave.input,
  inputOf: ({ qualificationId, items, issuedOn, until, endless, confirmed, file, ...values }: QualificationValues) => ({
    ...values,
    ...(qualificationId === 0 ? {} : { qualificationId }),
    items: parseScopeItems(items),
    issuedOn: issuedOn === '' ? null : issuedOn,
    until: endless ? null : until,
    confirmed,
    fileId: file?.fileId ?? '',
  }),
  fieldNames: { fileId: 'file' },
  validate: ({ tag, number, items, until, endless, confirmed }) => [
    ...(endless || until !== '' ? [] : [{ field: 'until', message: '请选择证书的最后一天，或勾选长期有效' }]),
    ...(!endless && until !== '' && isExpired(until, today())
      ? [{ field: 'until', message: '证书已过期，请提交在有效期内的证书' }]
      : []),
    ...(checkNumber(tag, number) === 'invalid'
      ? [{ field: 'number', message: `编号格式不符，请按证书填写，如 ${numberExample(tag)}` }]
      : []),
    ...itemErrors(items),
    ...(confirmed ? [] : [{ field: 'confirmed', message: '请逐项核对后勾选' }]),
  ],
  submit: (input) => api.shops.shopQualificationSave(input, { idempotencyKey: getIdempotencyKey(keyName) }),
  onChange: () => clearIdempotencyKey(keyName),
})

/** Fields that a reading can propose. */
export const proposedFields = ['tag', 'number', 'issuer', 'holder', 'site', 'issuedOn', 'until'] as const
export type ProposedField = (typeof proposedFields)[number]

/** The reading of the uploaded paper. */
type PaperReading =
  | { readonly at: 'none' | 'reading' | 'nothing' }
  /** `filled`: empty fields that got what was read, to be checked; `differing`: typed fields that say something else. */
  | {
      readonly at: 'read'
      readonly filled: readonly ProposedField[]
      readonly differing: Readonly<Partial<Record<ProposedField, string>>>
      readonly companyName: string
      readonly holderDiffers: boolean
    }
  | { readonly at: 'failed'; readonly failure: Failure }
export const paperReading = atom<PaperReading>({ at: 'none' })
/** Counts readings: the answer of an earlier one is ignored. */
const readings = atom(0)

/** Fills empty fields with what was read; typed ones stay. */
export function proposeFields(
  values: QualificationValues,
  { fields, companyName }: QualificationReading,
): { readonly values: QualificationValues; readonly reading: PaperReading } {
  const filled: ProposedField[] = []
  const differing: Partial<Record<ProposedField, string>> = {}
  const found: Partial<Record<ProposedField, string>> = {}
  for (const field of proposedFields) {
    const word = fields[field] ?? ''
    if (word === '') continue
    if (values[field].trim() === '') {
      found[field] = word
      filled.push(field)
    } else if (certificateKey(values[field]) !== certificateKey(word)) differing[field] = word
  }
  const next = { ...values, ...found, confirmed: filled.length > 0 ? false : values.confirmed }
  const holderDiffers = fields.holder !== '' && !isSameHolder(fields.holder, companyName)
  return { values: next, reading: { at: 'read', filled, differing, companyName, holderDiffers } }
}

async function readPaper(fileId: string, again = false): Promise<void> {
  const mine = readings.get() + 1
  readings.set(mine)
  paperReading.set({ at: 'reading' })
  const answer = await api.shops.shopQualificationRead({ fileId, again })
  const values = qualificationForm.values.get()
  if (mine !== readings.get() || values === null || values.file?.fileId !== fileId) return
  if (!answer.ok) paperReading.set({ at: 'failed', failure: answer.failure })
  else if (answer.content.source === null) paperReading.set({ at: 'nothing' })
  else {
    const proposed = proposeFields(values, answer.content)
    qualificationForm.replace(proposed.values)
    paperReading.set(proposed.reading)
  }
}

/** Reads the paper of the open form once more, after a failure or where nothing was found. */
export async function readPaperAgain(): Promise<void> {
  const fileId = qualificationForm.values.get()?.file?.fileId
  if (fileId !== undefined && paperReading.get().at !== 'reading') await readPaper(fileId, true)
}

function forgetReading(): void {
  readings.set(readings.get() + 1)
  paperReading.set({ at: 'none' })
}

/** Takes over what was read for a field that says something else. */
export function takeProposal(field: ProposedField): void {
  const now = paperReading.get()
  const word = now.at === 'read' ? now.differing[field] : undefined
  if (now.at !== 'read' || word === undefined) return
  qualificationForm.set(field, word)
  const { [field]: _taken, ...differing } = now.differing
  paperReading.set({ ...now, differing, filled: [...now.filled, field] })
}

export const qualificationUpload = createUploads('licence', {
  onReady: ({ fileId, name, url }) => {
    qualificationForm.set('file', { fileId, name, url })
    void readPaper(fileId)
  },
})
export function removeQualificationFile(): void {
  qualificationUpload.setFiles([])
  forgetReading()
  qualificationForm.set('file', null)
}

/** Whether the form is open. */
export const isQualificationFormOpen = atom(false)
/** Opens the form for a new certificate, or for a rejected or pending one. */
export function openQualificationForm(row?: QualificationRow): void {
  void loadQualificationTags()
  forgetReading()
  qualificationUpload.setFiles([])
  if (row === undefined) {
    const now = qualificationForm.values.get()
    // Keep an unsaved new certificate.
    if (now === null || now.qualificationId !== 0) qualificationForm.start(emptyQualification)
  } else {
    const { qualificationId, tag, name, number, issuer, holder, site, scope, until, file } = row
    clearIdempotencyKey(keyName)
    qualificationForm.start({
      qualificationId,
      tag,
      name,
      number,
      issuer,
      holder,
      site,
      scope,
      items: scopeItemLines(row.items),
      issuedOn: row.issuedOn ?? '',
      until: until ?? '',
      endless: until === null,
      confirmed: false,
      file,
    })
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
  forgetReading()
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

/** Whether only certificates are listed whose number another company has too. */
export const isOnlyExceptions = atom(false)

/** Whether only certificates in force are listed for which no official register was noted. */
export const isOnlyUnchecked = atom(false)

/** Certificates that shops submitted, for operators. */
export const qualificationReviews = filteredList(qualificationStatuses, (conditions) =>
  api.shops.qualificationReviews({
    ...conditions,
    exceptions: isOnlyExceptions.get(),
    unchecked: isOnlyUnchecked.get(),
  }),
)
export function showOnlyExceptions(isOn: boolean): void {
  isOnlyExceptions.set(isOn)
  qualificationReviews.setQuery({ status: undefined, keyword: '', current: 1 })
  void qualificationReviews.load()
}

export function showOnlyUnchecked(isOn: boolean): void {
  isOnlyUnchecked.set(isOn)
  qualificationReviews.setQuery({ status: undefined, keyword: '', current: 1 })
  void qualificationReviews.load()
}

/** What an operator decides: a pass and a check name the register that was looked at. */
export interface QualificationVerdict {
  readonly event: 'pass' | 'check' | 'reject' | 'revoke'
  readonly reason: string
  readonly register: { readonly url: string; readonly on: string; readonly note: string } | null
}

/** The open certificate and its verdict. */
export const qualificationReview = rowDecision<QualificationReviewRow, QualificationVerdict>(
  ({ qualificationId, tag, name, number, issuer, holder, site, scope, items, issuedOn, until, file }, verdict) =>
    api.shops.qualificationReview({
      qualificationId,
      ...verdict,
      seen: {
        tag,
        name,
        number,
        issuer,
        holder,
        site,
        scope,
        items,
        issuedOn,
        until,
        fileId: file?.fileId ?? null,
      },
    }),
  qualificationReviews.load,
)
