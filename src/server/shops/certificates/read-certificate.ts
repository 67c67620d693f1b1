import { eq, isNull } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { certificateReadings } from '../../../db/tables/shops.ts'
import {
  certificateLines,
  completeFields,
  isAnythingFound,
  isIncomplete,
  nothingOnCertificate,
  readCertificate,
  type ReadCertificate,
  type ReadingSource,
} from '../../../domain/shops/certificate-text.ts'
import type { Context, Handler } from '../../handler.ts'
import { ownFile, type FileRow } from '../../platform/files/files.ts'
import { fileWork } from '../../work/work-pool.ts'

type Providers = Pick<Context['providers'], 'ocr' | 'storage'>
type ReadFile = Pick<FileRow, 'id' | 'storageKey' | 'contentType'>

/** What was read in the file of a certificate. */
export interface SavedReading {
  readonly source: ReadingSource | null
  /** Of both recognitions together: proposals. */
  readonly fields: ReadCertificate
  /** Fields of the first recognition alone. */
  readonly first: ReadCertificate
  /** Fields of the second recognition of a picture; null = not done. */
  readonly second: ReadCertificate | null
}

type ReadingRow = typeof certificateReadings.$inferSelect

function presentReading({
  source,
  lines,
  secondLines,
}: Pick<ReadingRow, 'source' | 'lines' | 'secondLines'>): SavedReading {
  const first = source === null ? nothingOnCertificate : readCertificate(lines)
  const second = secondLines === null ? null : readCertificate(secondLines)
  return { source, fields: second === null ? first : completeFields(first, second), first, second }
}
const nothingRead = presentReading({ source: null, lines: [], secondLines: null })

/** What was read in a file before; undefined if it was not read yet. */
export async function findReading(db: Db, fileId: string): Promise<SavedReading | undefined> {
  const [saved] = await db.select().from(certificateReadings).where(eq(certificateReadings.fileId, fileId))
  return saved && presentReading(saved)
}

/** A reading joined to its file; null where there is none. */
export const joinedReading = (row: ReadingRow | null): SavedReading | null => row && presentReading(row)

/**
 * Reads a certificate once per file and saves what was found: the text of a PDF in a worker thread, pictures and
 * scanned pages by text recognition, twice where the first time finds too little. With `again`, a paper in which
 * nothing was found is read anew; a reading with fields stays. Takes seconds: do not call it inside a transaction.
 * Throws filesBusy, fileTooComplex, ocrBusy.
 */
export async function readOnce(
  db: Db,
  providers: Providers,
  file: ReadFile,
  key: string,
  again = false,
): Promise<SavedReading> {
  const saved = await findReading(db, file.id)
  if (saved !== undefined && !(again && saved.source === null)) return saved
  const read = await readPaper(providers, file, key)
  const found = presentReading(read)
  const row = isAnythingFound(found.fields) ? read : { source: null, lines: [], secondLines: null }
  await db
    .insert(certificateReadings)
    .values({ fileId: file.id, source: row.source, lines: row.lines, secondLines: row.secondLines })
    .onConflictDoUpdate({
      target: certificateReadings.fileId,
      set: { source: row.source, lines: row.lines, secondLines: row.secondLines },
      setWhere: isNull(certificateReadings.source),
    })
  return row.source === null ? nothingRead : found
}

async function readPaper(
  { ocr, storage }: Providers,
  file: ReadFile,
  key: string,
): Promise<Pick<ReadingRow, 'lines' | 'secondLines'> & { readonly source: ReadingSource }> {
  const picture = await pictureOf(storage, file, key)
  if ('lines' in picture) return { source: 'pdf', lines: [...picture.lines], secondLines: null }
  if (picture.bytes === null) return { source: 'ocr', lines: [], secondLines: null }
  const lines = certificateLines(await ocr.words(picture.bytes, 'red'))
  if (!isIncomplete(readCertificate(lines))) return { source: 'ocr', lines, secondLines: null }
  return { source: 'ocr', lines, secondLines: certificateLines(await ocr.words(picture.bytes, 'redSmall')) }
}

/** The text of a file, or the picture that has to be recognised. */
async function pictureOf(
  storage: Providers['storage'],
  { storageKey, contentType }: ReadFile,
  key: string,
): Promise<{ readonly lines: readonly string[] } | { readonly bytes: Uint8Array | null }> {
  const stored = await storage.read(storageKey)
  if (contentType !== 'application/pdf') return { bytes: stored }
  const bytes = new Uint8Array(stored)
  const { lines, scan } = await fileWork.run('parseCertificate', bytes, { key, transfer: [bytes.buffer] })
  return lines.length > 0 ? { lines } : { bytes: scan }
}

/**
 * Recognises a picture a second time, prepared differently: an automatic pass needs two readings that agree, since a
 * misread digit looks as good as a right one. Throws like `readOnce`.
 */
export async function readAgain(db: Db, providers: Providers, file: ReadFile, key: string): Promise<void> {
  const picture = await pictureOf(providers.storage, file, key)
  const words = 'lines' in picture || picture.bytes === null ? [] : await providers.ocr.words(picture.bytes, 'redSmall')
  await db
    .update(certificateReadings)
    .set({ secondLines: certificateLines(words) })
    .where(eq(certificateReadings.fileId, file.id))
}

/** Readings that an automatic pass is compared with; empty while one is missing. */
export const completeReadings = ({ source, first, second }: SavedReading): ReadCertificate[] => {
  if (source === 'pdf') return [first]
  return source === 'ocr' && second !== null ? [first, second] : []
}

export const shopQualificationRead: Handler<typeof qualificationsCalls.shopQualificationRead> = async (
  { fileId, again },
  { caller, db, providers },
) => {
  const file = await ownFile(db, fileId, caller, 'licence')
  const { source, fields } = await readOnce(db, providers, file, `user ${caller.userId}`, again)
  const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, caller.companyId))
  return { source, fields, companyName: company?.name ?? '' }
}
