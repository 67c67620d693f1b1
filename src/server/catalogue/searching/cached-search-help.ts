import type { SearchHelp } from '../../../contract/catalogue/search.ts'
import { normalizeKeyword, type SearchKind } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import { searchHelpFor, type HitCounter } from '../../search/search-help.ts'
import { cachedReads } from '../../cached-reads.ts'
import { planListing } from '../query/plan-question.ts'
import { countUpTo } from '../query/ordered-page.ts'
import { countMatchingShops } from '../../shops/matching-shops.ts'

/** Maximum number of hits counted for a keyword. */
const maxCounted = 1_000
/** Words of keywords without hits recur: a dosage form, an indication. */
const cachedHits = cachedReads<number>({ tags: ['services', 'products', 'shops'] })

/** Number of hits of a keyword in a kind without any other condition. */
export const hitCounterOf =
  (kind: SearchKind, context: Pick<Context, 'db' | 'pages'>): HitCounter =>
  (keyword) =>
    cachedHits(context, `${kind} ${keyword}`, async () => {
      if (kind === 'supplier') return countMatchingShops(context.db, keyword, maxCounted)
      const listed = kind === 'service' ? 'service' : 'product'
      const plan = await planListing(listed, { keyword, tags: [], certified: false }, context)
      return plan.match?.isMore === true ? maxCounted : countUpTo(plan, maxCounted, context.db)
    })

const cachedHelp = cachedReads<SearchHelp>()

/**
 * Suggestions for a keyword that has no hits without other conditions. `isAlone`: the caller has searched without other
 * conditions and found nothing, so the keyword is not counted again.
 */
export const cachedSearchHelp = (
  kind: SearchKind,
  keyword: string,
  { context, isAlone }: { readonly context: Pick<Context, 'db' | 'pages'>; readonly isAlone: boolean },
): Promise<SearchHelp> =>
  cachedHelp(context, `${kind} ${keyword}`, () => {
    const count = hitCounterOf(kind, context)
    const searched = isAlone ? normalizeKeyword(keyword) : undefined
    return searchHelpFor(context.db, kind, keyword, (word) => (word === searched ? Promise.resolve(0) : count(word)))
  })
