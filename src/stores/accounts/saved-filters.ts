import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SavedFilter } from '../../contract/accounts/saved-filters.ts'
import type { FilteredListName } from '../../domain/accounts/saved-filters.ts'
import { loadable } from '../loadable.ts'

/** Saved filters of one list, loaded when their menu opens. */
export function savedFilters(list: FilteredListName) {
  const part = loadable<{ readonly data: readonly SavedFilter[] }>()
  const load = () => part.load(() => api.accounts.savedFilters({ list }))
  return {
    state: part.state,
    load,
    /** Saves a query under a name; one of the same name is replaced. Returns the failure, if any. */
    save: async (name: string, query: string): Promise<Failure | null> => {
      const saved = await api.accounts.savedFilterSave({ list, name, query })
      if (!saved.ok) return saved.failure
      await load()
      return null
    },
    remove: async ({ savedFilterId }: SavedFilter): Promise<Failure | null> => {
      const removed = await api.accounts.savedFilterDelete({ savedFilterId })
      if (!removed.ok && removed.failure.code !== 404) return removed.failure
      await load()
      return null
    },
  }
}
export type SavedFilters = ReturnType<typeof savedFilters>
