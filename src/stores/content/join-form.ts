import { atom } from 'nanostores'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { appKinds, deployments } from '../../domain/content/digital-apps.ts'
import { wantedCaptcha } from '../accounts/captcha.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'
import { kept, textsOf } from '../kept.ts'

/** How the sending of a vendor's application goes. */
export const joinSending = atom<Sending>({ at: 'editing' })
/** Wanted from the second application of an address on. */
export const captcha = wantedCaptcha()

/** Fields of the form, each as typed. */
export const joinFields = [
  ...(['company', 'contact', 'mobile', 'email', 'appName', 'kind', 'deployment', 'summary', 'website'] as const),
]
type JoinField = (typeof joinFields)[number]
export type JoinTyped = Readonly<Record<JoinField, string>>

/** What was typed in this browser and not sent yet. */
export const draft = kept('browser', 'draft:digital-join', (read): JoinTyped => {
  const of = textsOf(read)
  return {
    ...{ company: of('company'), contact: of('contact'), mobile: of('mobile'), email: of('email') },
    ...{ appName: of('appName'), kind: of('kind'), deployment: of('deployment') },
    ...{ summary: of('summary'), website: of('website') },
  }
})

function refuse(faults: readonly FieldFault[]): false {
  joinSending.set(refused(faults))
  return false
}

/** What the browser can tell without asking. */
function joinFaults(typed: JoinTyped): FieldFault[] {
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
export async function sendJoin(typed: JoinTyped, code: string): Promise<boolean> {
  if (joinSending.get().at === 'sending') return false
  const faults = [...joinFaults(typed), ...captcha.missing(code)]
  const kind = appKinds.find((each) => each === typed.kind)
  const deployment = deployments.find((each) => each === typed.deployment)
  if (faults.length > 0 || kind === undefined || deployment === undefined) return refuse(faults)
  joinSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const texts = { company: typed.company, contact: typed.contact, appName: typed.appName, summary: typed.summary }
  const answer = await line.api.content.digitalJoin({
    ...{ ...texts, kind, deployment, mobile: tidyMobile(typed.mobile) },
    ...{ email: typed.email.trim(), website: typed.website.trim(), ...captcha.store.answer(code) },
  })
  if (answer.ok) {
    draft.clear()
    joinSending.set({ at: 'done' })
    return true
  }
  return refuse(captcha.refused(line, answer.failure))
}

/** Another application. */
export const startAgain = (): void => joinSending.set({ at: 'editing' })
