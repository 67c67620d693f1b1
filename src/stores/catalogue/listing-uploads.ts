import type { Uploaded } from '../../contract/operations/files.ts'
import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import { uploadsOf, type Uploads } from '../operations/uploads.ts'
import * as form from './listing-form.ts'

/** Files on their way into the form: what has arrived stands among its values, what is left is sending or failed. */
interface Into {
  readonly uploads: Uploads
  /** Files that there is still room for. */
  readonly room: () => number
  readonly remove: (fileId: string) => void
}

function into(name: 'pictures' | 'attachments'): Into {
  const most = listingLimits[name]
  const uploads: Uploads = uploadsOf(name === 'pictures' ? 'picture' : 'document', {
    most,
    onReady: (file) => {
      arrived(file)
      const item = uploads.items.get().find((each) => each.at === 'ready' && each.file.fileId === file.fileId)
      if (item !== undefined) uploads.remove(item.id)
    },
  })
  const arrived = ({ fileId, url, name: called, size }: Uploaded) => {
    const now = form.values.get()
    if (now === null) return
    if (name === 'pictures') form.set(name, [...now.pictures, { fileId, url }].slice(0, most))
    else form.set(name, [...now.attachments, { fileId, url, name: called, size }].slice(0, most))
  }
  return {
    uploads,
    room: () => {
      const under = uploads.items.get().filter(({ at }) => at === 'sending').length
      return Math.max(0, most - (form.values.get()?.[name].length ?? 0) - under)
    },
    remove: (fileId) => {
      const now = form.values.get()
      if (now === null) return
      if (name === 'pictures')
        form.set(
          name,
          now.pictures.filter((each) => each.fileId !== fileId),
        )
      else
        form.set(
          name,
          now.attachments.filter((each) => each.fileId !== fileId),
        )
    },
  }
}

export const pictures = into('pictures')
export const attachments = into('attachments')

/** Moves a picture to another place; the first is the main one. */
export function movePicture(from: number, to: number): void {
  const now = form.values.get()
  const moved = now?.pictures[from]
  if (now === null || moved === undefined || to < 0 || to >= now.pictures.length) return
  form.set('pictures', now.pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
}
