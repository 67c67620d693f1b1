/** Money is an integer number of fen everywhere; only this file turns it into text. Specification section 5. */

const group = (whole: number) => String(whole).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',')

/** The two parts of a sum, for showing the decimals smaller: 32800000 → `328,000` and `.00`. Cuts, never rounds. */
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

/** A large sum for data displays, cut to two decimals: 38650000000 → `3.86` and `亿元`. */
export const bigMoneyParts = (fen: number) => {
  const whole = Math.trunc(fen / 100)
  const [size, unit] = Math.abs(whole) >= 1e8 ? [1e8, '亿元'] : Math.abs(whole) >= 1e4 ? [1e4, '万元'] : [1, '元']
  // Whole yuan and hundredths apart, since 1.1 * 100 in floating point would lose a hundredth.
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

/** What a listing asks: one price, a range, or 面议. */
export type ListingPrice = { at: 'fixed'; fen: number } | { at: 'range'; low: number; high: number } | { at: 'ask' }

/** Reads the wire's price fields: type 0 fixed, 1 range, everything else and everything missing is 面议. */
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

/** A listing's price as one line of text: `¥320.00`, `¥480.00 ~ ¥960.00`, `面议`. */
export const listingPriceText = (price: ListingPrice) => {
  if (price.at === 'fixed') return `¥${yuan(price.fen)}`
  if (price.at === 'range') return `¥${yuan(price.low)} ~ ¥${yuan(price.high)}`
  return '面议'
}
