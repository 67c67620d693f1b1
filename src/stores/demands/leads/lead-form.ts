import { atom } from 'nanostores'
import { mobilePattern, normalizeMobile } from '../../../domain/accounts/identity-rules.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { createOptionalCaptcha } from '../../accounts/verification/captcha.ts'
import { networkError, loadClient } from '../../accounts/sign-in/load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'

/** Submit state of the visitor's lead. */
export const leadSubmitState = atom<SubmitState>({ at: 'editing' })
/** Required from the second lead of an IP address on. */
export const leadCaptcha = createOptionalCaptcha()

export interface LeadValues {
  readonly text: string
  readonly mobile: string
  readonly contact: string
  readonly captcha: string
}

function setLeadErrors(fieldErrors: readonly FieldError[]): false {
  leadSubmitState.set(refusedState(fieldErrors))
  return false
}

/** Submits a lead with a phone number, once. True on success; the text stays otherwise. */
export async function submitLead(typed: LeadValues): Promise<boolean> {
  if (leadSubmitState.get().at === 'sending') return false
  const [text, mobile, contact] = [typed.text.trim(), normalizeMobile(typed.mobile), typed.contact.trim()]
  const fieldErrors: FieldError[] = []
  if (text === '') fieldErrors.push({ field: 'text', message: '请写明您的需要' })
  if (!mobilePattern.test(mobile)) fieldErrors.push({ field: 'mobile', message: '请输入 11 位手机号' })
  fieldErrors.push(...leadCaptcha.missingErrors(typed.captcha))
  if (fieldErrors.length > 0) return setLeadErrors(fieldErrors)
  leadSubmitState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return setLeadErrors([networkError])
  const answer = await line.api.demands.leadCreate({
    text,
    mobile,
    contact,
    ...leadCaptcha.store.answer(typed.captcha),
  })
  if (answer.ok) {
    leadSubmitState.set({ at: 'done' })
    return true
  }
  return setLeadErrors(leadCaptcha.failureErrors(line, answer.failure))
}

/** Resets the form for another lead; the server tells whether a captcha is required. */
export const resetLeadForm = (): void => leadSubmitState.set({ at: 'editing' })
