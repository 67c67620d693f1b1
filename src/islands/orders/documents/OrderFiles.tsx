import { useStore } from '@nanostores/react'
import { ChevronDown, FileDown, FileText } from 'lucide-react'
import { useEffect } from 'react'
import type { OrderDocuments } from '../../../contract/orders/documents.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'
import { orderFileKindLabels, maxOrderFiles, orderFileKinds } from '../../../domain/orders/order-documents.ts'
import { dateTime } from '../../../domain/time.ts'
import { SupplementButton } from '../change-orders/SupplementButton.tsx'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import * as store from '../../../stores/orders/order-documents.ts'
import { openFileRemoval } from '../../../stores/orders/order-documents.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import type { UploadFile } from '../../../ui/form/UploadRow.tsx'
import type { Side } from '../../../domain/sides.ts'

const fileKinds = orderFileKinds.map((kind) => ({ value: kind, label: orderFileKindLabels[kind] }))

/** Upload rows: files uploading, and uploaded files not yet attached to the order. */
const uploadRows = (items: readonly UploadFile[], unlaid: readonly store.UnattachedFile[]): UploadFile[] => [
  ...items.filter(({ at }) => at !== 'ready'),
  ...unlaid.map(({ file: { fileId, name, size }, failure }): UploadFile => {
    const of = { id: fileId, name, size }
    if (failure === null) return { ...of, at: 'sending', percent: 99 }
    return { ...of, at: 'failed', reason: failure.message, canRetry: failure.code === 0 || failure.code >= 500 }
  }),
]

/** Adds files after their kind was chosen. */
const AddOrderFiles = ({ count }: { count: number }) => {
  const items = useStore(store.orderFileUploads.items)
  const busy = useStore(store.orderFileUploads.busy)
  const unlaid = useStore(store.unattachedFiles)
  const kind = useStore(store.uploadKind)
  const room = maxOrderFiles - count - unlaid.length - items.filter(({ at }) => at === 'sending').length
  const isUnlaid = (id: string) => unlaid.some(({ file }) => file.fileId === id)
  return (
    <div className="grid gap-x-6 gap-y-4 px-4 pb-5 md:grid-cols-[200px_minmax(0,1fr)] desk:px-6">
      <Select
        label="文件类型"
        options={fileKinds}
        value={kind}
        disabled={busy}
        onChange={(value) => store.uploadKind.set(value)}
      />
      <Upload
        label="添加文件"
        files={uploadRows(items, unlaid)}
        accept={acceptOf('attachment')}
        disabled={room <= 0}
        rule={`${fileRules.attachment.words}，最多 ${maxOrderFiles} 份；双方可见`}
        onAdd={(files) => store.orderFileUploads.add(files.slice(0, Math.max(0, room)))}
        onRemove={(id) => (isUnlaid(id) ? store.discardUpload(id) : store.orderFileUploads.remove(id))}
        onRetry={(id) => (isUnlaid(id) ? store.retryAttach(id) : store.orderFileUploads.retry(id))}
      />
    </div>
  )
}

type OrderFileListProps = Pick<OrderDocuments, 'files' | 'mayRemove'>

/** Files of an order, newest first; each side can remove its own. */
const OrderFileList = ({ files, mayRemove }: OrderFileListProps) =>
  files.length === 0 ? (
    <p className="px-4 py-5 text-ink-3 desk:px-6">
      暂无文件。盖章合同、需求资料、检测报告等可以放在这里，双方都能查看。
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
              <span>{formatFileSize(file.size)}</span>
              <span className="break-words">{file.own ? '本企业' : file.companyName}</span>
              <time dateTime={file.createdAt}>{dateTime(file.createdAt)}</time>
            </p>
          </div>
          {file.own && mayRemove && (
            <button
              type="button"
              className="shrink-0 px-1 text-sm text-accent hover:underline max-md:min-h-11 print:hidden"
              aria-label={`移除 ${file.name}`}
              onClick={() => openFileRemoval(file)}
            >
              移除
            </button>
          )}
        </li>
      ))}
    </ul>
  )

type Props = {
  side: Side
  orderId: number
  /** Number of supplements, from the applied change orders. */
  supplements: number
}

const takeContract = () =>
  void store.downloadContract().then((failure) => {
    if (failure !== null) toast.error(`合同暂时不能下载：${failure.message}`)
  })
const remove = () =>
  void store.removeOrderFile().then((failure) => {
    if (failure !== null) toast.error(`文件移除失败：${failure.message}`)
  })

/** Contract of an order, and the files added by both sides. */
export const OrderFiles = ({ side, orderId, supplements }: Props) => {
  const state = useStore(store.orderDocuments)
  const made = useStore(exportingSheet)
  const removal = useStore(store.fileRemoval)
  useEffect(() => store.startOrderDocuments(side, orderId), [side, orderId])
  return (
    <section id="files" className="mt-6 scroll-mt-16" aria-label="合同与文件">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">合同与文件</h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          {Array.from({ length: supplements }, (_, at) => (
            <SupplementButton key={at + 1} supplement={at + 1} />
          ))}
          <Button
            className="max-md:h-11"
            busy={made === 'contract'}
            disabled={made !== null && made !== 'contract'}
            onClick={takeContract}
          >
            <FileDown className="size-4" />
            下载合同
          </Button>
        </div>
      </div>
      <AsyncContent
        state={state}
        what="订单文件"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadOrderDocuments()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={3} className="min-h-[168px]" />}
      >
        {(papers) => (
          <div className="rounded-lg border border-line bg-surface">
            <OrderFileList files={papers.files} mayRemove={papers.mayRemove} />
            {papers.mayAdd && (
              <details className="group border-t border-line print:hidden" open={papers.files.length > 0}>
                <summary className="flex cursor-pointer items-center gap-1 px-4 py-3 text-accent desk:px-6">
                  添加文件
                  <ChevronDown className="size-4 group-open:rotate-180" aria-hidden />
                </summary>
                <AddOrderFiles count={papers.files.length} />
              </details>
            )}
          </div>
        )}
      </AsyncContent>
      <Confirm
        open={removal.at !== 'none'}
        title={removal.at === 'none' ? '移除文件' : `移除“${removal.name}”？`}
        text="移除后双方都不能再查看。"
        confirm="移除"
        danger
        busy={removal.at === 'sending'}
        onCancel={store.closeFileRemoval}
        onConfirm={remove}
      />
    </section>
  )
}
