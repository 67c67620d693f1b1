import type { Delivery } from '../../../contract/orders/documents.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'

/** Files to download, with their sizes; nothing without any. */
export const FileLinks = ({ files, className }: Pick<Delivery, 'files'> & { className: string }) =>
  files.length === 0 ? null : (
    <ul className={`space-y-1 ${className}`}>
      {files.map(({ fileId, name, size, url }) => (
        <li key={fileId} className="flex flex-wrap items-center gap-x-2">
          <a href={url} download className="min-w-0 break-all text-accent hover:underline max-md:py-2">
            {name}
          </a>
          <span className="text-sm text-ink-3">{formatFileSize(size)}</span>
        </li>
      ))}
    </ul>
  )
