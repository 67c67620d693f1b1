import { api } from '../../client/browser.ts'
import { profileCalls } from '../../contract/accounts/profile.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { captchaStore } from './captcha.ts'
import { readCode } from './code-input.ts'
import { placeOf } from './code-places.ts'
import { codeSending } from './code-sending.ts'
import { withReauthentication } from './reauthenticate.ts'
import { emptyCode, type CodeValues } from './own-proof.ts'

export interface EmailValues extends CodeValues {
  readonly email: string
}

export const emailCaptcha = captchaStore()
export const emailCode = codeSending('bindEmail', emailCaptcha)

export const form = typedForm({
  schema: profileCalls.emailBind.input,
  inputOf: ({ email, smsCode }: EmailValues) => ({
    email: placeOf.bindEmail.read(email),
    emailCode: readCode(smsCode),
  }),
  names: { emailCode: 'smsCode' },
  send: async (input) =>
    atField(await withReauthentication(() => api.accounts.emailBind(input)), {
      emailUsed: 'email',
      codeWrong: 'smsCode',
      codeSpent: 'smsCode',
    }),
})

export const begin = (): void => form.begin({ ...emptyCode, email: '' })

/** Binds the address; it, masked, or undefined after a refusal. */
export const send = async (): Promise<string | undefined> => (await form.send())?.email
