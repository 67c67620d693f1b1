import { atom, computed } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { certificationCalls } from '../../../contract/accounts/certification.ts'
import { failures } from '../../../contract/failures.ts'
import {
  expiryNoticeDays,
  isCertified,
  isCertificationSubmitted,
  isCertificationRevoked,
  isCertificationSentBack,
} from '../../../domain/accounts/certification.ts'
import { loadable } from '../../loadable.ts'
import { refreshSession } from '../session.ts'
import { certificationForm as form, clearCertificationKey, startCertificationForm } from './certification-form.ts'
import { emptyCertification, valuesOfVersion, type CertificationValues } from './certification-values.ts'

export type Authorisation = z.output<typeof certificationCalls.organizationAuth.output>

const part = loadable<Authorisation>()
/** The company's certification: version in force, waiting version, all versions. */
export const authorisation = part.state

/** Whether the form is open: initially if there is no version yet, otherwise on request. */
export const isCertificationFormOpen = atom(false)
/** Whether the next version is a renewal; otherwise it corrects a returned one. */
export const isRenewal = computed(authorisation, (now) => now.at === 'ready' && isCertified(now.content.latest?.status))

/** Milliseconds before expiry at which the notice appears. */
const expiryNoticeMs = expiryNoticeDays[0] * 86_400_000
/** Expiry time of the certification in force if it is near and no new version waits; else null. */
export const expiryDate = computed(authorisation, (now) => {
  if (now.at !== 'ready') return null
  const { authStatus, certifiedUntil, latest } = now.content
  if (!isCertified(authStatus) || certifiedUntil === null || isCertificationSubmitted(latest?.status)) return null
  return Date.parse(certifiedUntil) - Date.now() < expiryNoticeMs ? certifiedUntil : null
})

let userId = 0

/** Initial values of the next version. */
function startValues({ latest, inForce, companyName }: Authorisation): CertificationValues {
  if (latest === null) return emptyCertification(companyName)
  // Name and code of a revoked version belong to another company.
  if (isCertificationRevoked(latest.status)) return emptyCertification('')
  const sentBack = isCertificationSentBack(latest.status)
  return valuesOfVersion(sentBack ? latest : (inForce ?? latest), !sentBack)
}

/** Loads the certification and starts the form. */
export async function loadCertification(): Promise<void> {
  await part.load(() => api.accounts.organizationAuth({}))
  const now = authorisation.get()
  if (now.at !== 'ready' || form.values.get() !== null) return
  startCertificationForm(startValues(now.content), userId)
  // A restored draft opens the form in any state.
  isCertificationFormOpen.set(now.content.maySubmit && (now.content.latest === null || form.restored.get()))
}
export async function startCertification(person: number): Promise<void> {
  userId = person
  await loadCertification()
}
/** Polls while a version waits, since automatic approval takes seconds. Returns the stop function. */
export function pollDecision(): () => void {
  const clock = setInterval(() => {
    const now = authorisation.get()
    const waits = now.at === 'ready' && isCertificationSubmitted(now.content.latest?.status)
    if (waits && document.visibilityState === 'visible') void loadCertification()
  }, 8_000)
  return () => clearInterval(clock)
}
export const openCertificationForm = (): void => isCertificationFormOpen.set(true)
export function resetCertificationForm(): void {
  const now = authorisation.get()
  if (now.at === 'ready') form.reset(startValues(now.content))
}

/**
 * Submits the form as the next version. The idempotency key makes repeated submits after a network failure
 * create one version. True on success.
 */
export async function submitCertification(): Promise<boolean> {
  const sent = await form.submit()
  if (sent === undefined) {
    const now = form.submitState.get()
    // A colleague submitted meanwhile: show their version.
    if (now.at === 'refused' && now.failure?.code === failures.certificationWaiting.code) await loadCertification()
    return false
  }
  clearCertificationKey()
  isCertificationFormOpen.set(false)
  await part.load(() => api.accounts.organizationAuth({}))
  const now = authorisation.get()
  if (now.at === 'ready') startCertificationForm(startValues(now.content), userId)
  await refreshSession()
  return true
}
