import { FileText } from 'lucide-react'
import type { OrderPapers } from '../../../contract/orders/papers.ts'
import { fileSize } from '../../../domain/operations/file-size.ts'
import { orderFileKindLabels } from '../../../domain/orders/order-papers.ts'
import { dateTime } from '../../../domain/time.ts'
import { askRemoval } from '../../../stores/orders/papers.ts'
import { Tag } from '../../../ui/Tag.tsx'

type Props = Pick<OrderPapers, 'files' | 'mayRemove'>

/** The files of an order, the newest first; a side takes back its own. */
export const OrderFileList = ({ files, mayRemove }: Props) =>
  files.length === 0 ? (
    <p className="px-4 py-5 text-ink-3 desk:px-6">
      还没有文件。盖章合同、需求资料、检测报告等可以放在这里，双方都能查看。
    </p>
  ) : (
    <ul className="divide-y divide-line" aria-label="订单文件">
      {files.map((file) => (
        <li key={file.fileId} className="flex items-start gap-3 px-4 py-3 desk:px-6">
          <FileText className="mt-0.5 size-5 shrink-0 text-ink-3" aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <a href={file.url} download className="min-w-0 break-all text-accent hover:underline max-md:py-1">
                {file.name}
              </a>
              <Tag label={orderFileKindLabels[file.kind]} />
            </p>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
              <span>{fileSize(file.size)}</span>
              <span className="break-words">{file.own ? '本企业' : file.companyName}</span>
              <time dateTime={file.createdAt}>{dateTime(file.createdAt)}</time>
            </p>
          </div>
          {file.own && mayRemove && (
            <button
              type="button"
              className="shrink-0 px-1 text-sm text-accent hover:underline max-md:min-h-11 print:hidden"
              aria-label={`移除 ${file.name}`}
              onClick={() => askRemoval(file)}
            >
              移除
            </button>
          )}
        </li>
      ))}
    </ul>
  )
