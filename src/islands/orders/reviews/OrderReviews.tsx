import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { OrderReviews as Known } from '../../../contract/orders/reviews.ts'
import { reviewHiddenDays, type ReviewSide } from '../../../domain/orders/reviews.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/reviews.ts'
import { card, Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { ReviewBox } from './ReviewBox.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { ReviewReply } from './ReviewReply.tsx'

type Props = {
  side: ReviewSide
  orderId: number
}

/** What is known of the other side's review while it cannot be read. */
function waitingWords({ own, otherWrote, canWrite }: Known): string {
  if (otherWrote) return canWrite ? '对方已评价，您评价后即可看到。' : '对方已评价，到期后公开。'
  return own === null ? '双方都没有评价。' : '对方还没有评价。'
}

const Both = ({ side, reviews }: { side: ReviewSide; reviews: Known }) => {
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
        </ReviewBox>
      ) : (
        !canWrite && (
          <p className="p-4 text-ink-3 desk:px-6">
            {waitingWords(reviews)}
            {own === null && writeUntil !== null && '评价时间已过。'}
          </p>
        )
      )}
    </div>
  )
}

/** Reviews of a completed order, hidden until both sides have written. */
export const OrderReviews = ({ side, orderId }: Props) => {
  const state = useStore(store.reviews)
  const section = useRef<HTMLElement>(null)
  useEffect(() => store.start(side, orderId), [side, orderId])
  useEffect(() => {
    // The browser looked for the fragment before the order was here.
    if (state.at === 'ready' && location.hash === '#reviews') section.current?.scrollIntoView()
  }, [state.at])
  const isCompleted = state.at !== 'ready' || state.content.writeUntil !== null
  return (
    <section ref={section} id="reviews" className="mt-6 scroll-mt-20" aria-label="评价">
      <h2 className="mb-3 text-lg font-semibold">评价</h2>
      <Shown
        state={state}
        what="评价"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={2} />}
      >
        {(reviews) =>
          isCompleted ? (
            <Both side={side} reviews={reviews} />
          ) : (
            card(
              <p className="py-6 text-center text-ink-3">
                订单完成后双方可以互评，都评价后或完成 {reviewHiddenDays} 天后公开。
              </p>,
            )
          )
        }
      </Shown>
    </section>
  )
}
