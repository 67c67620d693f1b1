import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { moderationWordsCalls, type ModerationWord } from '../../contract/operations/moderation-words.ts'
import { wordLevels, type WordLevel } from '../../domain/operations/word-levels.ts'
import { moveFailureToField } from '../accounts/failure-at-field.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'

/** Forbidden and suspicious words, newest first. */
export const moderationWords = filteredList(wordLevels, ({ keyword, status, current, pageSize }) =>
  api.operations.moderationWords({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
)

/** The open dialog: a new word, or one that is edited or removed. */
export type WordDialog =
  | { readonly at: 'none' }
  | { readonly at: 'new' }
  | { readonly at: 'edit'; readonly row: ModerationWord }
  | { readonly at: 'remove'; readonly row: ModerationWord; readonly sending: boolean; readonly failure: Failure | null }
export const wordDialog = atom<WordDialog>({ at: 'none' })

export interface WordValues {
  readonly word: string
  readonly level: WordLevel
  readonly reason: string
}
export const wordForm = createForm({
  schema: moderationWordsCalls.moderationWordSave.input,
  inputOf: (values: WordValues) => {
    const now = wordDialog.get()
    return now.at === 'edit' ? { ...values, wordId: now.row.wordId } : values
  },
  submit: async (input) =>
    moveFailureToField(await api.operations.moderationWordSave(input), { moderationWordUsed: 'word' }),
})

export function openNewWord(): void {
  wordForm.start({ word: '', level: 'forbidden', reason: '' })
  wordDialog.set({ at: 'new' })
}
export function openWord(row: ModerationWord): void {
  const { word, level, reason } = row
  wordForm.start({ word, level, reason })
  wordDialog.set({ at: 'edit', row })
}
export const openWordRemoval = (row: ModerationWord): void =>
  wordDialog.set({ at: 'remove', row, sending: false, failure: null })
export const closeWordDialog = (): void => wordDialog.set({ at: 'none' })

/** Saves the word of the open dialog; true on success. */
export async function saveWord(): Promise<boolean> {
  if ((await wordForm.submit()) === undefined) return false
  closeWordDialog()
  await moderationWords.load()
  return true
}

/** Removes the word of the open dialog; true on success. */
export async function removeWord(): Promise<boolean> {
  const now = wordDialog.get()
  if (now.at !== 'remove' || now.sending) return false
  wordDialog.set({ ...now, sending: true, failure: null })
  const answer = await api.operations.moderationWordRemove({ wordId: now.row.wordId })
  if (!answer.ok) {
    wordDialog.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  closeWordDialog()
  await moderationWords.load()
  return true
}
