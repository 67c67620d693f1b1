import type { FilePurpose, Uploaded } from '../../../contract/operations/files.ts'
import { createUploads, type Uploads } from '../../operations/uploads.ts'
import type { FormFile } from './demand-values.ts'

/** File lists of the demand form. */
export type DemandFileList = 'files' | 'annexes'
/** Maximum number of files per list; the contract enforces the same limits. */
export const maxDemandFiles: Readonly<Record<DemandFileList, number>> = { files: 10, annexes: 20 }

type AddFile = (into: DemandFileList, file: FormFile) => void

function uploadsOfList(list: DemandFileList, purpose: FilePurpose, take: AddFile): Uploads {
  const uploads: Uploads = createUploads(purpose, {
    maxFiles: maxDemandFiles[list],
    onReady: ({ fileId, name, size, url }: Uploaded) => {
      take(list, { fileId, name, size, url })
      const arrived = uploads.items.get().find((item) => item.at === 'ready' && item.file.fileId === fileId)
      if (arrived !== undefined) uploads.remove(arrived.id)
    },
  })
  return uploads
}

/** Upload queues; completed files are passed to `take`, the rest are uploading or failed. */
export const createDemandUploads = (take: AddFile): Readonly<Record<DemandFileList, Uploads>> => ({
  files: uploadsOfList('files', 'document', take),
  annexes: uploadsOfList('annexes', 'attachment', take),
})

/** Whether uploads are running that a submit would lose. */
export const isDemandUploading = (uploads: Readonly<Record<DemandFileList, Uploads>>): boolean =>
  Object.values(uploads).some(({ busy }) => busy.get())
