import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { DemandAnnexes } from '../../../contract/demands/annexes.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { loadable } from '../../loadable.ts'

/** Confidential part of one demand as visible to the person's company. */
const annexPart = loadable<DemandAnnexes>()
export const annexes = annexPart.state

/** Dialog with the confidentiality terms. */
export type TermsDialog =
  | { readonly at: 'shut' }
  | { readonly at: 'reading' | 'sending'; readonly agreed: boolean; readonly failure: Failure | null }
export const termsDialog = atom<TermsDialog>({ at: 'shut' })

/** Confidential text of the description, loaded on demand because each access is logged. */
export type ConfidentialText =
  | { readonly at: 'shut' | 'opening' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'open'; readonly text: string }
export const confidentialText = atom<ConfidentialText>({ at: 'shut' })

let shownDemandId: number | null = null

export async function loadAnnex(): Promise<void> {
  const demandId = shownDemandId
  if (demandId !== null) await annexPart.load(() => api.demands.demandAnnexes({ demandId }))
}

/** Loads the confidential part of a demand. */
export async function startAnnex(demandId: number): Promise<void> {
  if (shownDemandId !== demandId) {
    annexPart.reset()
    termsDialog.set({ at: 'shut' })
    underAgreement.set(null)
    confidentialText.set({ at: 'shut' })
  }
  shownDemandId = demandId
  await loadAnnex()
}

export const openTerms = (): void => termsDialog.set({ at: 'reading', agreed: false, failure: null })
export const setTermsAgreed = (agreed: boolean): void => {
  const now = termsDialog.get()
  if (now.at === 'reading') termsDialog.set({ ...now, agreed, failure: null })
}
export function closeTerms(): void {
  if (termsDialog.get().at === 'reading') termsDialog.set({ at: 'shut' })
}

/** Opens the confidential part under the agreement in force of both companies: recorded, and shown to the buyer. */
export async function openUnderAgreement(): Promise<void> {
  const seen = annexes.get()
  if (shownDemandId === null || seen.at !== 'ready' || seen.content.state !== 'agreed') return
  const { termsHash } = seen.content
  const answer = await api.demands.annexAccept({ demandId: shownDemandId, termsHash })
  underAgreement.set(answer.ok ? null : answer.failure)
  if (answer.ok || answer.failure.code >= 400) await loadAnnex()
}
/** Why it was not opened. */
export const underAgreement = atom<Failure | null>(null)

const newTerms = '条款刚刚更新，请重新阅读后再接受'

/**
 * Accepts the shown terms for the company. If the terms changed meanwhile, the new ones are shown and must be accepted
 * again.
 */
export async function acceptTerms(): Promise<void> {
  const now = termsDialog.get()
  const seen = annexes.get()
  if (shownDemandId === null || now.at !== 'reading' || seen.at !== 'ready' || seen.content.state !== 'closed') return
  if (!now.agreed) {
    const failure = { code: 400, message: '请先勾选“已阅读并代表本企业同意”', content: null }
    return termsDialog.set({ ...now, failure })
  }
  termsDialog.set({ at: 'sending', agreed: true, failure: null })
  const answer = await api.demands.annexAccept({ demandId: shownDemandId, termsHash: seen.content.termsHash })
  if (answer.ok || answer.failure.code >= 1000 || answer.failure.code === 404) {
    await loadAnnex()
    return termsDialog.set({ at: 'shut' })
  }
  const { failure } = answer
  const changed = failure.code === 409
  if (changed) await loadAnnex()
  termsDialog.set({ at: 'reading', agreed: !changed, failure: changed ? { ...failure, message: newTerms } : failure })
}

/** Loads the confidential text; if access was refused, reloads the access state. */
export async function openConfidentialText(): Promise<void> {
  const demandId = shownDemandId
  if (demandId === null || confidentialText.get().at === 'opening') return
  confidentialText.set({ at: 'opening' })
  const answer = await api.demands.annexText({ demandId })
  if (answer.ok) return confidentialText.set({ at: 'open', text: answer.content.text })
  confidentialText.set({ at: 'failed', failure: answer.failure })
  if (answer.failure.code >= 1000) await loadAnnex()
}
export const closeConfidentialText = (): void => confidentialText.set({ at: 'shut' })
