import { listingPriceText, yuan, type ListingPrice } from '../money.ts'

/** Change of a listing since it became a favourite. */
export type FavouriteChange =
  | { readonly at: 'same' }
  /** No longer on sale. */
  | { readonly at: 'gone' }
  /** Price decrease or increase, in fen. */
  | { readonly at: 'down' | 'up'; readonly by: number }
  /** Changed from a price to 面议, or the reverse. */
  | { readonly at: 'agreed' | 'priced' }

/** Price used for comparison: the lower end of a range, null for 面议. */
export const comparedPrice = (price: ListingPrice): number | null =>
  price.at === 'fixed' ? price.fen : price.at === 'range' ? price.low : null

/** `before` and `now` are compared prices; null = 面议. */
export function favouriteChange(onSale: boolean, before: number | null, now: number | null): FavouriteChange {
  if (!onSale) return { at: 'gone' }
  if (before === now) return { at: 'same' }
  if (before === null) return { at: 'priced' }
  if (now === null) return { at: 'agreed' }
  return now < before ? { at: 'down', by: before - now } : { at: 'up', by: now - before }
}

/** `降价 ¥20.00`; empty without a change. */
export function favouriteChangeText(change: FavouriteChange): string {
  switch (change.at) {
    case 'same':
      return ''
    case 'gone':
      return '已下架'
    case 'down':
      return `降价 ¥${yuan(change.by)}`
    case 'up':
      return `涨价 ¥${yuan(change.by)}`
    case 'agreed':
      return '改为面议'
    case 'priced':
      return '已有报价'
  }
}

/** A changed listing for a notification. */
export interface ChangedListing {
  readonly title: string
  readonly change: 'down' | 'gone'
  readonly price: ListingPrice
}

/**
 * Notification of changes of a person's favourites: one listing by title, several (or with `plain`,
 * when too many listings changed at once) by their number.
 */
export function favouriteNotice(changed: readonly ChangedListing[], plain = false): { title: string; text: string } {
  const [one] = changed
  const text = '在“收藏与关注”中查看，或查找相似的服务与商品。'
  if (one !== undefined && changed.length === 1 && !plain) {
    if (one.change === 'gone') return { title: `您收藏的“${one.title}”已下架`, text }
    return { title: `您收藏的“${one.title}”降价了，现价 ${listingPriceText(one.price)}`, text }
  }
  const down = changed.filter(({ change }) => change === 'down').length
  const gone = changed.length - down
  const parts = [down > 0 ? `${down} 项降价` : '', gone > 0 ? `${gone} 项下架` : ''].filter(Boolean)
  return { title: `您收藏的服务与商品有 ${parts.join('、')}`, text }
}
