import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import {
  searchOperationCalls,
  type KnowledgeListRow,
  type KnowledgePreviewRow,
} from '../../contract/catalogue/search-operation.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldError } from '../../contract/failures.ts'
import { knowledgeRelations, type KnowledgeRelation } from '../../domain/search/knowledge.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { filteredList } from '../filtered-list.ts'

const gapStatuses = ['unanswered', 'unopened'] as const
/** Searches without an answer, or with one that nobody opens. */
export const searchGaps = filteredList(gapStatuses, ({ status = 'unanswered', ...conditions }) =>
  api.catalogue.searchGaps({ ...conditions, status }),
)

/** Lines of search knowledge, those changed by operators first. */
export const knowledgeList = filteredList(knowledgeRelations, ({ status, ...conditions }) =>
  api.catalogue.searchKnowledge({ ...conditions, ...(status === undefined ? {} : { relation: status }) }),
)

export interface KnowledgeValues {
  readonly relation: KnowledgeRelation
  readonly term: string
  /** One name a line. */
  readonly others: string
  readonly isOff: boolean
}

/** What a change does, as last asked for; for other values it is outdated. */
export type KnowledgePreview =
  | { readonly at: 'none' | 'loading' }
  | { readonly at: 'ready'; readonly rows: readonly KnowledgePreviewRow[]; readonly listings: number }

export interface KnowledgeForm {
  readonly values: KnowledgeValues
  /** 0 for a new line, and for one of the files. */
  readonly version: number
  /** Whether relation and term are given by the line that is changed. */
  readonly isFixed: boolean
  readonly preview: KnowledgePreview
  readonly isSaving: boolean
  readonly failure: Failure | null
  readonly faults: readonly FieldError[]
}

/** The open form; null for none. */
export const knowledgeForm = atom<KnowledgeForm | null>(null)

const openForm = (values: KnowledgeValues, rest: Pick<KnowledgeForm, 'version' | 'isFixed'>): void =>
  knowledgeForm.set({ values, ...rest, preview: { at: 'none' }, isSaving: false, failure: null, faults: [] })

/** Opens the form of a new line; `wrong` is a term that found nothing, to be explained by another one. */
export const addKnowledge = (wrong = ''): void =>
  openForm({ relation: 'same', term: '', others: wrong, isOff: false }, { version: 0, isFixed: false })

export const editKnowledge = ({ relation, term, others, isOff, version }: KnowledgeListRow): void =>
  openForm({ relation, term, others: others.join('\n'), isOff }, { version, isFixed: true })

export function closeKnowledge(): void {
  if (knowledgeForm.get()?.isSaving !== true) knowledgeForm.set(null)
}

/** Changes values of the form; what was previewed is outdated. */
export function changeKnowledge(changed: Partial<KnowledgeValues>): void {
  const form = knowledgeForm.get()
  if (form === null) return
  knowledgeForm.set({
    ...form,
    values: { ...form.values, ...changed },
    preview: { at: 'none' },
    failure: null,
    faults: form.faults.filter(({ field }) => !Object.keys(changed).some((name) => field.startsWith(name))),
  })
}

const inputOf = ({ relation, term, others, isOff }: KnowledgeValues) => ({
  relation,
  term: term.trim(),
  others: others
    .split(/\n/u)
    .map((name) => name.trim())
    .filter((name) => name !== ''),
  isOff,
})

/** Input of the form if it is valid; otherwise its faults are shown. */
function validInput(form: KnowledgeForm) {
  const input = inputOf(form.values)
  const read = searchOperationCalls.searchKnowledgePreview.input.safeParse(input)
  if (read.success) return input
  const faults = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  knowledgeForm.set({ ...form, faults })
  return undefined
}

/** Asks what the change does. */
export async function previewKnowledge(): Promise<void> {
  const form = knowledgeForm.get()
  const input = form === null ? undefined : validInput(form)
  if (form === null || input === undefined || form.preview.at === 'loading') return
  knowledgeForm.set({ ...form, preview: { at: 'loading' }, failure: null })
  const answer = await api.catalogue.searchKnowledgePreview(input)
  const now = knowledgeForm.get()
  // Changed or closed meanwhile.
  if (now === null || now.values !== form.values) return
  if (answer.ok) {
    const { rows, listings } = answer.content
    knowledgeForm.set({ ...now, preview: { at: 'ready', rows, listings } })
  } else refuse(now, answer.failure)
}

function refuse(form: KnowledgeForm, failure: Failure): void {
  const faults = fieldErrorsOf(failure)
  knowledgeForm.set({
    ...form,
    preview: { at: 'none' },
    isSaving: false,
    faults,
    failure: faults.length === 0 ? failure : null,
  })
}

/** Saves a change that was previewed. True on success. */
export async function saveKnowledge(): Promise<boolean> {
  const form = knowledgeForm.get()
  const input = form === null ? undefined : validInput(form)
  if (form === null || input === undefined || form.isSaving || form.preview.at !== 'ready') return false
  knowledgeForm.set({ ...form, isSaving: true, failure: null })
  const answer = await api.catalogue.searchKnowledgeSave({ ...input, version: form.version })
  if (!answer.ok) {
    refuse({ ...form, isSaving: false }, answer.failure)
    return false
  }
  knowledgeForm.set(null)
  await knowledgeList.load()
  return true
}
