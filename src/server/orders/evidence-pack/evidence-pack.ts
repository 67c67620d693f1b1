import { createHash } from 'node:crypto'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { disputeEvidence, disputes } from '../../../db/tables/disputes.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { paymentParts, payments, refundRequests, refunds } from '../../../db/tables/payments.ts'
import { dealEventLabel, dealKindLabels, dealSideLabels, type DealSide } from '../../../domain/orders/deal-record.ts'
import type { FileRow } from '../../platform/files/files.ts'
import type { Providers } from '../../providers/providers.ts'
import { loadRecordProof, type RecordProof } from '../deal-record/inclusion-proof.ts'
import { dealRootsPath } from '../deal-record/sign-root.ts'
import { presentMatch } from '../matching/present-match.ts'
import { matchPage } from './match-page.ts'
import { loadVerifiers } from './verifier-files.ts'
import { writeZip, type ZipFile } from './write-zip.ts'

/** Bytes of files in a pack; a ZIP archive without extensions holds 4 GB. */
const maxBytes = 3 * 1024 ** 3

interface PackContext {
  readonly db: Db
  readonly providers: Pick<Providers, 'storage'>
  readonly siteUrl: string
}

interface PackSubject {
  readonly orderId: number
  readonly orderNo: string
  /** Whom the pack is for. */
  readonly side: DealSide
  /** Contract and supplements: their bytes may be stored again under another id than the record names. */
  readonly papers?: readonly Pick<FileRow, 'sha256' | 'storageKey'>[]
}

/** A file that the record names: with the hash that it had when the entry was written. */
interface RecordedFile {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly seq: number
  /** Contract or supplement. */
  readonly isPaper: boolean
}

interface PackFile {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly seq?: number
  readonly fileId?: string
}

const missingReasons = { removed: '已被移除', lost: '存储中缺失', tooLarge: '超出证据包容量' } as const
interface MissingFile {
  readonly name: string
  readonly sha256: string
  readonly seq: number
  readonly fileId: string
  readonly reason: string
}

/**
 * The evidence pack of an order as a ZIP archive in chunks: record, proof, match, papers and files with the hashes that they
 * had when they were handed in, a manifest, and two verifiers. The caller has checked that the reader may see the
 * order; only files that belong to it now are included, others are named as missing.
 */
export async function createEvidencePack(
  { db, providers, siteUrl }: PackContext,
  subject: PackSubject,
): Promise<AsyncGenerator<Uint8Array>> {
  const { orderId, orderNo, side, papers = [] } = subject
  // Entries are only added: those read after the proof have its leaf.
  const proof = await loadRecordProof(db, orderId)
  const entries = await loadEntries(db, orderId)
  const { included, missing } = await chooseFiles(db, providers, orderId, recordedFiles(entries), papers)
  const verifiers = await loadVerifiers()
  const record = {
    orderId,
    orderNo,
    entries: entries.map(({ text, hash }) => ({ text, hash })),
    words: Object.fromEntries(
      entries.map((entry) => [
        `${entry.kind} ${entry.event}`,
        `${dealKindLabels[entry.kind]}：${dealEventLabel(entry)}`,
      ]),
    ),
    sides: dealSideLabels,
  }
  const createdAt = new Date()
  const made = [
    textFile('record.json', JSON.stringify(record, null, 2)),
    textFile('proof.json', JSON.stringify(presentProof(proof), null, 2)),
    textFile('matching.html', matchPage(await presentMatch(db, orderId, null), createdAt)),
    textFile('verify.html', verifiers.page),
    textFile('verify.mjs', verifiers.script),
  ]
  const manifest = JSON.stringify(
    {
      orderNo,
      orderId,
      side,
      createdAt: createdAt.toISOString(),
      rootsAt: `${siteUrl}${dealRootsPath}`,
      files: [...made.map(({ listed }) => listed), ...included.map(({ listed }) => listed)],
      missing,
    },
    null,
    2,
  )
  const digest = hashOf(manifest)
  return writeZip(
    [
      ...made.map(({ file }) => file),
      textFile('manifest.json', manifest).file,
      // The second hash is that of the first: a verifier can tell which of both files was changed.
      textFile('manifest.sha256', `${digest}  ${hashOf(digest)}\n`).file,
      ...included.map(({ file }) => file),
    ],
    createdAt,
  )
}

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

function textFile(path: string, text: string): { listed: PackFile; file: ZipFile } {
  const bytes = Buffer.from(text, 'utf8')
  return { listed: { path, size: bytes.byteLength, sha256: hashOf(text) }, file: { path, chunks: () => [bytes] } }
}

function presentProof(proof: RecordProof | undefined) {
  if (proof === undefined) return { root: null, leaf: null, steps: [] }
  const { root, orderId, seq, hash, steps } = proof
  const { day, root: value, count, previousRoot, signature, publicKey } = root
  return { root: { day, root: value, count, previousRoot, signature, publicKey }, leaf: { orderId, seq, hash }, steps }
}

interface LoadedEntry {
  readonly seq: number
  readonly kind: typeof dealEntries.$inferSelect.kind
  readonly event: string
  readonly body: string
  readonly hash: string
  readonly text: string
}

const loadEntries = (db: Db, orderId: number): Promise<LoadedEntry[]> => {
  const { seq, kind, event, body, hash } = dealEntries
  return db
    .select({ seq, kind, event, body, hash, text: sql<string>`deal_entry_text(${dealEntries})` })
    .from(dealEntries)
    .where(eq(dealEntries.orderId, orderId))
    .orderBy(asc(seq))
}

const bodyShape = z.object({
  files: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.int(), sha256: z.string() })).default([]),
})

/** Files of a record, each once: as of the first entry that has it. Of generated contracts only the newest. */
function recordedFiles(entries: readonly LoadedEntry[]): RecordedFile[] {
  const found = new Map<string, RecordedFile>()
  const newestContract = entries.findLast(({ kind, event }) => kind === 'document' && event === 'contract')?.seq
  for (const { seq, kind, event, body } of entries) {
    const isContract = kind === 'document' && event === 'contract'
    if (isContract && seq !== newestContract) continue
    const isPaper = isContract || (kind === 'document' && event === 'supplement')
    for (const file of bodyShape.parse(JSON.parse(body)).files)
      if (!found.has(file.fileId)) found.set(file.fileId, { ...file, seq, isPaper })
  }
  return [...found.values()]
}

interface Chosen {
  readonly included: readonly { readonly listed: PackFile; readonly file: ZipFile }[]
  readonly missing: readonly MissingFile[]
}

async function chooseFiles(
  db: Db,
  { storage }: PackContext['providers'],
  orderId: number,
  recorded: readonly RecordedFile[],
  papers: NonNullable<PackSubject['papers']>,
): Promise<Chosen> {
  const open = await filesOfOrder(db, orderId)
  const keys = new Map(
    recorded.length === 0
      ? []
      : (
          await db
            .select({ id: files.id, storageKey: files.storageKey })
            .from(files)
            .where(
              inArray(
                files.id,
                recorded.map(({ fileId }) => fileId),
              ),
            )
        ).map(({ id, storageKey }) => [id, storageKey]),
  )
  const included: { listed: PackFile; file: ZipFile }[] = []
  const missing: MissingFile[] = []
  let bytes = 0
  for (const { fileId, name, size, sha256, seq, isPaper } of recorded) {
    const leave = (reason: keyof typeof missingReasons) =>
      missing.push({ name, sha256, seq, fileId, reason: missingReasons[reason] })
    if (!isPaper && !open.has(fileId)) {
      leave('removed')
      continue
    }
    const stored = isPaper ? papers.find((paper) => paper.sha256 === sha256) : undefined
    const key = stored?.storageKey ?? keys.get(fileId)
    if (key === undefined || (await storage.size(key)) === undefined) {
      leave('lost')
      continue
    }
    bytes += size
    if (bytes > maxBytes) {
      leave('tooLarge')
      continue
    }
    const path = `files/${String(seq).padStart(4, '0')}-${included.length + 1}-${safeName(name)}`
    included.push({
      listed: { path, size, sha256, seq, fileId },
      file: { path, chunks: () => storage.stream(key) },
    })
  }
  return { included, missing }
}

/** File systems take names of 255 bytes; the prefix of a file in the pack is part of it. */
const maxNameBytes = 200

/** A name without signs that a path cannot have, cut before its extension. */
function safeName(name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  const [, base = plain, extension = ''] = /^(.*?)(\.\w{1,8})?$/u.exec(plain) ?? []
  let kept = ''
  for (const sign of base) {
    if (Buffer.byteLength(kept + sign + extension) > maxNameBytes) break
    kept += sign
  }
  return kept + extension
}

/** Ids of files that belong to an order now: what both sides may open, as `canOpenOrderFile` has it. */
async function filesOfOrder(db: Db, orderId: number): Promise<ReadonlySet<string>> {
  const ofParts = eq(paymentParts.orderId, orderId)
  const found = await unionAll(
    db
      .select({ id: sql<string | null>`${orderFiles.fileId}` })
      .from(orderFiles)
      .where(eq(orderFiles.orderId, orderId)),
    db
      .select({ id: sql<string | null>`unnest(${deliveries.fileIds})` })
      .from(deliveries)
      .where(eq(deliveries.orderId, orderId)),
    db
      .select({ id: sql<string | null>`unnest(array[${invoices.fileId}, ${invoices.redFileId}])` })
      .from(invoices)
      .where(eq(invoices.orderId, orderId)),
    db
      .select({ id: sql<string | null>`unnest(${disputeEvidence.fileIds})` })
      .from(disputeEvidence)
      .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
      .where(eq(disputes.orderId, orderId)),
    db
      .select({ id: sql<string | null>`${refunds.voucherId}` })
      .from(refunds)
      .where(eq(refunds.orderId, orderId)),
    db
      .select({ id: sql<string | null>`unnest(${refundRequests.fileIds})` })
      .from(refundRequests)
      .where(eq(refundRequests.orderId, orderId)),
    db
      .select({ id: sql<string | null>`${payments.voucherId}` })
      .from(payments)
      .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
      .where(ofParts),
  )
  return new Set(found.flatMap(({ id }) => id ?? []))
}
