import { useStore } from '@nanostores/react'
import { Download, FileText } from 'lucide-react'
import { fileSize } from '../../domain/operations/file-size.ts'
import { progress } from '../../stores/chat/send-one.ts'
import type { ThreadMessage } from '../../stores/chat/thread.ts'

/** A picture in a box of one size, or a file by its name; on its way with how far it has come. */
export function MessageFile({ message: { content, clientId, seq } }: { message: ThreadMessage }) {
  const percent = useStore(progress, { keys: [clientId] })[clientId]
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
            {fileSize(size)}
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
