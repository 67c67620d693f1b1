import type { searchCalls } from '../../../contract/catalogue/search.ts'
import type { Handler } from '../../handler.ts'
import { sawSearch } from '../../search/sightings.ts'
import { finderOf } from './finder.ts'

/** A page's own calls have no address: they are nobody's search. */
export const searchDone: Handler<typeof searchCalls.searchDone> = async ({ kind, keyword }, context) => {
  const { ip } = context.request
  if (ip !== undefined && (await finderOf(kind, context)(keyword)) > 0) {
    await sawSearch(context.db, kind, keyword, ip, new Date())
  }
  return {}
}
