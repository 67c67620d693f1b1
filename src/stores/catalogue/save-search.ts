import { api } from '../../client/browser.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { fieldErrorsOf } from '../field-errors.ts'

/** What became of saving a search, as a message. */
export interface SaveSearchResult {
  readonly isSaved: boolean
  readonly message: string
}

/** Saves the search of an address under a name. */
export async function saveSearch(kind: ListingKind, name: string, query: string): Promise<SaveSearchResult> {
  const answer = await api.catalogue.savedSearchSave({ kind, name, query })
  if (answer.ok) return { isSaved: true, message: '搜索已保存，有新结果时通知您' }
  const [fault] = fieldErrorsOf(answer.failure)
  return { isSaved: false, message: fault?.message ?? answer.failure.message }
}
