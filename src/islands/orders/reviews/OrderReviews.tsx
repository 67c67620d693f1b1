import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { OrderReviews as Known, Review } from '../../../contract/orders/reviews.ts'
import { links } from '../../../domain/links.ts'
import { maxReplyLength, reviewHiddenDays, reviewScores, formatScore } from '../../../domain/orders/reviews.ts'
import { dateTime, date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/reviews.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { Star } from 'lucide-react'
import {
  filledWidth,
  fiveStars,
  starsClass,
  starsFilledClass,
  starsGreyClass,
  type StarSize,
  starSizes,
  starsLabel,
} from '../../../ui/button/star-class.ts'
import type { Side } from '../../../domain/sides.ts'

/** A score as stars; `mean` in hundredths. */
const Stars = ({ mean, size = 'sm' }: { mean: number; size?: StarSize }) => (
  <span className={starsClass} role="img" aria-label={starsLabel(mean)}>
    <span className={starsGreyClass} aria-hidden>
      {fiveStars.map((star) => (
        <Star key={star} className={starSizes[size]} />
      ))}
    </span>
    <span className={starsFilledClass} style={{ width: filledWidth(mean) }} aria-hidden>
      {fiveStars.map((star) => (
        <Star key={star} className={starSizes[size]} />
      ))}
    </span>
  </span>
)

type ReviewBoxProps = { title: string; replyBy: string; review: Review; children?: ReactNode }

/** A review: stars, text, reply. */
const ReviewBox = ({ title, replyBy, review, children }: ReviewBoxProps) => (
  <article className="p-4 desk:px-6 desk:py-5" aria-label={title}>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-medium">{title}</h3>
      <Stars mean={review.mean} size="md" />
      <span className="font-medium tabular-nums">{formatScore(review.mean)}</span>
      <time className="ml-auto text-sm text-ink-3" dateTime={review.createdAt}>
        {date(review.createdAt)}
      </time>
    </div>
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {reviewScores[review.side].map(({ key, label }) => (
        <div key={key} className="flex gap-2">
          <dt className="text-ink-3">{label}</dt>
          <dd className="tabular-nums">{review.scores[key] ?? '--'}</dd>
        </div>
      ))}
    </dl>
    <p className={`mt-3 break-words whitespace-pre-line ${review.text === '' ? 'text-ink-3' : ''}`}>
      {review.text === '' ? '没有填写文字评价。' : review.text}
    </p>
    {review.reply !== '' && (
      <div className="mt-3 rounded-md bg-surface-2 px-4 py-3">
        <p className="text-sm text-ink-3">
          {replyBy}
          {review.repliedAt !== null && ` · ${date(review.repliedAt)}`}
        </p>
        <p className="mt-1 break-words whitespace-pre-line">{review.reply}</p>
      </div>
    )}
    {children}
  </article>
)

/** Reply to the other side's review; one per review. */
const ReviewReply = () => {
  const { open, text, sending, failure, error } = useStore(store.replyForm)
  if (!open) {
    return (
      <div className="mt-3 print:hidden">
        <Button size="sm" className="max-md:h-11" onClick={store.openReviewReply}>
          回复
        </Button>
      </div>
    )
  }
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.submitReviewReply().then((kept) => kept && toast.success('已回复'))
  }
  return (
    <form className="mt-4 space-y-3" noValidate onSubmit={submit} aria-label="回复评价">
      {failure && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="回复"
        required
        rows={3}
        maxLength={maxReplyLength}
        typed={text.length}
        hint="只能回复一次，提交后不能修改"
        value={text}
        error={error}
        onChange={(event) => store.setReviewReply(event.target.value)}
        autoFocus
      />
      <div className="flex justify-end gap-3">
        <Button className="max-md:h-11" disabled={sending} onClick={store.closeReviewReply}>
          取消
        </Button>
        <Button type="submit" kind="main" busy={sending} className="max-md:h-11">
          提交回复
        </Button>
      </div>
    </form>
  )
}

type Props = {
  side: Side
  orderId: number
}

/** State of the other side's review while it is hidden. */
function waitingText({ own, otherWrote, canWrite }: Known): string {
  if (otherWrote) return canWrite ? '对方已评价，您评价后即可看到。' : '对方已评价，到期后公开。'
  return own === null ? '双方都没有评价。' : '对方尚未评价。'
}

const Both = ({ side, reviews }: { side: Side; reviews: Known }) => {
  const { own, other, canWrite, hiddenUntil, writeUntil } = reviews
  const [mine, theirs] = side === 'buyer' ? (['买家', '供应商'] as const) : (['供应商', '买家'] as const)
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {canWrite && <ReviewForm side={side} reviews={reviews} />}
      {own !== null && (
        <ReviewBox title="我方评价" replyBy={`${theirs}回复`} review={own}>
          {hiddenUntil !== null && (
            <p className="mt-3 text-sm text-ink-3">
              对方暂时看不到。对方评价后公开，最迟 {dateTime(hiddenUntil)} 公开。
            </p>
          )}
        </ReviewBox>
      )}
      {other !== null ? (
        <ReviewBox title={`${theirs}的评价`} replyBy={`${mine}回复`} review={other}>
          {other.reply === '' && <ReviewReply />}
          <p className="mt-3 print:hidden">
            <a
              className="inline-flex items-center text-sm text-ink-3 hover:text-accent max-md:min-h-11"
              href={links.report('review', other.reviewId)}
            >
              举报评价
            </a>
          </p>
        </ReviewBox>
      ) : (
        !canWrite && (
          <p className="p-4 text-ink-3 desk:px-6">
            {waitingText(reviews)}
            {own === null && writeUntil !== null && '评价时间已过。'}
          </p>
        )
      )}
    </div>
  )
}

/** Reviews of a completed order, hidden until both sides have written. */
export const OrderReviews = ({ side, orderId }: Props) => {
  const state = useStore(store.orderReviews)
  const section = useRef<HTMLElement>(null)
  useEffect(() => store.startOrderReviews(side, orderId), [side, orderId])
  useEffect(() => {
    // The section is rendered after the browser resolved the fragment.
    if (state.at === 'ready' && location.hash === '#reviews') section.current?.scrollIntoView()
  }, [state.at])
  const isCompleted = state.at !== 'ready' || state.content.writeUntil !== null
  return (
    <section ref={section} id="reviews" className="mt-6 scroll-mt-16" aria-label="评价">
      <h2 className="mb-3 text-lg font-semibold">评价</h2>
      <AsyncContent
        state={state}
        what="评价"
        onRetry={() => void store.loadOrderReviews()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={2} />}
      >
        {(reviews) =>
          isCompleted ? (
            <Both side={side} reviews={reviews} />
          ) : (
            cardFrame(
              <p className="py-6 text-center text-ink-3">
                订单完成后双方可以互评，都评价后或完成 {reviewHiddenDays} 天后公开。
              </p>,
            )
          )
        }
      </AsyncContent>
    </section>
  )
}
