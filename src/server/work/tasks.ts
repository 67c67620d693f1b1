import type { FailureName } from '../../contract/failures.ts'
import type { PlanSheetInput, SheetPlan } from '../catalogue/publishing/sheets/plan-sheet.ts'
import type { Feed } from '../content/feeds/parse-feed.ts'
import type { Fetched } from '../content/feeds/fetch-feed.ts'
import type { WorkbookSheet } from '../platform/workbooks/create-workbook.ts'
import type { LoggerResult } from '../../domain/orders/samples/logger-file.ts'
import type { ParseLoggerInput } from '../orders/samples/parse-logger.ts'
import type { ParsedInvoice, ParseInvoiceInput } from '../orders/invoices/parse-invoice.ts'
import type { ReadMolecule } from '../catalogue/structures/read-molecule.ts'
import type { SdfRecord } from '../catalogue/structures/read-sdf.ts'
import type { StructureAnswer, StructureQuery } from '../catalogue/structures/search-structures.ts'
import type { InspectedFile } from '../platform/files/inspect-file.ts'
import type { ParsedCertificate } from '../shops/certificates/parse-certificate.ts'

/** Tasks of worker threads: input and output as structured clones. */
export interface Tasks {
  /** Parses and validates a sheet of listings; requests the listings of the shop and returns the planned writes. */
  readonly planSheet: { readonly input: PlanSheetInput; readonly output: SheetPlan }
  readonly writeWorkbook: { readonly input: readonly WorkbookSheet[]; readonly output: Uint8Array<ArrayBuffer> }
  /** Kind and hash of an upload. */
  readonly inspectFile: {
    readonly input: { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }
    readonly output: InspectedFile
  }
  /** Fields of an invoice in XML or PDF. */
  readonly parseInvoice: { readonly input: ParseInvoiceInput; readonly output: ParsedInvoice }
  /** Readings of a temperature logger's CSV. */
  readonly parseLogger: { readonly input: ParseLoggerInput; readonly output: LoggerResult }
  /** Text of a certificate in PDF, or its scanned page. */
  readonly parseCertificate: { readonly input: Uint8Array<ArrayBuffer>; readonly output: ParsedCertificate }
  /** A structure that somebody gave, with everything that its row holds. */
  readonly readMolecule: { readonly input: string; readonly output: ReadMolecule }
  /** Structures of goods for their rows; undefined for one that cannot be read. */
  readonly readMolecules: {
    readonly input: readonly string[]
    readonly output: readonly (ReadMolecule | undefined)[]
  }
  readonly searchStructures: { readonly input: StructureQuery; readonly output: StructureAnswer }
  /** Records of an SDF file. */
  readonly readSdf: { readonly input: Uint8Array<ArrayBuffer>; readonly output: readonly SdfRecord[] }
  readonly parseFeed: { readonly input: Fetched; readonly output: Feed }
}
export type TaskName = keyof Tasks

/** Request of a running task to its starter; its only access to the database. */
export type Ask = (question: unknown) => Promise<unknown>

/** From the pool to its thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly id: number; readonly task: TaskName; readonly input: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }

/** From a thread to its pool. */
export type FromThread =
  /** The modules of a task are loaded: its time counts from here. */
  | { readonly kind: 'loaded'; readonly id: number }
  | { readonly kind: 'ask'; readonly id: number; readonly question: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: FailureName; readonly content: unknown }
  | { readonly kind: 'thrown'; readonly id: number; readonly message: string }
