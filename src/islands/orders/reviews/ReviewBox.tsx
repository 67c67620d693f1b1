import type { ReactNode } from 'react'
import type { Review } from '../../../contract/orders/reviews.ts'
import { reviewScores, scoreWords } from '../../../domain/orders/reviews.ts'
import { date } from '../../../domain/time.ts'
import { Stars } from './Stars.tsx'

type Props = { title: string; replyBy: string; review: Review; children?: ReactNode }

/** A review: its stars, what it says, what was answered. */
export const ReviewBox = ({ title, replyBy, review, children }: Props) => (
  <article className="p-4 desk:px-6 desk:py-5" aria-label={title}>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-medium">{title}</h3>
      <Stars mean={review.mean} size="md" />
      <span className="font-medium tabular-nums">{scoreWords(review.mean)}</span>
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
