import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { ClassQuestion } from '../../contract/live/watching.ts'
import { loadable } from '../loaded.ts'
import { onTold } from '../operations/told.ts'

const page = loadable<readonly ClassQuestion[]>()
/** Questions of the class of this page, the newest first. */
export const questions = page.state

/** What is typed, and how its sending fares. `key` belongs to the text: repeated, it is asked once. */
interface Asking {
  readonly text: string
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const nothing = (): Asking => ({ text: '', key: newUuid(), sending: false, failure: null })
export const asking = atom<Asking>(nothing())
export const type = (text: string): void => asking.set({ text, key: newUuid(), sending: false, failure: null })

/** Whoever hears nothing over push, such as visitors, looks this often. */
const lookEvery = 30_000
let shown = 0

export const load = (): Promise<void> => page.load(() => api.live.classQuestions({ classId: shown }))
const look = (): Promise<void> => page.load(() => quietApi.live.classQuestions({ classId: shown }))

/** Reads the questions and keeps them fresh. Answers the way to stop. */
export function start(classId: number): () => void {
  shown = classId
  void load()
  const deaf = onTold((heard) => {
    if (heard.kind === 'awake' || (heard.kind === 'classQuestions' && heard.classId === classId)) void look()
  })
  const timer = setInterval(() => document.visibilityState === 'visible' && void look(), lookEvery)
  return () => {
    deaf()
    clearInterval(timer)
  }
}

/** Asks what is typed, once. True when it was taken. */
export async function ask(): Promise<boolean> {
  const now = asking.get()
  const text = now.text.trim()
  if (now.sending || text === '') return false
  asking.set({ ...now, sending: true, failure: null })
  const answer = await api.live.questionAsk({ classId: shown, text }, { idempotencyKey: now.key })
  if (!answer.ok) {
    asking.set({ ...now, failure: answer.failure })
    return false
  }
  asking.set(nothing())
  await look()
  return true
}

/** The question that its host answers. */
interface Answering {
  readonly questionId: number
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const answering = atom<Answering | null>(null)
export const open = ({ questionId, answer }: ClassQuestion): void =>
  answering.set({ questionId, text: answer, sending: false, failure: null })
export const dismiss = (): void => answering.set(null)
export function typeAnswer(text: string): void {
  const now = answering.get()
  if (now !== null) answering.set({ ...now, text, failure: null })
}

export async function sendAnswer(): Promise<boolean> {
  const now = answering.get()
  if (now === null || now.sending) return false
  answering.set({ ...now, sending: true, failure: null })
  const answer = await api.live.questionAnswer({ questionId: now.questionId, answer: now.text.trim() })
  if (!answer.ok) {
    answering.set({ ...now, failure: answer.failure })
    return false
  }
  answering.set(null)
  await look()
  return true
}

/** Hides a question, or shows it again. Answers what went wrong, if anything. */
export async function hide({ questionId, hidden }: ClassQuestion): Promise<string | undefined> {
  const answer = await api.live.questionHide({ questionId, hidden: !hidden })
  await look()
  return answer.ok ? undefined : answer.failure.message
}
