import { useStore } from '@nanostores/react'
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import * as uploads from '../../../stores/catalogue/listing-uploads.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { labelClass } from '../../../ui/form/control-class.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { UploadRow } from '../../../ui/form/UploadRow.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../../ui/form/Fault.tsx'

type Props = { values: ListingValues }

/** Pictures of a listing in order, main picture first. */
export const ListingPictures = ({ values }: Props) => {
  const { within } = useListing(values)
  const items = useStore(uploads.pictureUploads.uploads.items)
  const input = useRef<HTMLInputElement>(null)
  const { pictures } = values
  const error = within('pictures')
  const room = uploads.pictureUploads.room()
  const take = (files: readonly File[]) => uploads.pictureUploads.uploads.add(files.slice(0, room))
  return (
    <div data-fault={error ? '' : undefined}>
      <p className={labelClass}>图片</p>
      <p className="-mt-1 mb-2 text-sm text-ink-3">
        上传实拍照片，第一张为主图，最多 {listingLimits.pictures} 张；{fileRules.picture.words}。
        {pictures.length === 0
          ? '没有照片时，买家看到的是按标题与分类绘制的示意图；上传第一张照片后，示意图不再显示。'
          : '示意图已不再显示。'}
      </p>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {pictures.map(({ fileId, url }, at) => (
          <li key={fileId} className="overflow-hidden rounded-lg border border-line">
            <span className="relative block aspect-square bg-surface-2">
              <img src={url} alt={`图片 ${at + 1}`} loading="lazy" className="size-full object-contain" />
              {at === 0 && <span className="absolute top-2 left-2 rounded bg-ink px-2 text-xs text-white">主图</span>}
            </span>
            <span className="flex items-center justify-between border-t border-line p-1">
              <Tool
                label={`前移图片 ${at + 1}`}
                disabled={at === 0}
                onClick={() => uploads.moveListingPicture(at, at - 1)}
              >
                <ArrowLeft className="size-4" />
              </Tool>
              {at > 0 && (
                <button
                  type="button"
                  className="h-8 text-sm whitespace-nowrap text-accent hover:underline max-md:h-11"
                  aria-label={`图片 ${at + 1} 设为主图`}
                  onClick={() => uploads.moveListingPicture(at, 0)}
                >
                  设为主图
                </button>
              )}
              <Tool
                label={`后移图片 ${at + 1}`}
                disabled={at === pictures.length - 1}
                onClick={() => uploads.moveListingPicture(at, at + 1)}
              >
                <ArrowRight className="size-4" />
              </Tool>
              <Tool label={`移除图片 ${at + 1}`} disabled={false} onClick={() => uploads.pictureUploads.remove(fileId)}>
                <Trash2 className="size-4" />
              </Tool>
            </span>
          </li>
        ))}
        {room > 0 && (
          <li>
            <button
              type="button"
              className="flex aspect-square w-full flex-col items-center justify-center gap-2 rounded-lg border border-dashed border-line-control text-accent hover:border-accent hover:bg-accent-soft"
              onClick={() => input.current?.click()}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                take([...event.dataTransfer.files])
              }}
            >
              <ImagePlus className="size-6 text-ink-3" />
              上传照片
            </button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              accept={acceptOf('picture')}
              onChange={(event) => {
                take([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </li>
        )}
      </ul>
      {items.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-lg border border-line" aria-label="正在上传的图片">
          {items.map((file) => (
            <UploadRow
              key={file.id}
              file={file}
              onRemove={() => uploads.pictureUploads.uploads.remove(file.id)}
              onRetry={() => uploads.pictureUploads.uploads.retry(file.id)}
            />
          ))}
        </ul>
      )}
      <Fault message={error} />
    </div>
  )
}

const Tool = (props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="grid size-7 place-items-center rounded text-ink-3 hover:bg-surface-3 hover:text-accent disabled:text-ink-disabled max-md:size-9"
    aria-label={props.label}
    title={props.label}
    disabled={props.disabled}
    onClick={props.onClick}
  >
    {props.children}
  </button>
)

/** Public attachments of a listing. */
export const ListingAttachments = ({ values }: Props) => {
  const { within } = useListing(values)
  const { attachmentUploads } = uploads
  const items = useStore(attachmentUploads.uploads.items)
  const there = values.attachments.map(({ fileId, name, size, url }) => ({
    id: fileId,
    name,
    size,
    href: url,
    at: 'ready' as const,
  }))
  return (
    <Upload
      label="附件"
      error={within('attachments')}
      files={[...there, ...items.filter(({ at }) => at !== 'ready')]}
      accept={acceptOf('document')}
      disabled={attachmentUploads.room() === 0}
      rule={`${fileRules.document.words}，最多 ${listingLimits.attachments} 个；所有人可以下载`}
      onAdd={(files) => attachmentUploads.uploads.add(files.slice(0, attachmentUploads.room()))}
      onRemove={(id) =>
        values.attachments.some(({ fileId }) => fileId === id)
          ? attachmentUploads.remove(id)
          : attachmentUploads.uploads.remove(id)
      }
      onRetry={attachmentUploads.uploads.retry}
    />
  )
}
