import { products, services } from '../../../db/tables/catalogue.ts'
import type { SearchKind } from '../../../domain/shell/search.ts'
import type { Context } from '../../handler.ts'
import type { Finder } from '../../search/help.ts'
import { countShopsFound } from '../../shops/public.ts'
import { planOf } from '../listing-plan.ts'
import { countUpTo } from '../ordered-page.ts'

/** A keyword counts so many at most. */
const most = 1_000

/** How many of a kind a keyword finds by itself, without any other condition. */
export const finderOf =
  (kind: SearchKind, context: Pick<Context, 'db' | 'pages'>): Finder =>
  async (keyword) => {
    if (kind === 'supplier') return countShopsFound(context.db, keyword, most)
    const plan = await planOf(
      kind === 'service' ? services : products,
      { keyword, tags: [], certified: false },
      context,
    )
    return plan.match?.isMore === true ? most : countUpTo(plan, most, context.db)
  }
