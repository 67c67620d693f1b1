import type { CompareGroup } from './compare-cells.ts'
import { hundredthsText, type Criterion, type OfferResult } from './evaluation.ts'

const unscored = '未评分'

/** Range of the evaluators' totals, and its width: 80.00~92.00，相差 12.00. */
export const spreadText = ({ low, high }: Pick<OfferResult, 'low' | 'high'>): string =>
  low === high
    ? `${hundredthsText(low)}，一致`
    : `${hundredthsText(low)}~${hundredthsText(high)}，相差 ${hundredthsText(high - low)}`

/** Group of the comparison with rank, weighted total, spread and means; none without results. */
export function evaluationGroups(
  offers: readonly { readonly offerId: number }[],
  criteria: readonly Criterion[],
  results: readonly OfferResult[],
): CompareGroup[] {
  if (results.length === 0) return []
  const row = (key: string, label: string, text: (result: OfferResult) => string) => ({
    key,
    label,
    cells: offers.map(({ offerId }) => {
      const result = results.find((one) => one.offerId === offerId)
      return { is: 'text' as const, text: result === undefined ? unscored : text(result) }
    }),
  })
  const meanOf = ({ means }: OfferResult, key: string) => means.find(({ criterion }) => criterion === key)?.mean ?? 0
  return [
    {
      key: 'evaluation',
      label: '评分',
      rows: [
        row('rank', '名次', ({ rank }) => `第 ${rank} 名`),
        row('score', '加权总分', ({ total }) => hundredthsText(total)),
        row('spread', '评分人差异', spreadText),
        ...criteria.map(({ key, label, weight }) =>
          row(`criterion ${key}`, `${label}（${weight}%）`, (result) => hundredthsText(meanOf(result, key))),
        ),
      ],
    },
  ]
}

/** Ranks by offer id. */
export const ranksOf = (results: readonly OfferResult[]): ReadonlyMap<number, number> =>
  new Map(results.map(({ offerId, rank }) => [offerId, rank]))
