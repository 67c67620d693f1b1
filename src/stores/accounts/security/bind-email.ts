import { api } from '../../../client/browser.ts'
import { profileCalls } from '../../../contract/accounts/profile.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { createCaptcha } from '../verification/captcha.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { codeTargets } from '../verification/code-targets.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { withReauthentication } from './reauthenticate.ts'
import { emptyCode, type CodeValues } from './mobile-proof.ts'

export interface EmailValues extends CodeValues {
  readonly email: string
}

export const emailCaptcha = createCaptcha()
export const emailCode = createCodeSender('bindEmail', emailCaptcha)

export const emailForm = createForm({
  schema: profileCalls.emailBind.input,
  inputOf: ({ email, smsCode }: EmailValues) => ({
    email: codeTargets.bindEmail.normalize(email),
    emailCode: normalizeCode(smsCode),
  }),
  fieldNames: { emailCode: 'smsCode' },
  submit: async (input) =>
    moveFailureToField(await withReauthentication(() => api.accounts.emailBind(input)), {
      emailUsed: 'email',
      codeWrong: 'smsCode',
      codeSpent: 'smsCode',
    }),
})

export const startEmailForm = (): void => emailForm.start({ ...emptyCode, email: '' })

/** Binds the mail address; returns it masked, undefined if refused. */
export const submitEmail = async (): Promise<string | undefined> => (await emailForm.submit())?.email
