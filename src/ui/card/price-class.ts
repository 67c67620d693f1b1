import { priceParts, type ListingPrice } from '../../domain/money.ts'

/** sm in rows, md in cards, lg on work pages, xl on a detail page. */
export type PriceSize = 'sm' | 'md' | 'lg' | 'xl'

/** Classes of the whole part (large), of ¥ and decimals (small), and of 面议 (`word`). */
export const priceClass: Record<PriceSize, { whole: string; small: string; word: string }> = {
  sm: { whole: 'font-medium', small: 'font-medium', word: 'font-medium' },
  md: { whole: 'text-lg font-semibold', small: 'text-xs font-medium', word: 'leading-6 font-semibold' },
  lg: { whole: 'text-2xl font-semibold', small: 'text-base font-medium', word: 'text-2xl font-semibold' },
  xl: { whole: 'text-3xl font-semibold', small: 'text-lg font-medium', word: 'text-2xl font-semibold' },
}

/** Amounts to show: none, one, or the two of a range. */
export const priceSums = (price: ListingPrice | undefined, fen: number | null | undefined) => {
  if (price?.at === 'range') return [priceParts(price.low), priceParts(price.high)]
  if (price?.at === 'fixed') return [priceParts(price.fen)]
  return fen === null || fen === undefined ? [] : [priceParts(fen)]
}
