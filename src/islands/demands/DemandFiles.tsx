import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { demandUploads, mostFiles, type FileList } from '../../stores/demands/demand-uploads.ts'
import type { FormFile } from '../../stores/demands/demand-values.ts'
import { toast } from '../../ui/toast.ts'
import { Upload } from '../../ui/Upload.tsx'

type Props = {
  list: FileList
  label: string
  /** Who reads them, in a few words. */
  readers: string
  files: readonly FormFile[]
  /** Files that stay, since they were offered on. */
  kept: readonly FormFile[]
  error: string | undefined
  onChange: (files: FormFile[]) => void
}

/** Files of a demand: those that are there, on their way, or refused. */
export const DemandFiles = ({ list, label, readers, files, kept, error, onChange }: Props) => {
  const uploads = demandUploads[list]
  const items = useStore(uploads.items)
  const purpose = list === 'files' ? 'document' : 'attachment'
  const room = mostFiles[list] - files.length - items.filter(({ at }) => at === 'sending').length
  const there = files.map(({ fileId, name, size, url }) => ({
    ...{ id: fileId, name, size, href: url },
    at: 'ready' as const,
  }))
  const remove = (id: string) => {
    if (kept.some(({ fileId }) => fileId === id)) toast.bad('供应商已据此报价，不能移除，可以增加')
    else if (files.some(({ fileId }) => fileId === id)) onChange(files.filter(({ fileId }) => fileId !== id))
    else uploads.remove(id)
  }
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label={label}
        error={error}
        files={[...there, ...items.filter(({ at }) => at !== 'ready')]}
        accept={acceptOf(purpose)}
        disabled={room <= 0}
        rule={`${fileRules[purpose].words}，最多 ${mostFiles[list]} 个；${readers}`}
        onAdd={(added) => uploads.add(added.slice(0, room))}
        onRemove={remove}
        onRetry={uploads.retry}
      />
    </div>
  )
}
