import { atom } from 'nanostores'
import type { Answer } from '../../../contract/envelope.ts'
import { toHalfWidth } from '../../../domain/half-width.ts'
import type { AskSecondStep, SecondSignedIn } from './client-parts.ts'
import { networkError, loadClient } from './load-client.ts'
import { refusedState, type SubmitState } from '../../submit-state.ts'

/** Submit state of the second step. */
export const secondStepState = atom<SubmitState>({ at: 'editing' })
interface Pending {
  readonly ticket: string
  readonly redirect: string
  readonly settle: (answer: Answer<SecondSignedIn> | undefined) => void
}
let pending: Pending | undefined

function textOf(content: unknown, name: string): string {
  const value: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** Starts the second step with the content of `secondStepNeeded` and waits for its result; undefined if cancelled. */
export function waitForSecondStep(content: unknown): ReturnType<AskSecondStep> {
  cancelSecondStep()
  secondStepState.set({ at: 'editing' })
  return new Promise((settle) => {
    pending = { ticket: textOf(content, 'ticket'), redirect: textOf(content, 'redirect'), settle }
  })
}

function finishSecondStep(answer?: Answer<SecondSignedIn>): void {
  const waiting = pending
  pending = undefined
  waiting?.settle(answer)
}

/** Returns to the first step. */
export const cancelSecondStep = (): void => finishSecondStep()

/** Submits the code. An expired first step returns to the first form, which shows the failure. */
export async function submitSecondStep(typed: string): Promise<void> {
  if (pending === undefined || secondStepState.get().at === 'sending') return
  const { ticket, redirect } = pending
  const code = toHalfWidth(typed).trim()
  const refuse = (message: string) => secondStepState.set(refusedState([{ field: 'secondCode', message }]))
  if (code === '') return refuse('请输入 6 位动态码，或一个恢复码')
  secondStepState.set({ at: 'sending' })
  const line = await loadClient()
  if (line === undefined) return secondStepState.set(refusedState([networkError]))
  const { isFailure, signInErrors } = line
  const answer = await line.api.accounts.confirmSecondStep({ ticket, code })
  if (answer.ok) {
    secondStepState.set({ at: 'done' })
    return finishSecondStep({ ok: true, content: { ...answer.content, redirect } })
  }
  const { failure } = answer
  if (isFailure(failure, 'ticketSpent') || isFailure(failure, 'accountLocked')) {
    secondStepState.set({ at: 'done' })
    return finishSecondStep(answer)
  }
  if (isFailure(failure, 'codeWrong')) return refuse('动态码不正确或已用过，请等下一个再试')
  if (isFailure(failure, 'codeSpent')) return refuse('错误次数过多，请一小时后再试')
  const placed = signInErrors(failure)
  secondStepState.set(
    refusedState(placed.map((fault) => (fault.field === 'code' ? { ...fault, field: 'secondCode' } : fault))),
  )
}
