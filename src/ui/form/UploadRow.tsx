import { FileText, X } from 'lucide-react'
import { formatFileSize } from '../../domain/operations/file-size.ts'

/** A file of an upload with its state. Sizes in bytes. */
export type UploadFile = { id: string; name: string; size: number } & (
  | { at: 'sending'; percent: number; secondsLeft?: number | undefined }
  | { at: 'ready'; href?: string | undefined }
  | { at: 'failed'; reason: string; canRetry: boolean }
)

const note = (file: UploadFile) => {
  if (file.at === 'failed') return file.reason
  if (file.at === 'ready') return formatFileSize(file.size)
  return file.secondsLeft === undefined ? `${file.percent}%` : `${file.percent}%，剩约 ${file.secondsLeft} 秒`
}

type Props = { file: UploadFile; onRemove: () => void; onRetry: () => void }

/** One file of an upload's list. */
export const UploadRow = ({ file, onRemove, onRetry }: Props) => (
  <li className="flex items-center gap-3 px-4 py-2.5">
    <FileText className={`size-5 shrink-0 ${file.at === 'failed' ? 'text-bad' : 'text-ink-3'}`} />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        {file.at === 'ready' && file.href ? (
          <a href={file.href} className="truncate hover:text-accent">
            {file.name}
          </a>
        ) : (
          <span className="truncate">{file.name}</span>
        )}
        <span
          className={`text-sm ${file.at === 'failed' ? 'min-w-0 text-bad' : 'shrink-0 text-ink-3'}`}
          role={file.at === 'failed' ? 'alert' : undefined}
        >
          {note(file)}
        </span>
      </p>
      {file.at === 'sending' && (
        <div
          className="mt-1.5 h-1 overflow-hidden rounded-full bg-surface-3"
          role="progressbar"
          aria-label={`上传 ${file.name}`}
          aria-valuenow={file.percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span
            className="block h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${file.percent}%` }}
          />
        </div>
      )}
    </div>
    {file.at === 'failed' && file.canRetry && (
      <button type="button" className="shrink-0 text-sm text-accent hover:underline max-md:min-h-11" onClick={onRetry}>
        重传
      </button>
    )}
    <button
      type="button"
      className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 max-md:size-11"
      aria-label={`移除 ${file.name}`}
      onClick={onRemove}
    >
      <X />
    </button>
  </li>
)
