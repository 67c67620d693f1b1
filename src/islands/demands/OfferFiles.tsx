import { useStore } from '@nanostores/react'
import { mostOfferFiles } from '../../domain/demands/offer-files.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { uploads } from '../../stores/demands/offer-uploads.ts'
import { Upload } from '../../ui/Upload.tsx'

/** Files that go with the offer: plan, price sheet, certificates. */
export const OfferFiles = ({ error }: { error: string | undefined }) => {
  const files = useStore(uploads.items)
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label="附件"
        error={error}
        files={files}
        accept={acceptOf('attachment')}
        disabled={files.filter(({ at }) => at !== 'failed').length >= mostOfferFiles}
        rule={`${fileRules.attachment.words}，最多 ${mostOfferFiles} 个；仅需求方可以下载`}
        onAdd={uploads.add}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
      />
    </div>
  )
}
