import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { categoryEditingCalls, type EditedAttribute } from '../../contract/reference/category-editing.ts'
import type { AttributeInput } from '../../domain/catalogue/attributes.ts'
import { moveFailureToField } from '../accounts/failure-at-field.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

const part = loadable<readonly EditedAttribute[]>()
/** Own attributes of the category in the dialog. */
export const editedAttributes = part.state
let shownCategory = 0

export async function loadEditedAttributes(categoryId = shownCategory): Promise<void> {
  const isOther = categoryId !== shownCategory
  shownCategory = categoryId
  if (isOther) attributeStep.set({ at: 'no' })
  await part.load(() => api.reference.editedAttributes({ categoryId }), isOther)
}

/** A step in the list: sending, or refused. */
export const attributeStep = atom<
  { readonly at: 'no' | 'sending' } | { readonly at: 'refused'; readonly failure: Failure }
>({ at: 'no' })

async function runStep(call: () => Promise<Answer<unknown>>): Promise<boolean> {
  if (attributeStep.get().at === 'sending') return false
  attributeStep.set({ at: 'sending' })
  const answer = await call()
  attributeStep.set(answer.ok ? { at: 'no' } : { at: 'refused', failure: answer.failure })
  await loadEditedAttributes()
  return answer.ok
}

export const switchAttribute = ({ attributeId, isOn }: EditedAttribute): Promise<boolean> =>
  runStep(() => api.reference.attributeSwitch({ attributeId, isOn: !isOn }))

/** Moves an attribute up or down; true on success. */
export async function shiftAttribute(attributeId: number, by: -1 | 1): Promise<boolean> {
  const now = editedAttributes.get()
  if (now.at !== 'ready') return false
  const ids = now.content.map((row) => row.attributeId)
  const at = ids.indexOf(attributeId)
  const other = ids[at + by]
  if (at < 0 || other === undefined) return false
  const attributeIds = ids.with(at, other).with(at + by, attributeId)
  return runStep(() => api.reference.attributeSort({ categoryId: shownCategory, attributeIds }))
}

export interface AttributeValues {
  /** 0 = new. */
  readonly attributeId: number
  readonly name: string
  readonly input: AttributeInput
  /** One option a line. */
  readonly options: string
  readonly unit: string
  readonly required: boolean
}
export const attributeForm = createForm({
  schema: categoryEditingCalls.attributeSave.input,
  inputOf: ({ attributeId, options, ...values }: AttributeValues) => ({
    ...values,
    ...(attributeId === 0 ? {} : { attributeId }),
    categoryId: shownCategory,
    options: options
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }),
  submit: async (input) =>
    moveFailureToField(await api.reference.attributeSave(input), {
      attributeNameUsed: 'name',
      attributeOptionUsed: 'options',
    }),
})

/** Whether the form replaces the list in the dialog. */
export const isAttributeFormOpen = atom(false)
export function openAttributeForm(row?: EditedAttribute): void {
  attributeForm.start(
    row === undefined
      ? { attributeId: 0, name: '', input: 'text', options: '', unit: '', required: false }
      : {
          attributeId: row.attributeId,
          name: row.name,
          input: row.input,
          options: row.options.join('\n'),
          unit: row.unit,
          required: row.required,
        },
  )
  isAttributeFormOpen.set(true)
}
export const closeAttributeForm = (): void => isAttributeFormOpen.set(false)

/** Saves the form; true on success. */
export async function saveAttribute(): Promise<boolean> {
  if ((await attributeForm.submit()) === undefined) return false
  isAttributeFormOpen.set(false)
  await loadEditedAttributes()
  return true
}
