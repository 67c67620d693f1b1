import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { mostOrderFiles, orderFileKindLabels, orderFileKinds } from '../../../domain/orders/order-papers.ts'
import * as store from '../../../stores/orders/papers.ts'
import { Select } from '../../../ui/Select.tsx'
import { Upload } from '../../../ui/Upload.tsx'
import type { UploadFile } from '../../../ui/UploadRow.tsx'

const kinds = orderFileKinds.map((kind) => ({ value: kind, label: orderFileKindLabels[kind] }))

/** Files on their way to the order: sent first, then laid to it. */
const rowsOf = (items: readonly UploadFile[], unlaid: readonly store.Unlaid[]): UploadFile[] => [
  ...items.filter(({ at }) => at !== 'ready'),
  ...unlaid.map(({ file: { fileId, name, size }, failure }): UploadFile => {
    const of = { id: fileId, name, size }
    if (failure === null) return { ...of, at: 'sending', percent: 99 }
    return { ...of, at: 'failed', reason: failure.message, canRetry: failure.code === 0 || failure.code >= 500 }
  }),
]

/** Where files are added, after it was said what they are. */
export const AddOrderFiles = ({ count }: { count: number }) => {
  const items = useStore(store.uploads.items)
  const busy = useStore(store.uploads.busy)
  const unlaid = useStore(store.unlaid)
  const kind = useStore(store.kind)
  const room = mostOrderFiles - count - unlaid.length - items.filter(({ at }) => at === 'sending').length
  const isUnlaid = (id: string) => unlaid.some(({ file }) => file.fileId === id)
  return (
    <div className="grid gap-x-6 gap-y-4 border-t border-line p-4 md:grid-cols-[200px_minmax(0,1fr)] desk:px-6 desk:py-5 print:hidden">
      <Select
        label="文件类型"
        options={kinds}
        value={kind}
        disabled={busy}
        onChange={(value) => store.kind.set(value)}
      />
      <Upload
        label="添加文件"
        files={rowsOf(items, unlaid)}
        accept={acceptOf('attachment')}
        disabled={room <= 0}
        rule={`${fileRules.attachment.words}，最多 ${mostOrderFiles} 份；双方可见`}
        onAdd={(files) => store.uploads.add(files.slice(0, Math.max(0, room)))}
        onRemove={(id) => (isUnlaid(id) ? store.leave(id) : store.uploads.remove(id))}
        onRetry={(id) => (isUnlaid(id) ? store.layAgain(id) : store.uploads.retry(id))}
      />
    </div>
  )
}
