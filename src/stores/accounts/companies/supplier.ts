import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { certificationCalls } from '../../../contract/accounts/certification.ts'
import { failures } from '../../../contract/failures.ts'
import type { SupplierStep } from '../../../domain/accounts/certification.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable } from '../../loadable.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { refreshSession } from '../session.ts'

export type CompanyAuth = z.output<typeof certificationCalls.companyAuth.output>

const part = loadable<CompanyAuth>()
/** Progress of becoming a supplier. */
export const supplierProgress = part.state
/** The shown step; the user moves freely within what the server allows. */
export const supplierStep = atom<SupplierStep>('certification')

const shopValues = z.object({
  shopName: z.string(),
  brief: z.string(),
  logo: z.object({ fileId: z.string(), url: z.string() }).nullable(),
  serviceClasses: z.array(z.string()),
  agreementVersion: z.string(),
  agreed: z.boolean(),
})
type ShopValues = z.output<typeof shopValues>
const idempotencyName = 'supplier-open'

export const supplierForm = createForm({
  // The call requires `agreed: true`; the form starts with false.
  schema: certificationCalls.supplierOpen.input.extend({
    agreed: z.boolean().refine((agreed) => agreed, '请先阅读并同意供应商入驻协议'),
  }),
  inputOf: ({ logo, ...values }: ShopValues) => ({ ...values, logoFileId: logo?.fileId ?? '' }),
  fieldNames: { logoFileId: 'logo' },
  submit: async (input) => {
    const idempotencyKey = getIdempotencyKey(idempotencyName)
    const answer = await api.accounts.supplierOpen({ ...input, agreed: true }, { idempotencyKey })
    return moveFailureToField(answer, { shopNameUsed: 'shopName' })
  },
  draft: { name: 'supplier', shape: shopValues },
  onChange: () => clearIdempotencyKey(idempotencyName),
})
const shopFields = ['shopName', 'brief', 'logo', 'serviceClasses']

export const logoUpload = createUploads('logo', {
  onReady: ({ fileId, url }) => supplierForm.set('logo', { fileId, url }),
})
export function removeLogo(): void {
  logoUpload.setFiles([])
  supplierForm.set('logo', null)
}

let userId = 0
export async function loadSupplier(): Promise<void> {
  await part.load(async () => {
    const answer = await api.accounts.companyAuth({})
    // Set before the first render, so that the right step is shown at once.
    if (answer.ok) supplierStep.set(answer.content.step)
    return answer
  })
  const now = supplierProgress.get()
  if (now.at !== 'ready') return
  const { shopName, shopBrief, agreementVersion } = now.content
  if (supplierForm.values.get() === null) {
    const start = { shopName, brief: shopBrief, logo: null, serviceClasses: [], agreementVersion, agreed: false }
    supplierForm.start(start, userId)
    // A restored draft needs new consent to the shown version.
    const begun = supplierForm.values.get()
    if (begun !== null) supplierForm.replace({ ...begun, agreementVersion, agreed: false })
  }
}
export async function startSupplier(person: number): Promise<void> {
  userId = person
  await loadSupplier()
}

/** Continues from the shop to the agreement if the shop fields are valid. */
export function goToAgreement(): boolean {
  if (!supplierForm.validate(shopFields)) return false
  supplierForm.clearErrors()
  supplierStep.set('agreement')
  return true
}
export const goToShop = (): void => supplierStep.set('shop')

/** Finishes after the payee account was saved. */
export async function finishBankAccount(): Promise<void> {
  await loadSupplier()
  supplierStep.set('done')
}
/** 稍后填写: the account can be entered later; notices remind of it. */
export const goToBankAccount = (): void => supplierStep.set('account')
export const skipBankAccount = (): void => supplierStep.set('done')

/** Failures after which the progress is reloaded: newer agreement, existing shop, lost certification. */
const staleCodes: ReadonlySet<number> = new Set(
  [failures.notCertified, failures.shopExists, failures.agreementNewer].map(({ code }) => code),
)

/** Opens the shop once and refreshes the session; true on success. */
export async function openShop(): Promise<boolean> {
  const opened = await supplierForm.submit()
  const now = supplierForm.submitState.get()
  if (opened === undefined) {
    if (now.at === 'refused' && now.fieldErrors.some(({ field }) => shopFields.includes(field)))
      supplierStep.set('shop')
    if (now.at === 'refused' && staleCodes.has(now.failure?.code ?? 0)) await loadSupplier()
    return false
  }
  clearIdempotencyKey(idempotencyName)
  supplierStep.set('account')
  // Reload: shows whether an account exists and who may enter it.
  await loadSupplier()
  await refreshSession()
  return true
}
