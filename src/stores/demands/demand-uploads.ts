import type { FilePurpose, Uploaded } from '../../contract/operations/files.ts'
import { uploadsOf, type Uploads } from '../operations/uploads.ts'
import type { FormFile } from './demand-values.ts'

/** Lists of files in the form of a demand. */
export type FileList = 'files' | 'annexes'
/** So many files each list takes; the contract holds the same numbers. */
export const mostFiles: Readonly<Record<FileList, number>> = { files: 10, annexes: 20 }

let put: ((into: FileList, file: FormFile) => void) | undefined
/** Where arrived files go: among the values of the form that is open. Returns the way to stop. */
export function intoForm(take: (into: FileList, file: FormFile) => void): () => void {
  put = take
  return () => {
    put = undefined
  }
}

/** Files on their way: what has arrived stands in the form, what is left is sending or failed. */
function into(list: FileList, purpose: FilePurpose): Uploads {
  const uploads: Uploads = uploadsOf(purpose, {
    most: mostFiles[list],
    onReady: ({ fileId, name, size, url }: Uploaded) => {
      put?.(list, { fileId, name, size, url })
      const arrived = uploads.items.get().find((item) => item.at === 'ready' && item.file.fileId === fileId)
      if (arrived !== undefined) uploads.remove(arrived.id)
    },
  })
  return uploads
}

export const demandUploads: Readonly<Record<FileList, Uploads>> = {
  files: into('files', 'document'),
  annexes: into('annexes', 'attachment'),
}

/** Files under way, which a submit would leave behind. */
export const isSending = (): boolean => Object.values(demandUploads).some(({ busy }) => busy.get())
