import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { certificationCalls } from '../../contract/accounts/certification.ts'
import { failures } from '../../contract/failures.ts'
import type { SupplierStep } from '../../domain/accounts/certification.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { refreshSession } from './session.ts'

export type CompanyAuth = z.output<typeof certificationCalls.companyAuth.output>

const part = loadable<CompanyAuth>()
/** How far the company is on its way to becoming a supplier. */
export const progress = part.state
/** The step on the screen: within what the server allows, the person goes back and forth. */
export const step = atom<SupplierStep>('certification')

const shopValues = z.object({
  shopName: z.string(),
  brief: z.string(),
  logo: z.object({ fileId: z.string(), url: z.string() }).nullable(),
  serviceClasses: z.array(z.string()),
  agreementVersion: z.string(),
  agreed: z.boolean(),
})
type ShopValues = z.output<typeof shopValues>
const intention = 'supplier-open'

export const form = typedForm({
  // `agreed` is a promise of true on the wire; a form starts without it.
  schema: certificationCalls.supplierOpen.input.extend({
    agreed: z.boolean().refine((agreed) => agreed, '请先阅读并同意供应商入驻协议'),
  }),
  inputOf: ({ logo, ...values }: ShopValues) => ({ ...values, logoFileId: logo?.fileId ?? '' }),
  names: { logoFileId: 'logo' },
  send: async (input) => {
    const idempotencyKey = intentionKey(intention)
    const answer = await api.accounts.supplierOpen({ ...input, agreed: true }, { idempotencyKey })
    return atField(answer, { shopNameUsed: 'shopName' })
  },
  draft: { name: 'supplier', shape: shopValues },
  changed: () => intentionDone(intention),
})
const onShop = ['shopName', 'brief', 'logo', 'serviceClasses']

export const logoUpload = uploadsOf('logo', { onReady: ({ fileId, url }) => form.set('logo', { fileId, url }) })
export function removeLogo(): void {
  logoUpload.start([])
  form.set('logo', null)
}

let who = 0
export async function load(): Promise<void> {
  await part.load(async () => {
    const answer = await api.accounts.companyAuth({})
    // Before it is drawn, so that the screen begins with its step.
    if (answer.ok) step.set(answer.content.step)
    return answer
  })
  const now = progress.get()
  if (now.at !== 'ready') return
  const { shopName, shopBrief, agreementVersion } = now.content
  if (form.values.get() === null) {
    const start = { shopName, brief: shopBrief, logo: null, serviceClasses: [], agreementVersion, agreed: false }
    form.begin(start, who)
    // Consent is given anew, to the version that is shown.
    const begun = form.values.get()
    if (begun !== null) form.replace({ ...begun, agreementVersion, agreed: false })
  }
}
export async function start(person: number): Promise<void> {
  who = person
  await load()
}

/** From the shop to the agreement, when nothing is wrong with the shop. */
export function toAgreement(): boolean {
  if (!form.check(onShop)) return false
  form.settle()
  step.set('agreement')
  return true
}
export const backToShop = (): void => step.set('shop')

/** The payee account was entered: the last step is done. */
export async function accountSaved(): Promise<void> {
  await load()
  step.set('done')
}
/** 稍后填写: the shop is open; the missing account is said wherever it matters until it is there. */
export const toAccount = (): void => step.set('account')
export const accountLater = (): void => step.set('done')

/** Refusals after which the state of things is read again: another version of the agreement, a shop that exists. */
const outdated: ReadonlySet<number> = new Set(
  [failures.notCertified, failures.shopExists, failures.agreementNewer].map(({ code }) => code),
)

/** Opens the shop, once. True when the company is a supplier now; the header knows it without signing in again. */
export async function open(): Promise<boolean> {
  const opened = await form.send()
  const now = form.sending.get()
  if (opened === undefined) {
    if (now.at === 'refused' && now.faults.some(({ field }) => onShop.includes(field))) step.set('shop')
    if (now.at === 'refused' && outdated.has(now.failure?.code ?? 0)) await load()
    return false
  }
  intentionDone(intention)
  step.set('account')
  // Tells whether an account is there already, and who may enter it.
  await load()
  await refreshSession()
  return true
}
