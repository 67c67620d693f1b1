import { useStore } from '@nanostores/react'
import { hasDeclined, hundredthsText, needsDecisionReason } from '../../../domain/demands/evaluation.ts'
import { decisionNote, setDecisionNote } from '../../../stores/demands/buyer-demand.ts'
import { evaluation } from '../../../stores/demands/deciding/evaluation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

/** Whether the reason for choosing an offer is needed and still missing. */
export function useReasonMissing(offerId: number): boolean {
  const state = useStore(evaluation)
  const note = useStore(decisionNote)
  return state.at === 'ready' && needsDecisionReason(state.content.results, offerId) && note.trim() === ''
}

/** Ranking of the offers, and the reason for choosing another than the first. Renders nothing without criteria. */
export const DecisionReason = ({ offerId }: { offerId: number }) => {
  const state = useStore(evaluation)
  const note = useStore(decisionNote)
  if (state.at !== 'ready' || state.content.setup === null) return null
  const { results, offers, evaluators } = state.content
  const waiting = evaluators.filter(({ status, isIn }) => !hasDeclined(status) && !isIn).length
  const isNeeded = needsDecisionReason(results, offerId)
  return (
    <section className="mt-4" aria-label="名次与说明">
      <h3 className="mb-1 font-medium">评分名次</h3>
      {waiting > 0 && (
        <div className="mb-2">
          <Notice tone="act" title={`还有 ${waiting} 位评分人未提交评分`}>
            现在选定后不再评分，定标依据只含已提交的评分。
          </Notice>
        </div>
      )}
      {results.length > 0 && (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {results
            .toSorted((a, b) => a.rank - b.rank)
            .map((result) => (
              <li
                key={result.offerId}
                className={`flex justify-between gap-4 px-4 py-2 ${result.offerId === offerId ? 'bg-accent-tint font-medium' : ''}`}
              >
                <span>
                  第 {result.rank} 名 {offers.find((offer) => offer.offerId === result.offerId)?.shortName}
                </span>
                <span>{hundredthsText(result.total)}</span>
              </li>
            ))}
        </ol>
      )}
      <Textarea
        className="mt-3"
        label="定标说明"
        required={isNeeded}
        hint={isNeeded ? '未选评分第一名，请写明原因；仅本企业可见' : '选填；仅本企业可见'}
        rows={2}
        maxLength={500}
        typed={note.length}
        value={note}
        onChange={(event) => setDecisionNote(event.target.value)}
      />
    </section>
  )
}
