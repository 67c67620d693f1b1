import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { licenceReadings } from '../../../db/tables/accounts.ts'
import { licenceLines } from '../../../domain/accounts/licence-layout.ts'
import { licenceFields, sameName, type LicenceFields } from '../../../domain/accounts/licence-text.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFile } from '../../platform/files/files.ts'
import type { certificationCalls } from '../../../contract/accounts/certification.ts'
import { CallFailed } from '../../../contract/failures.ts'

type FileRow = Awaited<ReturnType<typeof ownFile>>

/** Saved recognition result of a file; undefined if it was not read yet. */
export async function getSavedReading(db: Db, fileId: string): Promise<LicenceFields | undefined> {
  const [saved] = await db.select().from(licenceReadings).where(eq(licenceReadings.fileId, fileId))
  return saved === undefined ? undefined : licenceFields(saved.lines)
}

/**
 * Recognises a licence once per file and saves the result. Takes seconds: do not call it inside a transaction.
 * Throws ocrBusy.
 */
export async function readLicence(
  db: Db,
  providers: Pick<Context['providers'], 'ocr' | 'storage'>,
  { id, storageKey }: Pick<FileRow, 'id' | 'storageKey'>,
): Promise<LicenceFields> {
  const saved = await getSavedReading(db, id)
  if (saved !== undefined) return saved
  const lines = licenceLines(await providers.ocr.words(await providers.storage.read(storageKey)))
  await db.insert(licenceReadings).values({ fileId: id, lines }).onConflictDoNothing()
  return licenceFields(lines)
}

/** Whether the recognised licence matches the input: same credit code and a similar company name. */
export const matchesLicence = (
  read: LicenceFields,
  { creditCode, companyName }: { readonly creditCode: string; readonly companyName: string },
): boolean => read.creditCodeValid && read.creditCode === creditCode && sameName(read.companyName, companyName)

export const businessLicenseOcr: Handler<typeof certificationCalls.businessLicenseOcr> = async (
  { fileId },
  { caller, db, providers },
) => {
  const file = await ownFile(db, fileId, caller, 'licence')
  if (!file.contentType.startsWith('image/')) throw new CallFailed('notPicture')
  return readLicence(db, providers, file)
}
