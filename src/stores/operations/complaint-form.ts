import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { complaintsCalls } from '../../contract/operations/complaints.ts'
import { complaintReasons, maxComplaintFiles, type ComplaintKind } from '../../domain/operations/complaints.ts'
import { requireSignIn, session } from '../accounts/session.ts'
import { createForm } from '../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable } from '../loadable.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { createUploads } from './uploads.ts'

/** What is reported. */
export interface ComplaintTarget {
  readonly kind: ComplaintKind
  readonly subjectId: number
}

type Subject = z.output<typeof complaintsCalls.complaintSubject.output>
const part = loadable<Subject>()
/** Title of what is reported, once the person is signed in. */
export const complaintSubject = part.state

/** Pictures and files as evidence; only signed in. */
export const complaintUploads = createUploads('attachment', {
  maxFiles: maxComplaintFiles,
  onReady: () => clearIdempotencyKey(keyName()),
})

const valuesShape = z.object({ reason: z.enum(['', ...complaintReasons]), text: z.string() })
export type ComplaintValues = z.output<typeof valuesShape>
const nothing: ComplaintValues = { reason: '', text: '' }

let target: ComplaintTarget | undefined
const keyName = () => `complaint:${target?.kind}:${target?.subjectId}`
/** Kept in the tab: signing in leads to another page and back. */
const saved = ({ kind, subjectId }: ComplaintTarget) =>
  persistedValue('tab', `complaint.${kind}.${subjectId}`, withSchema(valuesShape))

const input = complaintsCalls.complaintSave.input
export const complaintForm = createForm({
  schema: input,
  inputOf: ({ reason, text }: ComplaintValues): z.input<typeof input> => ({
    kind: target?.kind ?? 'service',
    subjectId: target?.subjectId ?? 0,
    // Without a choice `validate` refuses it.
    reason: complaintReasons.find((each) => each === reason) ?? 'other',
    text: text.trim(),
    fileIds: complaintUploads.files.get().map(({ fileId }) => fileId),
  }),
  validate: ({ reason, text }) => [
    ...(reason === '' ? [{ field: 'reason', message: '请选择原因' }] : []),
    ...(reason === 'other' && text.trim() === '' ? [{ field: 'text', message: '请说明情况' }] : []),
  ],
  submit: (asked) => api.operations.complaintSave(asked, { idempotencyKey: getIdempotencyKey(keyName()) }),
  onChange: () => {
    clearIdempotencyKey(keyName())
    const values = complaintForm.values.get()
    if (target !== undefined && values !== null) saved(target).save(values)
  },
  locksWhenDone: true,
})

/** Whether the person is signed in; unknown until the page has started, as on the server. */
export const complaintReader = atom<'unknown' | 'out' | 'in'>('unknown')
/** Whether the complaint was sent. */
export const isComplaintSent = atom(false)

const loadSubject = async (): Promise<void> => {
  const now = target
  if (now !== undefined) await part.load(() => api.operations.complaintSubject(now))
}

/** Starts the form with what was typed in this tab. Returns the unsubscribe function. */
export function startComplaint(about: ComplaintTarget): () => void {
  target = about
  isComplaintSent.set(false)
  complaintForm.start(saved(about).read() ?? nothing)
  return session.subscribe(({ at }) => {
    complaintReader.set(at)
    if (at === 'in') void loadSubject()
    else part.reset()
  })
}
export const reloadComplaintSubject = (): void => void loadSubject()

/** Validates, asks to sign in where needed, and sends the complaint. */
export function submitComplaint(): void {
  if (!complaintForm.validate()) return
  requireSignIn(() => void send())
}

async function send(): Promise<void> {
  if ((await complaintForm.submit()) === undefined) return
  clearIdempotencyKey(keyName())
  if (target !== undefined) saved(target).clear()
  isComplaintSent.set(true)
}
