import type { Contract } from '../../contract/contract.ts'
import type { Handlers } from '../handler.ts'
import { demoOutbox } from './demo-outbox.ts'
import { platformFigures } from './figures/platform-figures.ts'
import { upload } from './upload.ts'
import { uploadFinish, uploadPart } from './upload-parts.ts'
import { visitFigures } from './visits/visits.ts'

export const operationsHandlers: Handlers<Contract['operations']> = {
  demoOutbox,
  platformFigures,
  upload,
  uploadFinish,
  uploadPart,
  visits: visitFigures,
}
