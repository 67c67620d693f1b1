import { atom } from 'nanostores'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { captchaStore } from '../accounts/captcha.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'

/** How the sending of the visitor's wish goes. */
export const needSending = atom<Sending>({ at: 'editing' })
/** Whether the server wants a captcha with the next try: from the second wish of an address on. */
export const needCaptchaWanted = atom(false)
export const needCaptcha = captchaStore()

export interface NeedTyped {
  readonly text: string
  readonly mobile: string
  readonly contact: string
  readonly captcha: string
}

function refuse(faults: readonly FieldFault[]): false {
  needSending.set(refused(faults))
  return false
}

/** Leaves a wish with a phone number, once. True when it was taken; what was typed stays otherwise. */
export async function leaveNeed(typed: NeedTyped): Promise<boolean> {
  if (needSending.get().at === 'sending') return false
  const [text, mobile, contact] = [typed.text.trim(), tidyMobile(typed.mobile), typed.contact.trim()]
  const faults: FieldFault[] = []
  if (text === '') faults.push({ field: 'text', message: '请写明您的需要' })
  if (!mobilePattern.test(mobile)) faults.push({ field: 'mobile', message: '请输入 11 位手机号' })
  if (needCaptchaWanted.get() && typed.captcha.trim() === '') {
    faults.push({ field: 'captcha', message: '请输入图形验证码' })
  }
  if (faults.length > 0) return refuse(faults)
  needSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const answer = await line.api.demands.needInsert({ text, mobile, contact, ...needCaptcha.answer(typed.captcha) })
  if (answer.ok) {
    needSending.set({ at: 'done' })
    return true
  }
  const { failure } = answer
  const asked = line.is(failure, 'captchaNeeded')
  const wanted = needCaptchaWanted.get() || asked || line.is(failure, 'captchaWrong')
  needCaptchaWanted.set(wanted)
  // The picture was good for that one try; a lost line leaves what was typed.
  if (wanted && failure.code !== 0) void needCaptcha.renew()
  return refuse(asked ? [{ field: 'captcha', message: '请输入图形验证码后再提交' }] : line.placedFaults(failure))
}

/** Another wish; the next one may want a captcha, which the server tells. */
export const startAgain = (): void => needSending.set({ at: 'editing' })
