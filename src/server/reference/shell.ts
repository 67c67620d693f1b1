import type { Ad } from '../../contract/reference/ads.ts'
import type { Category } from '../../contract/reference/reference.ts'
import { hotWordKeys } from '../../domain/reference/dictionary-keys.ts'
import type { Context } from '../handler.ts'
import { keptUntilChange, referenceTag } from '../kept.ts'
import { adsIn } from './ads.ts'
import { categoryTree } from './category-tree.ts'
import { dictionaryTexts } from './dictionaries.ts'

/** What the header of every page shows, the same for everyone. */
export interface Shell {
  readonly categories: readonly Category[]
  readonly hotWords: Readonly<Record<keyof typeof hotWordKeys, readonly string[]>>
  /** Beside the first two categories of the menu. */
  readonly promotions: readonly Ad[]
}

const kept = keptUntilChange<Shell>([referenceTag])

/** The header's data: one object until something in it changes, and never read for a page. */
export const shellOf = (context: Pick<Context, 'db' | 'pages' | 'config'>): Promise<Shell> =>
  kept(context, 'shell', async () => {
    const wordsOf = async (key: string) => [...(await dictionaryTexts(context, key)).values()]
    return {
      categories: await categoryTree(context),
      hotWords: {
        service: await wordsOf(hotWordKeys.service),
        goods: await wordsOf(hotWordKeys.goods),
        supplier: await wordsOf(hotWordKeys.supplier),
      },
      promotions: (await adsIn(context, 'menu', context.config.area)).slice(0, 2),
    }
  })
