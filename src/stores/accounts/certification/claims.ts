import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { companyClaimsCalls, type ClaimRow } from '../../../contract/accounts/company-claims.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable } from '../../loadable.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm } from '../../form-store.ts'
import { certificationForm } from './certification-form.ts'

const part = loadable<readonly ClaimRow[]>()
/** Claims of the user and their company, newest first. */
export const claims = part.state
export const loadClaims = (): Promise<void> => part.load(() => api.accounts.claims({}))

const uploadedFile = z.object({ fileId: z.string(), name: z.string(), url: z.string() }).nullable()
const claimValues = z.object({
  companyName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  statement: z.string(),
  licence: uploadedFile,
  letter: uploadedFile,
})
type ClaimValues = z.output<typeof claimValues>
const emptyClaim: ClaimValues = {
  companyName: '',
  creditCode: '',
  contactName: '',
  contactPhone: '',
  statement: '',
  licence: null,
  letter: null,
}

/** Name of the idempotency key: a repeated submit creates one claim. */
const idempotencyName = 'company-claim'

export const claimForm = createForm({
  schema: companyClaimsCalls.claimSave.input,
  inputOf: ({ licence, letter, ...values }: ClaimValues) => ({
    ...values,
    creditCode: normalizeCreditCode(values.creditCode),
    licenceFileId: licence?.fileId ?? '',
    letterFileId: letter?.fileId ?? '',
  }),
  fieldNames: { licenceFileId: 'licence', letterFileId: 'letter' },
  validate: ({ creditCode }) => (creditCode.trim() === '' ? [{ field: 'creditCode', message: '请填写' }] : []),
  submit: (input) => api.accounts.claimSave(input, { idempotencyKey: getIdempotencyKey(idempotencyName) }),
  onChange: () => clearIdempotencyKey(idempotencyName),
})

export const licenceUpload = createUploads('licence', {
  onReady: ({ fileId, name, url }) => claimForm.set('licence', { fileId, name, url }),
})
export const letterUpload = createUploads('licence', {
  onReady: ({ fileId, name, url }) => claimForm.set('letter', { fileId, name, url }),
})
export function removeClaimFile(which: 'licence' | 'letter'): void {
  const upload = which === 'licence' ? licenceUpload : letterUpload
  upload.setFiles([])
  claimForm.set(which, null)
}

/** Whether the form is open. */
export const isClaimFormOpen = atom(false)
/** Opens the form, prefilled from the certification form if it is still empty. */
export function openClaimForm(): void {
  if (claimForm.values.get() === null) {
    const typed = certificationForm.values.get()
    const { companyName, creditCode, licence } = typed ?? emptyClaim
    claimForm.start({ ...emptyClaim, companyName, creditCode, licence })
  }
  claimForm.clearErrors()
  isClaimFormOpen.set(true)
}
export function closeClaimForm(): void {
  if (claimForm.submitState.get().at !== 'sending') isClaimFormOpen.set(false)
}

/** Submits the claim once; true on success. */
export async function submitClaim(): Promise<boolean> {
  const saved = await claimForm.submit()
  if (saved === undefined) return false
  clearIdempotencyKey(idempotencyName)
  part.update((all) => [saved, ...all.filter(({ claimId }) => claimId !== saved.claimId)])
  licenceUpload.setFiles([])
  letterUpload.setFiles([])
  claimForm.reset(emptyClaim)
  isClaimFormOpen.set(false)
  await loadClaims()
  return true
}

/** The claim in the withdrawal dialog, with its submit state. */
export const claimWithdrawal = atom<{
  readonly claim: ClaimRow
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)
export const openClaimWithdrawal = (claim: ClaimRow): void =>
  claimWithdrawal.set({ claim, sending: false, failure: null })
export const closeClaimWithdrawal = (): void => claimWithdrawal.set(null)

/** Withdraws the claim of the dialog; true on success. */
export async function withdrawClaim(): Promise<boolean> {
  const now = claimWithdrawal.get()
  if (now === null || now.sending) return false
  claimWithdrawal.set({ ...now, sending: true, failure: null })
  const answer = await api.accounts.claimWithdraw({ claimId: now.claim.claimId })
  claimWithdrawal.set(answer.ok ? null : { ...now, sending: false, failure: answer.failure })
  await loadClaims()
  return answer.ok
}
