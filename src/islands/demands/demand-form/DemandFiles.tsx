import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { demandUploads, typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { maxDemandFiles, type DemandFileList } from '../../../stores/demands/demand-form/demand-uploads.ts'
import type { FormFile } from '../../../stores/demands/demand-form/demand-values.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'

type Props = {
  list: DemandFileList
  label: string
  /** Who can read them, in short. */
  readers: string
  files: readonly FormFile[]
  /** Files that cannot be removed, since offers refer to them. */
  kept: readonly FormFile[]
  error: string | undefined
}

/** Files of a demand: uploaded, uploading, or refused. */
export const DemandFiles = ({ list, label, readers, files, kept, error }: Props) => {
  const uploads = demandUploads[list]
  const items = useStore(uploads.items)
  const purpose = list === 'files' ? 'document' : 'attachment'
  const room = maxDemandFiles[list] - files.length - items.filter(({ at }) => at === 'sending').length
  const there = files.map(({ fileId, name, size, url }) => ({
    id: fileId,
    name,
    size,
    href: url,
    at: 'ready' as const,
  }))
  const remove = (id: string) => {
    if (kept.some(({ fileId }) => fileId === id)) toast.error('供应商已据此报价，不能移除，可以增加')
    else if (files.some(({ fileId }) => fileId === id)) {
      typedDemand.set(
        list,
        files.filter(({ fileId }) => fileId !== id),
      )
    } else uploads.remove(id)
  }
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label={label}
        error={error}
        files={[...there, ...items.filter(({ at }) => at !== 'ready')]}
        accept={acceptOf(purpose)}
        disabled={room <= 0}
        rule={`${fileRules[purpose].words}，最多 ${maxDemandFiles[list]} 个；${readers}`}
        onAdd={(added) => uploads.add(added.slice(0, room))}
        onRemove={remove}
        onRetry={uploads.retry}
      />
    </div>
  )
}
