import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { savedSearchesCalls, type SavedSearch } from '../../contract/catalogue/saved-searches.ts'
import type { Failure } from '../../contract/envelope.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

const part = loadable<readonly SavedSearch[]>()
export const savedSearches = part.state
export const loadSavedSearches = (): Promise<void> =>
  part.load(async () => {
    const answer = await api.catalogue.savedSearches({})
    return answer.ok ? { ok: true, content: answer.content.data } : answer
  })

const change = (of: (all: readonly SavedSearch[]) => readonly SavedSearch[]) => part.update(of)
const changeOne = (id: number, changed: Partial<SavedSearch>) =>
  change((all) => all.map((row) => (row.savedSearchId === id ? { ...row, ...changed } : row)))

/** Ids of searches whose alerts are being switched. */
export const switchingSearches = atom<ReadonlySet<number>>(new Set())

/** Switches the alerts of a search on or off. Returns the failure, if any. */
export async function switchSearchAlerts({ savedSearchId }: SavedSearch, isOn: boolean): Promise<Failure | null> {
  if (switchingSearches.get().has(savedSearchId)) return null
  switchingSearches.set(new Set([...switchingSearches.get(), savedSearchId]))
  const answer = await api.catalogue.savedSearchUpdate({ savedSearchId, isOn })
  switchingSearches.set(new Set([...switchingSearches.get()].filter((id) => id !== savedSearchId)))
  if (!answer.ok) return answer.failure
  changeOne(savedSearchId, { isOn })
  return null
}

interface RenameValues {
  readonly savedSearchId: number
  readonly name: string
}

/** Form with the name of one search. */
export const renameForm = createForm({
  schema: savedSearchesCalls.savedSearchUpdate.input.required({ name: true }),
  inputOf: (values: RenameValues) => values,
  submit: (input) => api.catalogue.savedSearchUpdate(input),
})
/** Whether the form is open. */
export const isRenaming = atom(false)

export function openRename({ savedSearchId, name }: SavedSearch): void {
  renameForm.start({ savedSearchId, name })
  isRenaming.set(true)
}
export function closeRename(): void {
  if (renameForm.submitState.get().at !== 'sending') isRenaming.set(false)
}

/** Saves the name. True on success. */
export async function saveName(): Promise<boolean> {
  const values = renameForm.values.get()
  const saved = await renameForm.submit()
  if (saved === undefined || values === null) return false
  isRenaming.set(false)
  changeOne(values.savedSearchId, { name: values.name.trim() })
  return true
}

/** Deletion dialog of a search. */
export type SearchDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly row: SavedSearch; readonly failure: Failure | null }
export const searchDeletion = atom<SearchDeletion>({ at: 'none' })
export const requestSearchDeletion = (row: SavedSearch): void =>
  searchDeletion.set({ at: 'asking', row, failure: null })
export function cancelSearchDeletion(): void {
  if (searchDeletion.get().at === 'asking') searchDeletion.set({ at: 'none' })
}

/** Deletes the search of the open dialog. True on success. */
export async function deleteSearch(): Promise<boolean> {
  const now = searchDeletion.get()
  if (now.at !== 'asking') return false
  const { savedSearchId } = now.row
  searchDeletion.set({ at: 'sending', row: now.row, failure: null })
  const answer = await api.catalogue.savedSearchDelete({ savedSearchId })
  if (!answer.ok && answer.failure.code !== 404) {
    searchDeletion.set({ ...now, failure: answer.failure })
    return false
  }
  change((all) => all.filter((row) => row.savedSearchId !== savedSearchId))
  searchDeletion.set({ at: 'none' })
  return true
}
