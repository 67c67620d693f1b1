/** A band of prices in fen, both ends included; an open end is undefined. */
export interface PriceBand {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly label: string
}

const wan = 1_000_000

/** Bands of services: 5 万以下 … 50 万以上. */
export const serviceBands: readonly PriceBand[] = [
  { from: undefined, to: 5 * wan, label: '5 万以下' },
  { from: 5 * wan, to: 20 * wan, label: '5~20 万' },
  { from: 20 * wan, to: 50 * wan, label: '20~50 万' },
  { from: 50 * wan, to: undefined, label: '50 万以上' },
]

/** Bands of goods: 200 元以下 … 5 万以上. */
export const productBands: readonly PriceBand[] = [
  { from: undefined, to: 20_000, label: '200 元以下' },
  { from: 20_000, to: 100_000, label: '200~1,000 元' },
  { from: 100_000, to: 500_000, label: '1,000~5,000 元' },
  { from: 500_000, to: 5_000_000, label: '5,000~50,000 元' },
  { from: 5_000_000, to: undefined, label: '5 万以上' },
]

/** Wire value of a band: `from-to` in fen, an open end empty. */
export const bandValue = ({ from, to }: Pick<PriceBand, 'from' | 'to'>): string => `${from ?? ''}-${to ?? ''}`
