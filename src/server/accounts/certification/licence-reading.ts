import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { licenceReadings } from '../../../db/tables/accounts.ts'
import { licenceLines } from '../../../domain/accounts/licence-layout.ts'
import { licenceFields, sameName, type LicenceFields } from '../../../domain/accounts/licence-text.ts'
import type { Context } from '../../handler.ts'
import type { fileOf } from '../../operations/public.ts'

type FileRow = Awaited<ReturnType<typeof fileOf>>

/** What was read of a file before; undefined when nobody has read it yet. */
export async function keptReading(db: Db, fileId: string): Promise<LicenceFields | undefined> {
  const [kept] = await db.select().from(licenceReadings).where(eq(licenceReadings.fileId, fileId))
  return kept === undefined ? undefined : licenceFields(kept.lines)
}

/**
 * Reads a licence, once a file: what was read is kept. Not to be called in a transaction, for reading takes seconds.
 * Throws ocrBusy.
 */
export async function readLicence(
  db: Db,
  providers: Pick<Context['providers'], 'ocr' | 'storage'>,
  { id, storageKey }: Pick<FileRow, 'id' | 'storageKey'>,
): Promise<LicenceFields> {
  const kept = await keptReading(db, id)
  if (kept !== undefined) return kept
  const lines = licenceLines(await providers.ocr.words(await providers.storage.read(storageKey)))
  await db.insert(licenceReadings).values({ fileId: id, lines }).onConflictDoNothing()
  return licenceFields(lines)
}

/** Whether the licence itself says what a person confirmed: this very credit code, and a name that can be this one. */
export const confirms = (
  read: LicenceFields,
  { creditCode, companyName }: { readonly creditCode: string; readonly companyName: string },
): boolean => read.creditCodeValid && read.creditCode === creditCode && sameName(read.companyName, companyName)
