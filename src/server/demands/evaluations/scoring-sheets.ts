import type { Db } from '../../../db/open.ts'
import type { CompareGroup } from '../../../domain/demands/compare-cells.ts'
import type { DemandStatus } from '../../../domain/demands/demand-states.ts'
import { evaluationGroups } from '../../../domain/demands/evaluation-rows.ts'
import { isIn, scaleLabels } from '../../../domain/demands/evaluation.ts'
import type { SheetCell, WorkbookSheet } from '../../platform/workbooks/create-workbook.ts'
import { loadScoring, type LoadedEvaluation, type LoadedScoredOffer } from './load-evaluation.ts'

/** Scoring in the export of the comparison: rows of totals, and the sheets; nothing while it must not be read. */
export async function scoringSheets(
  db: Db,
  demand: { readonly id: number; readonly status: DemandStatus },
  offers: readonly { readonly offerId: number }[],
): Promise<{ groups: CompareGroup[]; sheets: WorkbookSheet[] }> {
  const { scored, evaluation, results } = await loadScoring(db, demand)
  if (evaluation === undefined || results.length === 0) return { groups: [], sheets: [] }
  const ranked = results.toSorted((a, b) => a.rank - b.rank)
  const offerOf = (offerId: number) => scored.find((offer) => offer.offerId === offerId)
  return {
    groups: evaluationGroups(offers, evaluation.criteria, results),
    sheets: [
      {
        sheet: '评分汇总',
        widths: [10, 28, 14, 14, 14, ...evaluation.criteria.map(() => 18)],
        head: [
          '名次',
          '供应商',
          '加权总分',
          '最低',
          '最高',
          ...evaluation.criteria.map(({ label, weight }) => `${label}（${weight}%）`),
        ],
        rows: ranked.map(({ offerId, rank, total, low, high, means }): SheetCell[] => [
          rank,
          offerOf(offerId)?.shortName ?? '',
          total / 100,
          low / 100,
          high / 100,
          ...evaluation.criteria.map(({ key }) => (means.find(({ criterion }) => criterion === key)?.mean ?? 0) / 100),
        ]),
      },
      {
        sheet: '评分明细',
        widths: [16, 28, 20, 10, 10, 60],
        head: ['评分人', '供应商', '标准', '权重（%）', `分数（${scaleLabels[evaluation.scale]}）`, '说明'],
        rows: detailRows(evaluation, scored),
      },
    ],
  }
}

const detailRows = ({ evaluators, criteria }: LoadedEvaluation, scored: readonly LoadedScoredOffer[]): SheetCell[][] =>
  evaluators
    .filter((one) => isIn(one, criteria, scored))
    .flatMap(({ name, scores }) =>
      scored.flatMap(({ offerId, version, shortName }) =>
        criteria.flatMap(({ key, label, weight }) =>
          scores
            .filter((score) => score.offerId === offerId && score.version === version && score.criterion === key)
            .map(({ points, comment }): SheetCell[] => [name, shortName, label, weight, points, comment]),
        ),
      ),
    )
