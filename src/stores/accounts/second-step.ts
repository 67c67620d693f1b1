import { atom } from 'nanostores'
import type { Answer } from '../../contract/envelope.ts'
import { halfWidth } from '../../domain/half-width.ts'
import type { AskSecondStep, SecondSignedIn } from './line-parts.ts'
import { lineDown, openLine } from './line.ts'
import { refused, type Sending } from './sending.ts'

/** The second step of signing in. */
export const secondStep = atom<Sending>({ at: 'editing' })
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

/** Waits for the second step that the content of `secondStepNeeded` opens, until it was taken; undefined when it was given up. */
export function takeSecondStep(content: unknown): ReturnType<AskSecondStep> {
  cancelSecondStep()
  secondStep.set({ at: 'editing' })
  return new Promise((settle) => {
    pending = { ticket: textOf(content, 'ticket'), redirect: textOf(content, 'redirect'), settle }
  })
}

function end(answer?: Answer<SecondSignedIn>): void {
  const waiting = pending
  pending = undefined
  waiting?.settle(answer)
}

/** Back to the first step. */
export const cancelSecondStep = (): void => end()

/** Sends what was typed. A first step that is over goes back to the first form, which says so. */
export async function sendSecondStep(typed: string): Promise<void> {
  if (pending === undefined || secondStep.get().at === 'sending') return
  const { ticket, redirect } = pending
  const code = halfWidth(typed).trim()
  const refuse = (message: string) => secondStep.set(refused([{ field: 'secondCode', message }]))
  if (code === '') return refuse('请输入 6 位动态码，或一个恢复码')
  secondStep.set({ at: 'sending' })
  const line = await openLine()
  if (line === undefined) return secondStep.set(refused([lineDown]))
  const { is, placedFaults } = line
  const answer = await line.api.accounts.confirmSecondStep({ ticket, code })
  if (answer.ok) {
    secondStep.set({ at: 'done' })
    return end({ ok: true, content: { ...answer.content, redirect } })
  }
  const { failure } = answer
  if (is(failure, 'ticketSpent') || is(failure, 'accountLocked')) {
    secondStep.set({ at: 'done' })
    return end(answer)
  }
  if (is(failure, 'codeWrong')) return refuse('动态码不正确或已用过，请等下一个再试')
  if (is(failure, 'codeSpent')) return refuse('错误次数过多，请一小时后再试')
  const placed = placedFaults(failure)
  secondStep.set(refused(placed.map((fault) => (fault.field === 'code' ? { ...fault, field: 'secondCode' } : fault))))
}
