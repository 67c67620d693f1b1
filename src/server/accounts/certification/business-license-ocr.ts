import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { fileOf } from '../../operations/public.ts'
import { readLicence } from './licence-reading.ts'

export const businessLicenseOcr: Handler<typeof certificationCalls.businessLicenseOcr> = async (
  { fileId },
  { caller, db, providers },
) => {
  const file = await fileOf(db, fileId, caller, 'licence')
  if (!file.contentType.startsWith('image/')) throw new CallFailed('notPicture')
  return readLicence(db, providers, file)
}
