import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { companyClaimsCalls, type ClaimRow } from '../../contract/accounts/company-claims.ts'
import type { Failure } from '../../contract/envelope.ts'
import { tidyCreditCode } from '../../domain/accounts/credit-code.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'
import { certificationForm } from './certification-form.ts'

const part = loadable<readonly ClaimRow[]>()
/** Claims of the person and their company, the newest first. */
export const claims = part.state
export const load = (): Promise<void> => part.load(() => api.accounts.claims({}))

const paper = z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable()
const claimValues = z.object({
  companyName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  statement: z.string(),
  licence: paper,
  letter: paper,
})
type ClaimValues = z.output<typeof claimValues>
const blank: ClaimValues = {
  companyName: '',
  creditCode: '',
  contactName: '',
  contactPhone: '',
  statement: '',
  licence: null,
  letter: null,
}

/** Repeated after a lost answer, the claim is submitted once. */
const intention = 'company-claim'

export const form = typedForm({
  schema: companyClaimsCalls.claimSave.input,
  inputOf: ({ licence, letter, ...values }: ClaimValues) => ({
    ...values,
    creditCode: tidyCreditCode(values.creditCode),
    licenceFileId: licence?.fileId ?? '',
    letterFileId: letter?.fileId ?? '',
  }),
  names: { licenceFileId: 'licence', letterFileId: 'letter' },
  own: ({ creditCode }) => (creditCode.trim() === '' ? [{ field: 'creditCode', message: '请填写' }] : []),
  send: (input) => api.accounts.claimSave(input, { idempotencyKey: intentionKey(intention) }),
  changed: () => intentionDone(intention),
})

export const licenceUpload = uploadsOf('licence', {
  onReady: ({ fileId, name, url }) => form.set('licence', { fileId, name, url }),
})
export const letterUpload = uploadsOf('licence', {
  onReady: ({ fileId, name, url }) => form.set('letter', { fileId, name, url }),
})
export function removePaper(which: 'licence' | 'letter'): void {
  const upload = which === 'licence' ? licenceUpload : letterUpload
  upload.start([])
  form.set(which, null)
}

/** Whether the form stands open. */
export const isOpen = atom(false)
/** Opens the form, with what stands in the certification's where nothing was typed here yet. */
export function open(): void {
  if (form.values.get() === null) {
    const typed = certificationForm.values.get()
    const { companyName, creditCode, licence } = typed ?? blank
    form.begin({ ...blank, companyName, creditCode, licence })
  }
  form.settle()
  isOpen.set(true)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') isOpen.set(false)
}

/** Submits the claim, once. True when it was taken. */
export async function submit(): Promise<boolean> {
  const saved = await form.send()
  if (saved === undefined) return false
  intentionDone(intention)
  part.change((all) => [saved, ...all.filter(({ claimId }) => claimId !== saved.claimId)])
  licenceUpload.start([])
  letterUpload.start([])
  form.startOver(blank)
  isOpen.set(false)
  await load()
  return true
}

/** The claim to be withdrawn that was asked about, and how the asking stands. */
export const withdrawing = atom<{
  readonly claim: ClaimRow
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)
export const askWithdraw = (claim: ClaimRow): void => withdrawing.set({ claim, sending: false, failure: null })
export const dropWithdraw = (): void => withdrawing.set(null)

/** Withdraws the claim that was asked about. True when it was taken. */
export async function confirmWithdraw(): Promise<boolean> {
  const now = withdrawing.get()
  if (now === null || now.sending) return false
  withdrawing.set({ ...now, sending: true, failure: null })
  const answer = await api.accounts.claimWithdraw({ claimId: now.claim.claimId })
  withdrawing.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
  await load()
  return answer.ok
}
