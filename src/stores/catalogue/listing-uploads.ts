import type { Uploaded } from '../../contract/operations/files.ts'
import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import { createUploads, type Uploads } from '../operations/uploads.ts'
import * as form from './listing-form.ts'

/** Upload queue of a form field: completed files become form values, the rest are uploading or failed. */
interface UploadTarget {
  readonly uploads: Uploads
  /** Number of files that may still be added. */
  readonly room: () => number
  readonly remove: (fileId: string) => void
}

function createListingUploads(name: 'pictures' | 'attachments'): UploadTarget {
  const max = listingLimits[name]
  const uploads: Uploads = createUploads(name === 'pictures' ? 'picture' : 'document', {
    maxFiles: max,
    onReady: (file) => {
      arrived(file)
      const item = uploads.items.get().find((each) => each.at === 'ready' && each.file.fileId === file.fileId)
      if (item !== undefined) uploads.remove(item.id)
    },
  })
  const arrived = ({ fileId, url, name: called, size }: Uploaded) => {
    const now = form.listingFormValues.get()
    if (now === null) return
    if (name === 'pictures') form.setListingValue(name, [...now.pictures, { fileId, url }].slice(0, max))
    else form.setListingValue(name, [...now.attachments, { fileId, url, name: called, size }].slice(0, max))
  }
  return {
    uploads,
    room: () => {
      const under = uploads.items.get().filter(({ at }) => at === 'sending').length
      return Math.max(0, max - (form.listingFormValues.get()?.[name].length ?? 0) - under)
    },
    remove: (fileId) => {
      const now = form.listingFormValues.get()
      if (now === null) return
      if (name === 'pictures')
        form.setListingValue(
          name,
          now.pictures.filter((each) => each.fileId !== fileId),
        )
      else
        form.setListingValue(
          name,
          now.attachments.filter((each) => each.fileId !== fileId),
        )
    },
  }
}

export const pictureUploads = createListingUploads('pictures')
export const attachmentUploads = createListingUploads('attachments')

/** Moves a picture; the first one is the main picture. */
export function moveListingPicture(from: number, to: number): void {
  const now = form.listingFormValues.get()
  const moved = now?.pictures[from]
  if (now === null || moved === undefined || to < 0 || to >= now.pictures.length) return
  form.setListingValue('pictures', now.pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
}
