import { atom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { codePattern } from '../../domain/accounts/identity-rules.ts'
import { asText, kept } from '../kept.ts'
import { readCode } from './code-input.ts'
import { codeSending } from './code-sending.ts'
import { lineDown, openLine } from './line.ts'
import type { AskSecondStep } from './line-parts.ts'
import { nameFaults, readName } from './login-name.ts'
import { newPasswordFaults } from './new-password.ts'
import { refused, type Sending } from './sending.ts'
import { enter } from './session.ts'

/** The way of an answer: the number is proven, the account made or joined; or the invitation is over. */
export type AnswerStep = 'prove' | 'account' | 'declined' | 'gone'

/** Proof that the number is the person's, and the account it has; an empty name = none yet. */
interface Proof {
  readonly ticket: string
  readonly loginName: string
  readonly until: number
}

export const step = atom<AnswerStep>('prove')
/** Login name of the account that the number has; empty = one is to be made. */
export const knownAccount = atom('')
export const proving = atom<Sending>({ at: 'editing' })
export const accepting = atom<Sending>({ at: 'editing' })
export const declining = atom<Sending>({ at: 'editing' })
export const invitationCode = codeSending('invitation')

let token = ''
/** In this tab only, so that a reload in the middle does not cost another SMS. */
const keptText = kept('tab', 'invitationProof', asText)

function keptProof(): Proof | undefined {
  const [of, ticket, until, loginName = ''] = (keptText.read() ?? '').split(' ')
  if (of !== token || ticket === undefined || !(Number(until) > Date.now())) return undefined
  return { ticket, loginName, until: Number(until) }
}

/** Begins with the token of the link; a number that was proven in this tab need not be proven again. */
export function begin(ofLink: string): void {
  token = ofLink
  invitationCode.about(token)
  const proof = keptProof()
  knownAccount.set(proof?.loginName ?? '')
  step.set(proof === undefined ? 'prove' : 'account')
}

type Line = NonNullable<Awaited<ReturnType<typeof openLine>>>

/** Sends something of a form once; what is refused stands in the form, an invitation that is over ends it. */
async function sendOnce(
  form: typeof proving,
  faults: () => Promise<readonly FieldFault[]> | readonly FieldFault[],
  work: (line: Line) => Promise<Failure | undefined>,
): Promise<boolean> {
  if (form.get().at === 'sending') return false
  form.set({ at: 'sending' })
  const wrong = await faults()
  const line = wrong.length > 0 ? undefined : await openLine()
  if (line === undefined) {
    form.set(refused(wrong.length > 0 ? wrong : [lineDown]))
    return false
  }
  const failure = await work(line)
  form.set(failure === undefined ? { at: 'editing' } : refused(line.placedFaults(failure)))
  if (failure !== undefined && line.is(failure, 'invitationGone')) end('gone')
  return failure === undefined
}

function end(how: 'gone' | 'declined'): void {
  keptText.clear()
  step.set(how)
}

/** Proves the number; what stands in the way of its account is said here. */
export const prove = (typed: string): Promise<boolean> =>
  sendOnce(
    proving,
    () => (codePattern.test(readCode(typed)) ? [] : [{ field: 'smsCode', message: '请输入 6 位数字验证码' }]),
    async ({ api }) => {
      const answer = await api.accounts.invitationCodeCheck({ token, smsCode: readCode(typed) })
      if (!answer.ok) return answer.failure
      const { ticket, expiresIn, loginName } = answer.content
      keptText.keep(`${token} ${ticket} ${Date.now() + expiresIn * 1000} ${loginName}`)
      knownAccount.set(loginName)
      step.set('account')
      return undefined
    },
  )

/** What makes the account of a number that has none. */
export interface NewAccountTyped {
  readonly loginName: string
  readonly password: string
  readonly agreed: boolean
}

async function faultsIn({ loginName, password, agreed }: NewAccountTyped): Promise<readonly FieldFault[]> {
  const faults: FieldFault[] = nameFaults(loginName)
  faults.push(...(await newPasswordFaults(password, { loginName })))
  if (!agreed) faults.push({ field: 'agreed', message: '请先阅读并同意用户协议与隐私政策' })
  return faults
}

/** Accepts and signs in; a proof that no longer holds leads back to the code. Gives whether the person is in. */
export async function accept(typed: NewAccountTyped, ask: AskSecondStep): Promise<boolean> {
  const isNew = knownAccount.get() === ''
  const account = { ...typed, loginName: readName(typed.loginName) }
  const worked = await sendOnce(
    accepting,
    () => (isNew ? faultsIn(account) : []),
    async ({ api, is, afterSecondStep }) => {
      const ticket = keptProof()?.ticket ?? 'none'
      const joined = await api.accounts.invitationAccept({ token, ticket, ...(isNew ? account : {}) })
      const answer = await afterSecondStep(joined, ask)
      if (answer.ok) {
        keptText.clear()
        enter(answer.content.userInfo)
        return undefined
      }
      if (!joined.ok && is(joined.failure, 'secondStepNeeded')) {
        keptText.clear()
        return { ...joined.failure, message: '已加入企业，但登录没有完成，请到登录页登录' }
      }
      if (is(answer.failure, 'ticketSpent')) {
        keptText.clear()
        step.set('prove')
        proving.set(refused([{ field: 'smsCode', message: answer.failure.message }]))
      }
      return answer.failure
    },
  )
  if (worked) accepting.set({ at: 'done' })
  return worked
}

/** Turns the invitation down. */
export const decline = (): Promise<boolean> =>
  sendOnce(
    declining,
    () => [],
    async ({ api }) => {
      const answer = await api.accounts.invitationDecline({ token })
      if (!answer.ok) return answer.failure
      end('declined')
      return undefined
    },
  )
