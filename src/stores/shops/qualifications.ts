import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { qualificationsCalls, type QualificationRow } from '../../contract/shops/qualifications.ts'
import { isOver } from '../../domain/shops/qualifications.ts'
import { date } from '../../domain/time.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'

const part = loadable<readonly QualificationRow[]>()
/** Certificates of the own shop, the newest first. */
export const qualifications = part.state
export const load = (): Promise<void> => part.load(() => api.shops.shopQualifications({}))

const tagPart = loadable<readonly string[]>()
/** Tags to choose from: the dictionary QUALIFICATION_TAG. */
export const tagWords = tagPart.state
async function loadTagWords(): Promise<void> {
  await tagPart.load(async () => {
    const answer = await api.reference.dictionaryKey({ dictKey: 'QUALIFICATION_TAG' })
    return answer.ok ? { ok: true, content: answer.content.map(({ dictCode }) => dictCode) } : answer
  })
}

const paperValues = z.object({
  /** 0 = a new one. */
  qualificationId: z.number(),
  tag: z.string(),
  name: z.string(),
  scope: z.string(),
  until: z.string(),
  endless: z.boolean(),
  file: z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable(),
})
type PaperValues = z.output<typeof paperValues>
const blank: PaperValues = { qualificationId: 0, tag: '', name: '', scope: '', until: '', endless: false, file: null }

/** Repeated after a lost answer, the certificate is submitted once. */
const intention = 'shop-qualification'
const today = () => date(new Date().toISOString())

export const form = typedForm({
  schema: qualificationsCalls.shopQualificationSave.input,
  inputOf: ({ qualificationId, until, endless, file, ...values }: PaperValues) => ({
    ...values,
    ...(qualificationId === 0 ? {} : { qualificationId }),
    until: endless ? null : until,
    fileId: file?.fileId ?? '',
  }),
  names: { fileId: 'file' },
  own: ({ until, endless }) => {
    if (endless) return []
    if (until === '') return [{ field: 'until', message: '请选择证书的最后一天，或勾选长期有效' }]
    return isOver(until, today()) ? [{ field: 'until', message: '证书已过期，请提交在有效期内的证书' }] : []
  },
  send: (input) => api.shops.shopQualificationSave(input, { idempotencyKey: intentionKey(intention) }),
  changed: () => intentionDone(intention),
})
export const paperUpload = uploadsOf('licence', {
  onReady: ({ fileId, name, url }) => form.set('file', { fileId, name, url }),
})
export function removePaper(): void {
  paperUpload.start([])
  form.set('file', null)
}

/** Whether the form stands open. */
export const isOpen = atom(false)
/** Opens the form for a new certificate, or for one that was refused or still waits. */
export function open(row?: QualificationRow): void {
  void loadTagWords()
  paperUpload.start([])
  if (row === undefined) {
    const now = form.values.get()
    // What was typed for a new one and not sent is still there.
    if (now === null || now.qualificationId !== 0) form.begin(blank)
  } else {
    const { qualificationId, tag, name, scope, until, file } = row
    intentionDone(intention)
    form.begin({ qualificationId, tag, name, scope, until: until ?? '', endless: until === null, file })
  }
  isOpen.set(true)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') isOpen.set(false)
}

/** Submits the certificate. What it became, or undefined when it was refused. */
export async function submit(): Promise<QualificationRow | undefined> {
  const saved = await form.send()
  if (saved === undefined) return undefined
  intentionDone(intention)
  part.change((all) => [saved, ...all.filter(({ qualificationId }) => qualificationId !== saved.qualificationId)])
  form.startOver(blank)
  isOpen.set(false)
  return saved
}

/** The certificate asked about, and how the asking stands. */
export type Deleting =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: QualificationRow; readonly failure: Failure | null }
export const deleting = atom<Deleting>({ at: 'none' })
export const askDelete = (row: QualificationRow): void => deleting.set({ at: 'asking', row, failure: null })
export const dropDelete = (): void => deleting.set({ at: 'none' })

/** Deletes the certificate that was asked about. True when it is gone. */
export async function confirmDelete(): Promise<boolean> {
  const now = deleting.get()
  if (now.at !== 'asking') return false
  const { qualificationId } = now.row
  deleting.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.shopQualificationDelete({ qualificationId })
  if (!answer.ok && answer.failure.code !== 404) {
    deleting.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  part.change((all) => all.filter((row) => row.qualificationId !== qualificationId))
  dropDelete()
  return true
}
