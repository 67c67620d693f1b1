import { useStore } from '@nanostores/react'
import { Download, FileText, RotateCw, Star } from 'lucide-react'
import { formatFileSize } from '../../domain/operations/file-size.ts'
import { uploadProgress } from '../../stores/chat/outbox/send-message.ts'
import type { ThreadMessage } from '../../stores/chat/thread.ts'
import { discardMessage, retryMessage } from '../../stores/chat/outbox/outbox.ts'
import { maxRatingLength, scoreLabels } from '../../domain/chat/support.ts'
import { changeRating, submitRating, ratingOf, ratings } from '../../stores/chat/rating.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** A picture in a fixed-size box, or a file by name; with upload progress. */
export function MessageFile({ message: { content, clientId, seq } }: { message: ThreadMessage }) {
  const percent = useStore(uploadProgress, { keys: [clientId] })[clientId]
  const { status, url, imgUrl, title = '', size = 0 } = content
  if (status !== 'picture' && status !== 'file') return null
  const onWay = seq === null || url === undefined || url === ''
  if (status === 'picture' && !onWay) {
    return (
      <a
        href={url}
        target="_blank"
        rel="noopener"
        aria-label={`查看图片 ${title}`}
        title={title}
        className="block h-34 w-45 overflow-hidden rounded-lg border border-line bg-surface-2 hover:border-accent"
      >
        <img src={imgUrl} alt={title} loading="lazy" className="size-full object-cover" />
      </a>
    )
  }
  const inside = (
    <>
      <span className="flex items-center gap-3">
        <FileText className="size-8 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="two-lines text-sm break-all">{title}</span>
          <span className="block text-xs text-ink-3">
            {formatFileSize(size)}
            {onWay && percent !== undefined && ` · ${percent}%`}
          </span>
        </span>
        {!onWay && <Download className="size-5 shrink-0 text-ink-3" />}
      </span>
      {onWay && percent !== undefined && (
        <span
          className="mt-2 block h-1 overflow-hidden rounded-full bg-surface-3"
          role="progressbar"
          aria-label={`上传 ${title}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span className="block h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
        </span>
      )}
    </>
  )
  const look = 'block w-[264px] max-w-full rounded-lg border border-line bg-surface p-3'
  if (onWay) return <div className={look}>{inside}</div>
  return (
    <a href={url} download className={`${look} hover:border-accent`} aria-label={`下载 ${title}`}>
      {inside}
    </a>
  )
}

type Props = { message: ThreadMessage; read: boolean }

/** Delivery state of an own message: sending, sent, read; refused or no connection, with 重试. */
export function MessageStatus({ message: { state, reason, clientId }, read }: Props) {
  if (state === 'failed' || state === 'waiting') {
    return (
      <span className={`shrink-0 text-xs ${state === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
        {state === 'waiting' && '等待网络 '}
        <button
          type="button"
          className="inline-flex items-center gap-1 text-bad hover:underline max-md:min-h-11"
          title={reason}
          onClick={() => retryMessage(clientId)}
        >
          <RotateCw className="size-3.5" />
          重试
        </button>
        <button
          type="button"
          className="ml-2 text-ink-3 hover:underline max-md:min-h-11"
          onClick={() => discardMessage(clientId)}
        >
          删除
        </button>
      </span>
    )
  }
  return <span className="shrink-0 text-xs text-ink-3">{state === 'sending' ? '发送中' : read ? '已读' : '送达'}</span>
}

/** Rating of an ended support case: the visitor rates once; the support console shows the result. */
export function RatingCard({ message: { content, mine } }: { message: ThreadMessage }) {
  const all = useStore(ratings)
  const { caseId = 0, score, text } = content
  const now = ratingOf(all, caseId)
  if (score !== undefined || mine) {
    const said = score === undefined ? '已邀请访客评价' : `${mine ? '访客评价' : '您的评价'}：${score} 分`
    return (
      <p className="text-center text-xs text-ink-3">
        本次服务已结束。{said}
        {score === undefined ? '' : `（${scoreLabels[score - 1] ?? ''}）`}
      </p>
    )
  }
  return (
    <form
      aria-label="服务评价"
      className="mx-auto w-full max-w-80 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submitRating(caseId)
      }}
    >
      <p className="text-center text-sm font-medium">{text}</p>
      <div className="mt-2 flex justify-center" role="radiogroup" aria-label="评分">
        {scoreLabels.map((name, index) => (
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
      <p className="h-5 text-center text-xs text-ink-2">{now.score === 0 ? '' : scoreLabels[now.score - 1]}</p>
      {now.score > 0 && (
        <>
          <textarea
            className="mt-2 block h-16 w-full resize-none rounded-md border border-line-control bg-surface px-3 py-2 text-sm focus:border-accent max-md:text-base"
            placeholder="评价说明（选填）"
            aria-label="评价说明，选填"
            maxLength={maxRatingLength}
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
