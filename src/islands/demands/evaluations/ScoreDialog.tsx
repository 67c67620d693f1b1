import type { Evaluation } from '../../../contract/demands/evaluations.ts'
import { maxScoreComment, scaleLabels, scaleRange } from '../../../domain/demands/evaluation.ts'
import * as store from '../../../stores/demands/deciding/evaluation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

/** Dialog in which an evaluator scores all offers: one block an offer, one line a criterion. */
export const ScoreDialog = ({ evaluation }: { evaluation: Evaluation }) => {
  const form = useForm(store.scoreForm)
  const { values } = form
  const { setup, own, offers } = evaluation
  if (values === null || setup === null || own === null) return null
  const { min, max } = scaleRange[setup.scale]
  const send = () => void store.submitScores().then((done) => done && toast.success('评分已提交'))
  const fault = form.exactError('scores')
  return (
    <FormDialog
      form={form}
      title="评分"
      text={`每份报价按每项标准打分（${scaleLabels[setup.scale]}，整数）。填写的内容会保存在本浏览器，提交后计入总分。`}
      submit="提交评分"
      width="lg"
      onSubmit={send}
      onClose={store.closeEvaluationDialog}
    >
      {setup.blind && (
        <Notice tone="go" title="盲评">
          全部评分提交前，其他人看不到您的评分，您可以修改；全部提交后不能再改。
        </Notice>
      )}
      {fault !== undefined && <Notice tone="bad" title={fault} />}
      {offers.map(({ offerId, offerNo, shortName }) => {
        const isFixed = own.fixedOfferIds.includes(offerId)
        return (
          <fieldset key={offerId} className="rounded-lg border border-line p-4" disabled={isFixed}>
            <legend className="px-1 font-medium">
              {shortName}
              <span className="ml-2 text-sm font-normal text-ink-3">{offerNo}</span>
            </legend>
            <ul className="space-y-3">
              {setup.criteria.map(({ key, label, weight }) => {
                const { points, comment } = store.cellOf(values, offerId, key)
                return (
                  <li key={key} className="grid gap-2 md:grid-cols-[200px_minmax(0,1fr)]">
                    <Input
                      label={`${label}（${weight}%）`}
                      required
                      unit={`/ ${max}`}
                      inputMode="numeric"
                      maxLength={2}
                      placeholder={`${min}~${max}`}
                      value={points}
                      error={form.exactError(`scores.${offerId}.${key}`)}
                      onChange={(event) => store.setScore(offerId, key, { points: event.target.value })}
                    />
                    <Input
                      label={`${label}的说明`}
                      placeholder="选填"
                      maxLength={maxScoreComment}
                      value={comment}
                      onChange={(event) => store.setScore(offerId, key, { comment: event.target.value })}
                    />
                  </li>
                )
              })}
            </ul>
          </fieldset>
        )
      })}
    </FormDialog>
  )
}
