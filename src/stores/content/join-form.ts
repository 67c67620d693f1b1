import { atom } from 'nanostores'
import { mobilePattern, normalizeMobile } from '../../domain/accounts/identity-rules.ts'
import type { FieldError } from '../../contract/failures.ts'
import { appKinds, deployments } from '../../domain/content/digital-apps.ts'
import { createOptionalCaptcha } from '../accounts/verification/captcha.ts'
import { networkError, loadClient } from '../accounts/sign-in/load-client.ts'
import { refusedState, type SubmitState } from '../submit-state.ts'
import { persistedValue, textFields } from '../persisted-storage.ts'

/** Submit state of the application. */
export const joinSubmit = atom<SubmitState>({ at: 'editing' })
/** Required from the second application of an IP address on. */
export const joinCaptcha = createOptionalCaptcha()

/** Text fields of the form. */
export const joinFields = [
  ...(['company', 'contact', 'mobile', 'email', 'appName', 'kind', 'deployment', 'summary', 'website'] as const),
]
type JoinField = (typeof joinFields)[number]
export type JoinValues = Readonly<Record<JoinField, string>>

/** Unsent input, stored in this browser. */
export const joinDraft = persistedValue('browser', 'draft:digital-join', (read): JoinValues => {
  const of = textFields(read)
  return {
    company: of('company'),
    contact: of('contact'),
    mobile: of('mobile'),
    email: of('email'),
    appName: of('appName'),
    kind: of('kind'),
    deployment: of('deployment'),
    summary: of('summary'),
    website: of('website'),
  }
})

function refuse(fieldErrors: readonly FieldError[]): false {
  joinSubmit.set(refusedState(fieldErrors))
  return false
}

/** Errors that the browser can detect. */
function joinErrors(typed: JoinValues): FieldError[] {
  const fieldErrors: FieldError[] = []
  const wants = (field: JoinField, message: string) => {
    if (typed[field].trim() === '') fieldErrors.push({ field, message })
  }
  wants('company', '请填写企业名称')
  wants('contact', '请填写联系人')
  if (!mobilePattern.test(normalizeMobile(typed.mobile)))
    fieldErrors.push({ field: 'mobile', message: '请输入 11 位手机号' })
  wants('appName', '请填写应用名称')
  wants('kind', '请选择应用分类')
  wants('deployment', '请选择部署方式')
  if (typed.summary.trim().length < 20) fieldErrors.push({ field: 'summary', message: '请用不少于 20 个字说明' })
  return fieldErrors
}

/** Submits the application once; true on success, otherwise the input stays. */
export async function submitJoin(typed: JoinValues, code: string): Promise<boolean> {
  if (joinSubmit.get().at === 'sending') return false
  const fieldErrors = [...joinErrors(typed), ...joinCaptcha.missingErrors(code)]
  const kind = appKinds.find((each) => each === typed.kind)
  const deployment = deployments.find((each) => each === typed.deployment)
  if (fieldErrors.length > 0 || kind === undefined || deployment === undefined) return refuse(fieldErrors)
  joinSubmit.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return refuse([networkError])
  const texts = { company: typed.company, contact: typed.contact, appName: typed.appName, summary: typed.summary }
  const answer = await line.api.content.digitalJoin({
    ...texts,
    kind,
    deployment,
    mobile: normalizeMobile(typed.mobile),
    email: typed.email.trim(),
    website: typed.website.trim(),
    ...joinCaptcha.store.answer(code),
  })
  if (answer.ok) {
    joinDraft.clear()
    joinSubmit.set({ at: 'done' })
    return true
  }
  return refuse(joinCaptcha.failureErrors(line, answer.failure))
}

/** Starts another application. */
export const resetJoinForm = (): void => joinSubmit.set({ at: 'editing' })
