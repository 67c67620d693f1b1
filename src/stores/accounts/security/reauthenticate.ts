import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import {
  reauthenticationCalls,
  reauthenticationWays,
  type ReauthenticationWays,
} from '../../../contract/accounts/reauthentication.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { emptyCode, type CodeValues } from './mobile-proof.ts'
import { movePasswordFailureToField } from './password-failure.ts'

interface ReauthenticationValues extends CodeValues {
  readonly password: string
}
type ReauthenticationMethod = ReauthenticationWays['ways'][number]

/** Methods offered by the open dialog; null = closed. */
export const reauthenticationRequest = atom<ReauthenticationWays | null>(null)
export const reauthenticationMethod = atom<ReauthenticationMethod>('password')
export const reauthenticationCaptcha = createCaptcha()
export const reauthenticationCode = createCodeSender('reauthenticate', reauthenticationCaptcha)
let settle: ((proven: boolean) => void) | undefined

export const reauthenticationForm = createForm({
  schema: reauthenticationCalls.reauthenticate.input,
  inputOf: ({ password, smsCode }: ReauthenticationValues) => ({
    password: reauthenticationMethod.get() === 'password' ? password : '',
    smsCode: reauthenticationMethod.get() === 'code' ? normalizeCode(smsCode) : '',
  }),
  validate: ({ password, smsCode }) => {
    if (reauthenticationMethod.get() === 'password')
      return password === '' ? [{ field: 'password', message: '请输入登录密码' }] : []
    return smsCode === '' ? [{ field: 'smsCode', message: '请输入短信验证码' }] : []
  },
  submit: async (input) =>
    moveFailureToField(movePasswordFailureToField('password', await api.accounts.reauthenticate(input)), {
      codeWrong: 'smsCode',
      codeSpent: 'smsCode',
    }),
})

export function chooseReauthenticationMethod(next: ReauthenticationMethod): void {
  reauthenticationMethod.set(next)
  reauthenticationForm.clearErrors()
}

/**
 * Makes a call that may require reauthentication: if refused for that, opens the dialog and repeats the call
 * afterwards. Returns the refusal if the dialog is closed.
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
  reauthenticationMethod.set(first)
  reauthenticationForm.start({ ...emptyCode, password: '' })
  reauthenticationRequest.set(ways.data)
  return (await promise) ? send() : answer
}

function closeReauthentication(proven: boolean): void {
  reauthenticationRequest.set(null)
  settle?.(proven)
  settle = undefined
}

export const cancelReauthentication = (): void => closeReauthentication(false)

/** Submits the proof; on success the waiting call is repeated. */
export async function submitReauthentication(): Promise<void> {
  if ((await reauthenticationForm.submit()) !== undefined) closeReauthentication(true)
}
