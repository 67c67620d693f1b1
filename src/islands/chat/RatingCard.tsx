import { useStore } from '@nanostores/react'
import { Star } from 'lucide-react'
import { longestRating, scoreNames } from '../../domain/chat/desk.ts'
import { changeRating, rate, ratingOf, ratings } from '../../stores/chat/rating.ts'
import type { ThreadMessage } from '../../stores/chat/thread.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** A visit to the service ended: its visitor rates it once; the desk sees what came of it. */
export function RatingCard({ message: { content, mine } }: { message: ThreadMessage }) {
  const all = useStore(ratings)
  const { caseId = 0, score, text } = content
  const now = ratingOf(all, caseId)
  if (score !== undefined || mine) {
    const said = score === undefined ? '已邀请访客评价' : `${mine ? '访客评价' : '您的评价'}：${score} 分`
    return (
      <p className="text-center text-xs text-ink-3">
        本次服务已结束。{said}
        {score === undefined ? '' : `（${scoreNames[score - 1] ?? ''}）`}
      </p>
    )
  }
  return (
    <form
      aria-label="服务评价"
      className="mx-auto w-full max-w-80 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void rate(caseId)
      }}
    >
      <p className="text-center text-sm font-medium">{text}</p>
      <div className="mt-2 flex justify-center" role="radiogroup" aria-label="评分">
        {scoreNames.map((name, index) => (
          <label key={name} title={name} className="grid size-11 cursor-pointer place-items-center">
            <input
              type="radio"
              className="peer sr-only"
              name={`score-${caseId}`}
              aria-label={`${index + 1} 分，${name}`}
              checked={now.score === index + 1}
              onChange={() => changeRating(caseId, { score: index + 1 })}
            />
            <Star
              className={`size-6 rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-accent ${index < now.score ? 'fill-current text-warn' : 'text-ink-3'}`}
            />
          </label>
        ))}
      </div>
      <p className="h-5 text-center text-xs text-ink-2">{now.score === 0 ? '' : scoreNames[now.score - 1]}</p>
      {now.score > 0 && (
        <>
          <textarea
            className="mt-2 block h-16 w-full resize-none rounded-md border border-line-control bg-surface px-3 py-2 text-sm focus:border-accent max-md:text-base"
            placeholder="想说的话（选填）"
            aria-label="想说的话，选填"
            maxLength={longestRating}
            value={now.words}
            onChange={(event) => changeRating(caseId, { words: event.target.value })}
          />
          {now.failure && (
            <div className="mt-2">
              <Notice tone="bad" title={now.failure.message} />
            </div>
          )}
          <div className="mt-3 flex justify-center">
            <Button type="submit" kind="main" size="sm" className="max-md:h-11" busy={now.sending}>
              提交评价
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
