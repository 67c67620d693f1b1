import { atom } from 'nanostores'
import type { Failure } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { codePattern } from '../../../domain/accounts/identity-rules.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import { normalizeCode } from '../verification/code-input.ts'
import { createCodeSender } from '../verification/code-sender.ts'
import { networkError, loadClient } from '../sign-in/load-client.ts'
import type { AskSecondStep } from '../sign-in/client-parts.ts'
import { loginNameErrors, normalizeLoginName } from '../sign-in/login-name.ts'
import { newPasswordErrors } from '../sign-in/new-password.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'
import { completeLogin } from '../session.ts'

/**
 * Steps of answering an invitation: verify the number, create or join the account; or the invitation is no longer
 * valid.
 */
export type AnswerStep = 'prove' | 'account' | 'declined' | 'gone'

/** Proof of the mobile number, and the login name of its account; empty = no account yet. */
interface Proof {
  readonly ticket: string
  readonly loginName: string
  readonly until: number
}

export const answerStep = atom<AnswerStep>('prove')
/** Login name of the number's account; empty = a new account is created. */
export const existingLoginName = atom('')
export const proofState = atom<SubmitState>({ at: 'editing' })
export const acceptState = atom<SubmitState>({ at: 'editing' })
export const declineState = atom<SubmitState>({ at: 'editing' })
export const invitationCode = createCodeSender('invitation')

let token = ''
/** Stored per tab, so that a reload does not require another SMS. */
const storedProof = persistedValue('tab', 'invitationProof', asText)

function readProof(): Proof | undefined {
  const [of, ticket, until, loginName = ''] = (storedProof.read() ?? '').split(' ')
  if (of !== token || ticket === undefined || !(Number(until) > Date.now())) return undefined
  return { ticket, loginName, until: Number(until) }
}

/** Starts with the token of the link; a number verified in this tab need not be verified again. */
export function startInvitation(linkToken: string): void {
  token = linkToken
  invitationCode.setTarget(token)
  const proof = readProof()
  existingLoginName.set(proof?.loginName ?? '')
  answerStep.set(proof === undefined ? 'prove' : 'account')
}

type Client = NonNullable<Awaited<ReturnType<typeof loadClient>>>

/** Submits once at a time; failures are shown in the form, an invalid invitation ends the process. */
async function submitOnce(
  form: typeof proofState,
  fieldErrors: () => Promise<readonly FieldError[]> | readonly FieldError[],
  work: (line: Client) => Promise<Failure | undefined>,
): Promise<boolean> {
  if (form.get().at === 'sending') return false
  form.set({ at: 'sending' })
  const wrong = await fieldErrors()
  const line = wrong.length > 0 ? undefined : await loadClient()
  if (line === undefined) {
    form.set(refusedState(wrong.length > 0 ? wrong : [networkError]))
    return false
  }
  const failure = await work(line)
  form.set(failure === undefined ? { at: 'editing' } : refusedState(line.signInErrors(failure)))
  if (failure !== undefined && line.isFailure(failure, 'invitationGone')) finishInvitation('gone')
  return failure === undefined
}

function finishInvitation(how: 'gone' | 'declined'): void {
  storedProof.clear()
  answerStep.set(how)
}

/** Verifies the number; reports what prevents its account from joining. */
export const proveInvitedMobile = (typed: string): Promise<boolean> =>
  submitOnce(
    proofState,
    () => (codePattern.test(normalizeCode(typed)) ? [] : [{ field: 'smsCode', message: '请输入 6 位数字验证码' }]),
    async ({ api }) => {
      const answer = await api.accounts.invitationCodeCheck({ token, smsCode: normalizeCode(typed) })
      if (!answer.ok) return answer.failure
      const { ticket, expiresIn, loginName } = answer.content
      storedProof.save(`${token} ${ticket} ${Date.now() + expiresIn * 1000} ${loginName}`)
      existingLoginName.set(loginName)
      answerStep.set('account')
      return undefined
    },
  )

/** Input for the account of a number that has none. */
export interface NewAccountInput {
  readonly loginName: string
  readonly password: string
  readonly agreed: boolean
}

async function newAccountErrors({ loginName, password, agreed }: NewAccountInput): Promise<readonly FieldError[]> {
  const fieldErrors: FieldError[] = loginNameErrors(loginName)
  fieldErrors.push(...(await newPasswordErrors(password, { loginName })))
  if (!agreed) fieldErrors.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return fieldErrors
}

/** Accepts and signs in; true on success. An expired proof returns to the first step. */
export async function acceptInvitation(typed: NewAccountInput, ask: AskSecondStep): Promise<boolean> {
  const isNew = existingLoginName.get() === ''
  const account = { ...typed, loginName: normalizeLoginName(typed.loginName) }
  const worked = await submitOnce(
    acceptState,
    () => (isNew ? newAccountErrors(account) : []),
    async ({ api, isFailure, afterSecondStep }) => {
      const ticket = readProof()?.ticket ?? 'none'
      const joined = await api.accounts.invitationAccept({ token, ticket, ...(isNew ? account : {}) })
      const answer = await afterSecondStep(joined, ask)
      if (answer.ok) {
        storedProof.clear()
        completeLogin(answer.content.userInfo)
        return undefined
      }
      if (!joined.ok && isFailure(joined.failure, 'secondStepNeeded')) {
        storedProof.clear()
        return { ...joined.failure, message: '已加入企业，但登录未完成，请到登录页登录' }
      }
      if (!joined.ok && isFailure(joined.failure, 'accountClosing')) {
        storedProof.clear()
        return { ...joined.failure, message: '已加入企业，但您的账号正在注销，请到登录页登录并撤销注销' }
      }
      if (isFailure(answer.failure, 'ticketSpent')) {
        storedProof.clear()
        answerStep.set('prove')
        proofState.set(refusedState([{ field: 'smsCode', message: answer.failure.message }]))
      }
      return answer.failure
    },
  )
  if (worked) acceptState.set({ at: 'done' })
  return worked
}

/** Declines the invitation. */
export const declineInvitation = (): Promise<boolean> =>
  submitOnce(
    declineState,
    () => [],
    async ({ api }) => {
      const answer = await api.accounts.invitationDecline({ token })
      if (!answer.ok) return answer.failure
      finishInvitation('declined')
      return undefined
    },
  )
