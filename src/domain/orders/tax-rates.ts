/** Rates of value-added tax in basis points: 600 = 6 %. 0 = exempt or zero-rated. */
export const taxRates = [1300, 900, 600, 500, 300, 150, 100, 0] as const

export const isTaxRate = (rate: number): boolean => taxRates.some((each) => each === rate)

/** 600 → 6%, 150 → 1.5%, 0 → 免税或零税率, null → 未注明. */
export const taxRateText = (rate: number | null): string =>
  rate === null ? '未注明' : rate === 0 ? '免税或零税率' : `${rate / 100}%`

/** Options of a choice of rates; basis points as text. */
export const taxRateOptions = taxRates.map((rate) => ({ value: String(rate), label: taxRateText(rate) }))

/** The one rate of some order lines; null when none is stated or they differ. */
export function commonTaxRate(rates: readonly (number | null)[]): number | null {
  const [first = null] = rates
  return rates.every((rate) => rate === first) ? first : null
}
