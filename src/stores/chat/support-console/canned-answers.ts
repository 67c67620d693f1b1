import { atom } from 'nanostores'
import { z } from 'zod'
import { api, quietApi } from '../../../client/browser.ts'
import type { CannedAnswer } from '../../../contract/chat/support.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { text } from '../../../contract/fields.ts'
import { maxCannedLength, maxCannedTitleLength } from '../../../domain/chat/support.ts'
import { loadable } from '../../loadable.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { createForm } from '../../form-store.ts'
import { chatDrafts } from '../outbox/drafts.ts'
import { room } from '../room.ts'
import { conversationKey } from '../participants.ts'

const list = loadable<readonly CannedAnswer[]>()
/** Canned answers shared by all agents. */
export const cannedAnswers = list.state
export const loadCannedAnswers = (): Promise<void> => list.load(() => quietApi.chat.cannedAnswers({}))

/** Search keyword for canned answers. */
export const cannedKeyword = atom('')
export const matchCannedAnswers = (answers: readonly CannedAnswer[], keyword: string): readonly CannedAnswer[] => {
  const normalized = keyword.trim().toLowerCase()
  return answers.filter((one) => `${one.title}\n${one.text}`.toLowerCase().includes(normalized))
}

/** Appends a canned answer to the draft of the open conversation. */
export function insertCannedAnswer({ text }: CannedAnswer): void {
  const { entry } = room.get()
  if (entry === null) return
  const key = conversationKey(entry)
  chatDrafts.setKey(key, `${chatDrafts.get()[key] ?? ''}${text}`)
}

const shape = z.object({ answerId: z.number(), title: z.string(), text: z.string() })
type Values = z.output<typeof shape>
const idempotencyName = ({ answerId, title, text }: Values) => `canned:${answerId}:${title}:${text}`

/** Form of a canned answer; `answerId` 0 = new. */
export const cannedAnswerForm = createForm<Values, Values, { answerId: number }>({
  inputOf: (values) => values,
  schema: shape.extend({ title: text(maxCannedTitleLength), text: text(maxCannedLength) }),
  submit: ({ answerId, title, text }) =>
    api.chat.cannedAnswerSave(
      { title: title.trim(), text: text.trim(), ...(answerId === 0 ? {} : { answerId }) },
      { idempotencyKey: getIdempotencyKey(idempotencyName({ answerId, title, text })) },
    ),
})
/** Whether the form is open. */
export const isCannedFormOpen = atom(false)

export function openCannedForm(answer: CannedAnswer | null): void {
  cannedAnswerForm.reset(answer ?? { answerId: 0, title: '', text: '' })
  isCannedFormOpen.set(true)
}
export const closeCannedForm = (): void => isCannedFormOpen.set(false)

/** Saves the answer; true on success. */
export async function saveCannedAnswer(): Promise<boolean> {
  const values = cannedAnswerForm.values.get()
  if (values === null || !cannedAnswerForm.validate() || (await cannedAnswerForm.submit()) === undefined) return false
  clearIdempotencyKey(idempotencyName(values))
  isCannedFormOpen.set(false)
  await loadCannedAnswers()
  return true
}

/** The answer in the deletion dialog. */
export const cannedDeletion = atom<CannedAnswer | null>(null)
export const cannedDeletionFailure = atom<Failure | null>(null)
export async function deleteCannedAnswer(): Promise<boolean> {
  const answer = cannedDeletion.get()
  if (answer === null) return false
  const { ok, ...rest } = await api.chat.cannedAnswerRemove({ answerId: answer.answerId })
  cannedDeletion.set(null)
  cannedDeletionFailure.set('failure' in rest ? rest.failure : null)
  await loadCannedAnswers()
  return ok
}
