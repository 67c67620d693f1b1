import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { dictionaryEditingCalls, type EditedValue } from '../../contract/reference/dictionary-editing.ts'
import { editedDictionaryNames, type EditedDictionary } from '../../domain/reference/edited-dictionaries.ts'
import { moveFailureToField } from '../accounts/failure-at-field.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

const part = loadable<readonly EditedValue[]>()
/** Values of the chosen dictionary. */
export const editedValues = part.state
export const editedDictionary = atom<EditedDictionary>('hotServices')
/** A step in the list: sending, or refused. */
export const valueStep = atom<
  { readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }
>({ at: 'no' })

export const loadEditedValues = (): Promise<void> =>
  part.load(() => api.reference.editedValues({ dictionary: editedDictionary.get() }))

export function chooseEditedDictionary(key: string): void {
  const found = editedDictionaryNames.find((each) => each === key)
  if (found === undefined || found === editedDictionary.get()) return
  editedDictionary.set(found)
  valueStep.set({ at: 'no' })
  part.reset()
  void loadEditedValues()
}

async function runStep(call: () => Promise<Answer<unknown>>): Promise<boolean> {
  if (valueStep.get().at === 'sending') return false
  valueStep.set({ at: 'sending' })
  const answer = await call()
  valueStep.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  await loadEditedValues()
  return answer.ok
}

/** Moves a value up or down; true on success. */
export async function shiftValue(valueId: number, by: -1 | 1): Promise<boolean> {
  const now = editedValues.get()
  if (now.at !== 'ready') return false
  const ids = now.content.map((row) => row.valueId)
  const at = ids.indexOf(valueId)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return false
  const valueIds = ids.with(at, other).with(at + by, valueId)
  return runStep(() => api.reference.valueSort({ dictionary: editedDictionary.get(), valueIds }))
}

/** The open dialog: a new value, or one that is renamed or deleted. */
export type ValueDialog =
  | { readonly at: 'none' }
  | { readonly at: 'new' }
  | { readonly at: 'edit'; readonly row: EditedValue }
  | { readonly at: 'remove'; readonly row: EditedValue }
export const valueDialog = atom<ValueDialog>({ at: 'none' })
export const closeValueDialog = (): void => valueDialog.set({ at: 'none' })

export const valueForm = createForm({
  schema: dictionaryEditingCalls.valueSave.input,
  inputOf: ({ text }: { readonly text: string }) => {
    const now = valueDialog.get()
    const value = { dictionary: editedDictionary.get(), text }
    return now.at === 'edit' ? { ...value, valueId: now.row.valueId } : value
  },
  submit: async (input) =>
    moveFailureToField(await api.reference.valueSave(input), {
      dictionaryTextUsed: 'text',
      dictionaryValueFixed: 'text',
    }),
})

export function openValue(row?: EditedValue): void {
  valueForm.start({ text: row?.text ?? '' })
  valueDialog.set(row === undefined ? { at: 'new' } : { at: 'edit', row })
}
export const openValueRemoval = (row: EditedValue): void => valueDialog.set({ at: 'remove', row })

/** Saves the value of the dialog; true on success. */
export async function saveValue(): Promise<boolean> {
  if ((await valueForm.submit()) === undefined) return false
  closeValueDialog()
  await loadEditedValues()
  return true
}

/**
 * Deletes the value of the dialog: `done`, `waiting` for a second operator, or refused (the reason is above the list).
 */
export async function deleteValue(): Promise<'done' | 'waiting' | 'refused'> {
  const now = valueDialog.get()
  if (now.at !== 'remove') return 'refused'
  let isWaiting = false
  const isDone = await runStep(async () => {
    const answer = await api.reference.valueDelete({
      dictionary: editedDictionary.get(),
      valueId: now.row.valueId,
    })
    isWaiting = answer.ok && answer.content.waiting
    return answer
  })
  closeValueDialog()
  return isDone ? (isWaiting ? 'waiting' : 'done') : 'refused'
}
