import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import type { OrderReviews } from '../../../contract/orders/reviews.ts'
import { maxReviewLength, reviewHiddenDays, reviewScores, starLabels } from '../../../domain/orders/reviews.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/reviews.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { fiveStars } from '../../../ui/button/star-class.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm } from '../../form/use-form.ts'
import type { Side } from '../../../domain/sides.ts'

type StarChoiceProps = {
  label: string
  name: string
  /** 1 to 5; 0 for not chosen. */
  value: number
  error: string | undefined
  onChange: (stars: number) => void
}

/** One score as stars: radio inputs, so arrow keys and screen readers work. */
const StarChoice = ({ label, name, value, error, onChange }: StarChoiceProps) => {
  const id = useId()
  const [over, setOver] = useState(0)
  const shown = over || value
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}label`}
      aria-describedby={error ? `${id}error` : undefined}
      aria-required
      data-fault={error ? '' : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span id={`${id}label`} className="w-36 shrink-0">
          {label}
          <span className="ml-1 text-bad" aria-hidden>
            *
          </span>
        </span>
        <span className="inline-flex" onMouseLeave={() => setOver(0)}>
          {fiveStars.map((star) => (
            <label
              key={star}
              className="grid size-9 cursor-pointer place-items-center rounded-md outline-2 outline-transparent has-focus-visible:outline-accent max-md:size-11"
              onMouseEnter={() => setOver(star)}
            >
              <input
                type="radio"
                className="sr-only!"
                name={`${id}${name}`}
                value={star}
                checked={value === star}
                aria-label={`${star} 星，${starLabels[star - 1]}`}
                onChange={() => onChange(star)}
              />
              <Star
                className={`size-6 ${star <= shown ? 'fill-current text-accent' : 'text-line-control'}`}
                aria-hidden
              />
            </label>
          ))}
        </span>
        <span className="text-sm text-ink-3" aria-hidden>
          {shown === 0 ? '' : starLabels[shown - 1]}
        </span>
      </div>
      <Fault id={`${id}error`} message={error} />
    </div>
  )
}

type Props = { side: Side; reviews: OrderReviews }

/** Review form of the other side; submitted once. */
export const ReviewForm = ({ side, reviews }: Props) => {
  const { values, sending, box, text } = useForm(store.orderReviewForm)
  if (values === null) return null
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors : []
  const refused = sending.at === 'refused' && fieldErrors.length === 0 ? sending.failure : null
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.submitOrderReview().then((kept) => kept && toast.success('评价已提交，感谢您的反馈'))
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
              ? fieldErrors.find(({ field }) => field === `scores.${key}`)?.message
              : undefined
          }
          onChange={(stars) => store.chooseStars(key, stars)}
        />
      ))}
      <Textarea
        label="评价内容"
        rows={4}
        maxLength={maxReviewLength}
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
