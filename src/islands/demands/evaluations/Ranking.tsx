import type { Evaluation } from '../../../contract/demands/evaluations.ts'
import { spreadText } from '../../../domain/demands/evaluation-rows.ts'
import { hundredthsText } from '../../../domain/demands/evaluation.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'

type Result = Evaluation['results'][number]

/** Ranking of the offers: weighted total, spread between the evaluators, mean of each criterion. */
export const Ranking = ({ evaluation }: { evaluation: Evaluation }) => {
  const { results, offers, setup } = evaluation
  const nameOf = (offerId: number) => offers.find((offer) => offer.offerId === offerId)?.shortName ?? ''
  const columns: Column<Result>[] = [
    {
      key: 'rank',
      head: '名次',
      cell: ({ rank }) => (rank === 1 ? <Tag label="第 1 名" loud /> : `第 ${rank} 名`),
    },
    { key: 'supplier', head: '供应商', cell: ({ offerId }) => nameOf(offerId) },
    {
      key: 'total',
      head: '加权总分',
      align: 'right',
      cell: ({ total }) => <b className="font-semibold">{hundredthsText(total)}</b>,
    },
    { key: 'spread', head: '评分人差异', cell: spreadText },
    ...(setup?.criteria ?? []).map(({ key, label, weight }): Column<Result> => ({
      key: `criterion ${key}`,
      head: `${label} ${weight}%`,
      align: 'right',
      cell: ({ means }) => hundredthsText(means.find(({ criterion }) => criterion === key)?.mean ?? 0),
    })),
  ]
  return (
    <DataTable
      caption="评分名次"
      columns={columns}
      rows={results.toSorted((a, b) => a.rank - b.rank)}
      rowKey={({ offerId }) => offerId}
    />
  )
}

/** Scores of each evaluator with comments, folded. */
export const ScoreDetails = ({ evaluation }: { evaluation: Evaluation }) => {
  const { scores, evaluators, offers, setup } = evaluation
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-accent max-md:min-h-11">各评分人的评分与说明</summary>
      <div className="mt-3 space-y-4">
        {evaluators
          .filter(({ isIn }) => isIn)
          .map(({ userId, name }) => (
            <section key={userId} aria-label={`${name}的评分`}>
              <h4 className="font-medium">{name}</h4>
              <ul className="mt-1 space-y-1">
                {offers.map(({ offerId, shortName }) => (
                  <li key={offerId}>
                    <span className="text-ink-3">{shortName}：</span>
                    {(setup?.criteria ?? [])
                      .map(({ key, label }) => {
                        const own = scores.find(
                          (score) => score.userId === userId && score.offerId === offerId && score.criterion === key,
                        )
                        const comment = own === undefined || own.comment === '' ? '' : `（${own.comment}）`
                        return `${label} ${own?.points ?? '--'}${comment}`
                      })
                      .join('，')}
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </details>
  )
}
