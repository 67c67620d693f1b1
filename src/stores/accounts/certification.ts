import { atom, computed } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { certificationCalls } from '../../contract/accounts/certification.ts'
import { failures } from '../../contract/failures.ts'
import { expiryNoticeDays } from '../../domain/accounts/certification.ts'
import { loadable } from '../loaded.ts'
import { refreshSession } from './session.ts'
import { certificationForm as form, intentionOver, startWith } from './certification-form.ts'
import { emptyCertification, valuesOfVersion, type CertificationValues } from './certification-values.ts'

export type Authorisation = z.output<typeof certificationCalls.organizationAuth.output>

const part = loadable<Authorisation>()
/** The company's certification: what is in force, what waits, all versions. */
export const authorisation = part.state

/** Whether the form is open: at once where there is no version yet, else when the person asks for it. */
export const writing = atom(false)
/** The next version renews one in force; else it mends what was sent back. */
export const renewing = computed(
  authorisation,
  (now) => now.at === 'ready' && now.content.latest?.status === 'approved',
)

/** Days before the end from which it is said that the end is near. */
const near = expiryNoticeDays[0] * 86_400_000
/** When the certification in force ends, where that is soon and nothing new waits; else null. */
export const expiring = computed(authorisation, (now) => {
  if (now.at !== 'ready') return null
  const { certification, certifiedUntil, latest } = now.content
  if (certification !== 'approved' || certifiedUntil === null || latest?.status === 'submitted') return null
  return Date.parse(certifiedUntil) - Date.now() < near ? certifiedUntil : null
})

let who = 0

/** What the next version starts with. */
function startValues({ latest, inForce, companyName }: Authorisation): CertificationValues {
  if (latest === null) return emptyCertification(companyName)
  // Name and code of a revoked version are another company's.
  if (latest.status === 'revoked') return emptyCertification('')
  const sentBack = latest.status === 'rejected' || latest.status === 'more_info'
  return valuesOfVersion(sentBack ? latest : (inForce ?? latest), !sentBack)
}

/** Reads how the certification stands. */
export async function load(): Promise<void> {
  await part.load(() => api.accounts.organizationAuth({}))
  const now = authorisation.get()
  if (now.at !== 'ready' || form.values.get() !== null) return
  startWith(startValues(now.content), who)
  // A draft found again is gone on with, whatever state it follows.
  writing.set(now.content.maySubmit && (now.content.latest === null || form.restored.get()))
}
export async function start(person: number): Promise<void> {
  who = person
  await load()
}
/** Looks again now and then while a version waits: one that its licence confirms is approved within seconds. */
export function watchDecision(): () => void {
  const clock = setInterval(() => {
    const now = authorisation.get()
    const waits = now.at === 'ready' && now.content.latest?.status === 'submitted'
    if (waits && document.visibilityState === 'visible') void load()
  }, 8_000)
  return () => clearInterval(clock)
}
export const openForm = (): void => writing.set(true)
export function startOver(): void {
  const now = authorisation.get()
  if (now.at === 'ready') form.startOver(startValues(now.content))
}

/**
 * Submits what stands in the form as the next version. Pressed twice or sent again after a lost line it makes one
 * version: the key belongs to what was typed. True when it was taken.
 */
export async function submit(): Promise<boolean> {
  const sent = await form.send()
  if (sent === undefined) {
    const now = form.sending.get()
    // Somebody else of the company was faster: what they submitted is shown.
    if (now.at === 'refused' && now.failure?.code === failures.certificationWaiting.code) await load()
    return false
  }
  intentionOver()
  writing.set(false)
  await part.load(() => api.accounts.organizationAuth({}))
  const now = authorisation.get()
  if (now.at === 'ready') startWith(startValues(now.content), who)
  await refreshSession()
  return true
}
