import { mostOfferFiles } from '../../domain/demands/offer-files.ts'
import { uploadsOf } from '../operations/uploads.ts'
import type { OfferValues } from './offer-values.ts'

const attachments = uploadsOf('attachment', { most: mostOfferFiles })

type FileValues = OfferValues['files']

/** Files of the offer that is being written: what is there, on its way, or refused. */
export const uploads = {
  ...attachments,
  /** Shows those of a draft or a version. */
  start: (files: FileValues): void => attachments.start(files.map((file) => ({ ...file, contentType: '' }))),
  /** What has arrived, as the form keeps it. */
  values: (): FileValues => attachments.files.get().map(({ fileId, name, size, url }) => ({ fileId, name, size, url })),
}
