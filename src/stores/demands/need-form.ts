import { atom } from 'nanostores'
import { mobilePattern, tidyMobile } from '../../domain/accounts/identity-rules.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { wantedCaptcha } from '../accounts/captcha.ts'
import { lineDown, openLine } from '../accounts/line.ts'
import { refused, type Sending } from '../accounts/sending.ts'

/** How the sending of the visitor's wish goes. */
export const needSending = atom<Sending>({ at: 'editing' })
/** Wanted from the second wish of an address on. */
export const captcha = wantedCaptcha()

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
  faults.push(...captcha.missing(typed.captcha))
  if (faults.length > 0) return refuse(faults)
  needSending.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return refuse([lineDown])
  const answer = await line.api.demands.needInsert({ text, mobile, contact, ...captcha.store.answer(typed.captcha) })
  if (answer.ok) {
    needSending.set({ at: 'done' })
    return true
  }
  return refuse(captcha.refused(line, answer.failure))
}

/** Another wish; the next one may want a captcha, which the server tells. */
export const startAgain = (): void => needSending.set({ at: 'editing' })
