import type { Ad } from '../../contract/reference/ads.ts'
import type { Category } from '../../contract/reference/reference.ts'
import { menuPromotions } from '../../domain/reference/ad-places.ts'
import { hotWordKeys, menuKey } from '../../domain/reference/dictionary-keys.ts'
import type { MenuEntry } from '../../domain/shell/menu.ts'
import type { Context } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'
import { adsIn } from './ads.ts'
import type { CategoryTargets } from '../../domain/reference/category-address.ts'
import { categoryTargets } from './category-lock.ts'
import { categoryTree } from './categories.ts'
import { dictionaryTexts } from './dictionaries.ts'

/** Header data of every page, the same for all visitors. */
export interface Shell {
  readonly categories: readonly Category[]
  readonly hotWords: Readonly<Record<keyof typeof hotWordKeys, readonly string[]>>
  /** Entries of the main menu from the dictionary STANDARD_INDEX_LINK. */
  readonly menu: readonly MenuEntry[]
  /** Promotions beside the first two categories of the menu. */
  readonly promotions: readonly Ad[]
  /** Targets of merged categories, for addresses that name the former ones. */
  readonly categoryTargets: CategoryTargets
}

const cachedShell = cachedReads<Shell>({ tags: [referenceTag] })

/** Header data, cached as one object until it changes, so that no page reads it from the database. */
export const shellOf = (context: Pick<Context, 'db' | 'pages' | 'config'>): Promise<Shell> =>
  cachedShell(context, 'shell', async () => {
    const textsOf = async (key: string) => [...(await dictionaryTexts(context, key)).values()]
    return {
      categories: await categoryTree(context),
      hotWords: {
        service: await textsOf(hotWordKeys.service),
        goods: await textsOf(hotWordKeys.goods),
        supplier: await textsOf(hotWordKeys.supplier),
      },
      menu: [...(await dictionaryTexts(context, menuKey))].map(([path, label]) => ({ path, label })),
      categoryTargets: await categoryTargets(context.db),
      promotions: (await adsIn(context, 'menu', context.config.area)).slice(0, menuPromotions),
    }
  })
