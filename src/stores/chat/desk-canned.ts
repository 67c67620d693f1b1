import { atom } from 'nanostores'
import { z } from 'zod'
import { api, quietApi } from '../../client/browser.ts'
import type { CannedAnswer } from '../../contract/chat/desk.ts'
import type { Failure } from '../../contract/envelope.ts'
import { text } from '../../contract/fields.ts'
import { longestCanned, longestCannedTitle } from '../../domain/chat/desk.ts'
import { loadable } from '../loaded.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { typedForm } from '../typed-form.ts'
import { drafts } from './drafts.ts'
import { room } from './room.ts'
import { keyOf } from './sides.ts'

const list = loadable<readonly CannedAnswer[]>()
/** Answers that every agent can put into the text. */
export const canned = list.state
export const loadCanned = (): Promise<void> => list.load(() => quietApi.chat.cannedAnswers({}))

/** What is searched for among them. */
export const cannedWord = atom('')
export const matching = (answers: readonly CannedAnswer[], word: string): readonly CannedAnswer[] => {
  const asked = word.trim().toLowerCase()
  return answers.filter((one) => `${one.title}\n${one.text}`.toLowerCase().includes(asked))
}

/** Puts an answer behind what is typed in the open conversation; nothing typed is lost. */
export function putIn({ text: words }: CannedAnswer): void {
  const { entry } = room.get()
  if (entry === null) return
  const key = keyOf(entry)
  drafts.setKey(key, `${drafts.get()[key] ?? ''}${words}`)
}

const shape = z.object({ answerId: z.number(), title: z.string(), text: z.string() })
type Values = z.output<typeof shape>
const intentionOf = ({ answerId, title, text: words }: Values) => `canned:${answerId}:${title}:${words}`

/** The answer that is being written; `answerId` 0 is a new one. */
export const form = typedForm<Values, Values, { answerId: number }>({
  inputOf: (values) => values,
  schema: shape.extend({ title: text(longestCannedTitle), text: text(longestCanned) }),
  send: ({ answerId, title, text: words }) =>
    api.chat.cannedAnswerSave(
      { title: title.trim(), text: words.trim(), ...(answerId === 0 ? {} : { answerId }) },
      { idempotencyKey: intentionKey(intentionOf({ answerId, title, text: words })) },
    ),
})
/** Whether it is open. */
export const writingCanned = atom(false)

export function writeCanned(answer: CannedAnswer | null): void {
  form.startOver(answer ?? { answerId: 0, title: '', text: '' })
  writingCanned.set(true)
}
export const dismissCanned = (): void => writingCanned.set(false)

/** True when it was kept. */
export async function saveCanned(): Promise<boolean> {
  const values = form.values.get()
  if (values === null || !form.check() || (await form.send()) === undefined) return false
  intentionDone(intentionOf(values))
  writingCanned.set(false)
  await loadCanned()
  return true
}

/** The answer that is to be taken away, after a question. */
export const removing = atom<CannedAnswer | null>(null)
export const removalFailed = atom<Failure | null>(null)
export async function removeCanned(): Promise<boolean> {
  const answer = removing.get()
  if (answer === null) return false
  const { ok, ...rest } = await api.chat.cannedAnswerRemove({ answerId: answer.answerId })
  removing.set(null)
  removalFailed.set('failure' in rest ? rest.failure : null)
  await loadCanned()
  return ok
}
