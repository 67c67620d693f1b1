import type { FailureName } from '../../contract/failures.ts'
import type { PlanSheetInput, SheetPlan } from '../catalogue/publishing/sheets/plan-sheet.ts'
import type { Feed } from '../content/feeds/parse-feed.ts'
import type { Fetched } from '../content/feeds/fetch-feed.ts'
import type { WorkbookSheet } from '../platform/workbooks/create-workbook.ts'
import type { InspectedFile } from '../platform/files/inspect-file.ts'

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
  | { readonly kind: 'ask'; readonly id: number; readonly question: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: FailureName; readonly content: unknown }
  | { readonly kind: 'thrown'; readonly id: number; readonly message: string }
