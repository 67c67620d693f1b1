import { atom } from 'nanostores'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { appKinds, deployments } from '../../domain/content/digital-apps.ts'
import { captchaStore } from '../accounts/captcha.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'

/** How the sending of a vendor's application goes. */
export const joinSending = atom<Sending>({ at: 'editing' })
/** Whether the server wants a captcha with the next try: from the second application of an address on. */
export const joinCaptchaWanted = atom(false)
export const joinCaptcha = captchaStore()

/** Fields of the form, each as typed. */
export const joinFields = [
  ...(['company', 'contact', 'mobile', 'email', 'appName', 'kind', 'deployment', 'summary', 'website'] as const),
]
export type JoinField = (typeof joinFields)[number]
export type JoinTyped = Readonly<Record<JoinField, string>>

const key = 'draft:digital-join'
/** What was typed in this browser and not sent yet; empty without it. */
export function readTyped(): Partial<JoinTyped> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    const texts = new Map(Object.entries(kept).filter(([, value]) => typeof value === 'string'))
    return Object.fromEntries(joinFields.flatMap((name) => (texts.has(name) ? [[name, String(texts.get(name))]] : [])))
  } catch {
    return {}
  }
}
export function keepTyped(typed: JoinTyped): void {
  try {
    localStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // A full or forbidden store: the form still works, only without a draft.
  }
}
export const forgetTyped = (): void => localStorage.removeItem(key)

function refuse(faults: readonly FieldFault[]): false {
  joinSending.set(refused(faults))
  return false
}

/** What the browser can tell without asking. */
export function joinFaults(typed: JoinTyped): FieldFault[] {
  const faults: FieldFault[] = []
  const wants = (field: JoinField, message: string) => {
    if (typed[field].trim() === '') faults.push({ field, message })
  }
  wants('company', '请填写企业名称')
  wants('contact', '请填写联系人')
  if (!mobilePattern.test(tidyMobile(typed.mobile))) faults.push({ field: 'mobile', message: '请输入 11 位手机号' })
  wants('appName', '请填写应用名称')
  wants('kind', '请选择应用类别')
  wants('deployment', '请选择部署方式')
  if (typed.summary.trim().length < 20) faults.push({ field: 'summary', message: '请用不少于 20 个字说明' })
  return faults
}

/** Sends the application, once. True when it was taken; what was typed stays otherwise. */
export async function sendJoin(typed: JoinTyped, captcha: string): Promise<boolean> {
  if (joinSending.get().at === 'sending') return false
  const faults = joinFaults(typed)
  if (joinCaptchaWanted.get() && captcha.trim() === '') faults.push({ field: 'captcha', message: '请输入图形验证码' })
  const kind = appKinds.find((each) => each === typed.kind)
  const deployment = deployments.find((each) => each === typed.deployment)
  if (faults.length > 0 || kind === undefined || deployment === undefined) return refuse(faults)
  joinSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const texts = { company: typed.company, contact: typed.contact, appName: typed.appName, summary: typed.summary }
  const answer = await line.api.content.digitalJoin({
    ...{ ...texts, kind, deployment, mobile: tidyMobile(typed.mobile) },
    ...{ email: typed.email.trim(), website: typed.website.trim(), ...joinCaptcha.answer(captcha) },
  })
  if (answer.ok) {
    forgetTyped()
    joinSending.set({ at: 'done' })
    return true
  }
  const { failure } = answer
  const asked = line.is(failure, 'captchaNeeded')
  const wanted = joinCaptchaWanted.get() || asked || line.is(failure, 'captchaWrong')
  joinCaptchaWanted.set(wanted)
  // The picture was good for that one try; a lost line leaves what was typed.
  if (wanted && failure.code !== 0) void joinCaptcha.renew()
  return refuse(asked ? [{ field: 'captcha', message: '请输入图形验证码后再提交' }] : line.placedFaults(failure))
}

/** Another application. */
export const startAgain = (): void => joinSending.set({ at: 'editing' })
