import type { SearchHelp } from '../../../contract/catalogue/search.ts'
import type { SearchKind } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import { searchHelpFor, type HitCounter } from '../../search/search-help.ts'
import { cachedReads } from '../../cached-reads.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { planListing } from '../query/plan.ts'
import { countUpTo } from '../query/ordered-page.ts'
import { countMatchingShops } from '../../shops/matching-shops.ts'

/** Maximum number of hits counted for a keyword. */
const maxCounted = 1_000

/** Number of hits of a keyword in a kind without any other condition. */
export const hitCounterOf =
  (kind: SearchKind, context: Pick<Context, 'db' | 'pages'>): HitCounter =>
  async (keyword) => {
    if (kind === 'supplier') return countMatchingShops(context.db, keyword, maxCounted)
    const plan = await planListing(
      kind === 'service' ? services : products,
      { keyword, tags: [], certified: false },
      context,
    )
    return plan.match?.isMore === true ? maxCounted : countUpTo(plan, maxCounted, context.db)
  }

const cachedHelp = cachedReads<SearchHelp>()

/** Suggestions for a keyword that has no hits without other conditions. */
export const cachedSearchHelp = (
  kind: SearchKind,
  keyword: string,
  context: Pick<Context, 'db' | 'pages'>,
): Promise<SearchHelp> =>
  cachedHelp(context, `${kind} ${keyword}`, () => searchHelpFor(context.db, kind, keyword, hitCounterOf(kind, context)))
