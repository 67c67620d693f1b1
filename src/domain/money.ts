/** Formatting of money, which is an integer number of fen everywhere. Specification section 5. */

const group = (whole: number) => String(whole).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',')

/** Splits an amount to render the decimals smaller: 32800000 → `328,000` and `.00`. Truncates, never rounds. */
export const priceParts = (fen: number) => {
  const cut = Math.trunc(Math.abs(fen))
  const sign = fen < 0 && cut > 0 ? '-' : ''
  return {
    whole: sign + group(Math.floor(cut / 100)),
    cents: `.${String(cut % 100).padStart(2, '0')}`,
  }
}

/** 32800000 → `328,000.00`, always two decimals, without the sign ¥. */
export const yuan = (fen: number) => {
  const { whole, cents } = priceParts(fen)
  return whole + cents
}

/** A large amount for data displays, truncated to two decimals: 38650000000 → `3.86` and `亿元`. */
export const bigMoneyParts = (fen: number) => {
  const whole = Math.trunc(fen / 100)
  const [size, unit] = Math.abs(whole) >= 1e8 ? [1e8, '亿元'] : Math.abs(whole) >= 1e4 ? [1e4, '万元'] : [1, '元']
  // Integer arithmetic, since 1.1 * 100 in floating point would lose a hundredth.
  const hundredths = Math.trunc(Math.abs(whole) / (size / 100))
  const rest = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0{1,2}$/, '')
  const sign = whole < 0 && hundredths > 0 ? '-' : ''
  return { amount: sign + group(Math.floor(hundredths / 100)) + (rest && `.${rest}`), unit }
}

/** `3.86 亿元`, `128 万元`, `9,800 元`; number and unit are joined by a no-break space. */
export const bigMoney = (fen: number) => {
  const { amount, unit } = bigMoneyParts(fen)
  return `${amount}\u00a0${unit}`
}

/** Price of a listing: fixed, a range, or 面议. */
export type ListingPrice = { at: 'fixed'; fen: number } | { at: 'range'; low: number; high: number } | { at: 'ask' }

/** Parses price fields of calls: type 0 fixed, 1 range, anything else or missing is 面议. */
export const listingPrice = (
  priceType: number | null | undefined,
  price: number | null | undefined,
  highPrice: number | null | undefined,
): ListingPrice => {
  if (price === null || price === undefined) return { at: 'ask' }
  if (priceType === 0) return { at: 'fixed', fen: price }
  if (priceType === 1 && highPrice !== null && highPrice !== undefined)
    return { at: 'range', low: price, high: highPrice }
  return { at: 'ask' }
}

/** Formats a listing's price as text: `¥320.00`, `¥480.00 ~ ¥960.00`, `面议`. */
export const listingPriceText = (price: ListingPrice) => {
  if (price.at === 'fixed') return `¥${yuan(price.fen)}`
  if (price.at === 'range') return `¥${yuan(price.low)} ~ ¥${yuan(price.high)}`
  return '面议'
}
