import type { OrderReviews } from '../../../contract/orders/reviews.ts'
import { mostReviewLetters, reviewHiddenDays, reviewScores, type ReviewSide } from '../../../domain/orders/reviews.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/reviews.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { useTypedForm } from '../../use-typed-form.ts'
import { StarChoice } from './StarChoice.tsx'

type Props = { side: ReviewSide; reviews: OrderReviews }

/** Stars and words on the other side, once. */
export const ReviewForm = ({ side, reviews }: Props) => {
  const { values, sending, box, text } = useTypedForm(store.form)
  if (values === null) return null
  const faults = sending.at === 'refused' ? sending.faults : []
  const refused = sending.at === 'refused' && faults.length === 0 ? sending.failure : null
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.save().then((kept) => kept && toast.good('评价已提交，感谢您的反馈'))
  }
  return (
    <form ref={box} className="space-y-4 p-4 print:hidden desk:p-6" noValidate onSubmit={submit} aria-label="评价订单">
      <div>
        <h3 className="font-medium">{side === 'buyer' ? '评价供应商' : '评价买家'}</h3>
        <p className="mt-1 text-sm text-ink-3">
          {reviews.otherWrote
            ? '对方已评价。您评价后，双方即可互相看到。'
            : `双方都评价后，或订单完成 ${reviewHiddenDays} 天后公开，在此之前对方看不到您写的内容。`}
          {reviews.writeUntil !== null && ` ${date(reviews.writeUntil)} 前可评价，提交后不能修改。`}
        </p>
      </div>
      {refused && (
        <Notice tone="bad" title={refused.message}>
          {refused.code === 0 && '网络可能中断，再次提交不会重复评价。'}
        </Notice>
      )}
      {reviewScores[side].map(({ key, label }) => (
        <StarChoice
          key={key}
          label={label}
          name={key}
          value={values.scores[key] ?? 0}
          error={
            values.scores[key] === undefined
              ? faults.find(({ field }) => field === `scores.${key}`)?.message
              : undefined
          }
          onChange={(stars) => store.choose(key, stars)}
        />
      ))}
      <Textarea
        label="评价内容"
        rows={4}
        maxLength={mostReviewLetters}
        typed={values.text.length}
        placeholder={side === 'buyer' ? '数据质量、交付与沟通如何，对其他买家有什么建议' : '需求、付款与配合如何'}
        {...text('text')}
      />
      <div className="flex justify-end">
        <Button type="submit" kind="main" busy={sending.at === 'sending'} className="max-md:h-11">
          提交评价
        </Button>
      </div>
    </form>
  )
}
