import { maxOfferFiles } from '../../../domain/demands/offer-terms.ts'
import { createUploads } from '../../operations/uploads.ts'
import type { OfferValues } from './offer-values.ts'

const attachments = createUploads('attachment', { maxFiles: maxOfferFiles })

type FileValues = OfferValues['files']

/** Files of the offer form: uploaded, uploading, or refused. */
export const offerUploads = {
  ...attachments,
  /** Sets the files of a draft or version. */
  start: (files: FileValues): void => attachments.setFiles(files.map((file) => ({ ...file, contentType: '' }))),
  /** Uploaded files as form values. */
  values: (): FileValues => attachments.files.get().map(({ fileId, name, size, url }) => ({ fileId, name, size, url })),
}
