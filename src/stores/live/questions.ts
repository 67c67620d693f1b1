import { atom } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { ClassQuestion } from '../../contract/live/watching.ts'
import { loadable } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'

const page = loadable<readonly ClassQuestion[]>()
/** Questions of this page's class, newest first. */
export const questions = page.state

/** Typed question and its submit state. `key`: idempotency key of this text. */
interface QuestionDraft {
  readonly text: string
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const emptyDraft = (): QuestionDraft => ({ text: '', key: newUuid(), sending: false, failure: null })
export const questionDraft = atom<QuestionDraft>(emptyDraft())
export const setQuestionText = (text: string): void =>
  questionDraft.set({ text, key: newUuid(), sending: false, failure: null })

/** Polling interval in milliseconds, for clients without push such as visitors. */
const refreshEveryMs = 30_000
let shownClassId = 0

export const loadQuestions = (): Promise<void> => page.load(() => api.live.classQuestions({ classId: shownClassId }))
const refreshQuestions = (): Promise<void> => page.load(() => quietApi.live.classQuestions({ classId: shownClassId }))

/** Loads the questions and keeps them updated. Returns the stop function. */
export function startQuestions(classId: number): () => void {
  shownClassId = classId
  void loadQuestions()
  const unsubscribe = onPush((event) => {
    if (event.kind === 'awake' || (event.kind === 'classQuestions' && event.classId === classId))
      void refreshQuestions()
  })
  const timer = setInterval(() => document.visibilityState === 'visible' && void refreshQuestions(), refreshEveryMs)
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}

/** Submits the question once; true on success. */
export async function submitQuestion(): Promise<boolean> {
  const now = questionDraft.get()
  const text = now.text.trim()
  if (now.sending || text === '') return false
  questionDraft.set({ ...now, sending: true, failure: null })
  const answer = await api.live.questionAsk({ classId: shownClassId, text }, { idempotencyKey: now.key })
  if (!answer.ok) {
    questionDraft.set({ ...now, failure: answer.failure })
    return false
  }
  questionDraft.set(emptyDraft())
  await refreshQuestions()
  return true
}

/** The question being answered by its host. */
interface AnswerDraft {
  readonly questionId: number
  readonly text: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const answerDraft = atom<AnswerDraft | null>(null)
export const openAnswer = ({ questionId, answer }: ClassQuestion): void =>
  answerDraft.set({ questionId, text: answer, sending: false, failure: null })
export const closeAnswer = (): void => answerDraft.set(null)
export function setAnswerText(text: string): void {
  const now = answerDraft.get()
  if (now !== null) answerDraft.set({ ...now, text, failure: null })
}

export async function submitAnswer(): Promise<boolean> {
  const now = answerDraft.get()
  if (now === null || now.sending) return false
  answerDraft.set({ ...now, sending: true, failure: null })
  const answer = await api.live.questionAnswer({ questionId: now.questionId, answer: now.text.trim() })
  if (!answer.ok) {
    answerDraft.set({ ...now, failure: answer.failure })
    return false
  }
  answerDraft.set(null)
  await refreshQuestions()
  return true
}

/** Hides or shows a question. Returns an error message, if any. */
export async function toggleQuestionHidden({ questionId, hidden }: ClassQuestion): Promise<string | undefined> {
  const answer = await api.live.questionHide({ questionId, hidden: !hidden })
  await refreshQuestions()
  return answer.ok ? undefined : answer.failure.message
}
