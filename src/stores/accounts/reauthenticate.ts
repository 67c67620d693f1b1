import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import {
  reauthenticationCalls,
  reauthenticationWays,
  type ReauthenticationWays,
} from '../../contract/accounts/reauthentication.ts'
import type { Answer } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { captchaStore } from './captcha.ts'
import { readCode } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { emptyCode, type CodeValues } from './own-proof.ts'
import { passwordAt } from './refused-password.ts'

interface ReauthenticationValues extends CodeValues {
  readonly password: string
}
type Way = ReauthenticationWays['ways'][number]

/** What the open dialog offers; null = it is closed. */
export const asked = atom<ReauthenticationWays | null>(null)
export const way = atom<Way>('password')
export const captcha = captchaStore()
export const sending = codeSending('reauthenticate', captcha)
let settle: ((proven: boolean) => void) | undefined

export const form = typedForm({
  schema: reauthenticationCalls.reauthenticate.input,
  inputOf: ({ password, smsCode }: ReauthenticationValues) => ({
    password: way.get() === 'password' ? password : '',
    smsCode: way.get() === 'code' ? readCode(smsCode) : '',
  }),
  own: ({ password, smsCode }) => {
    if (way.get() === 'password') return password === '' ? [{ field: 'password', message: '请输入登录密码' }] : []
    return smsCode === '' ? [{ field: 'smsCode', message: '请输入短信验证码' }] : []
  },
  send: async (input) =>
    atField(passwordAt('password', await api.accounts.reauthenticate(input)), {
      codeWrong: 'smsCode',
      codeSpent: 'smsCode',
    }),
})

export function chooseWay(next: Way): void {
  way.set(next)
  form.settle()
}

/**
 * Makes a call that wants a fresh proof of the person: when it is refused for that, the dialog asks, and the call is made
 * again. What was typed into the form that sends it stays. A closed dialog leaves the refusal.
 */
export async function withReauthentication<O>(send: () => Promise<Answer<O>>): Promise<Answer<O>> {
  const answer = await send()
  if (answer.ok || answer.failure.code !== failures.reauthNeeded.code) return answer
  const ways = reauthenticationWays.safeParse(answer.failure.content)
  const [first] = ways.success ? ways.data.ways : []
  if (!ways.success || first === undefined) return answer
  settle?.(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  settle = resolve
  way.set(first)
  form.begin({ ...emptyCode, password: '' })
  asked.set(ways.data)
  return (await promise) ? send() : answer
}

function end(proven: boolean): void {
  asked.set(null)
  settle?.(proven)
  settle = undefined
}

export const cancel = (): void => end(false)

/** Sends the proof; the call that waits goes on when it is right. */
export async function prove(): Promise<void> {
  if ((await form.send()) !== undefined) end(true)
}
