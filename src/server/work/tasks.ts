import type { FailureName } from '../../contract/failures.ts'
import type { PlanSheetInput, SheetPlan } from '../catalogue/publishing/sheets/plan-sheet.ts'
import type { Feed } from '../content/feeds/feed-items.ts'
import type { Fetched } from '../content/feeds/fetch-feed.ts'
import type { MadeSheet } from '../workbooks/make-workbook.ts'
import type { Inspected } from '../operations/inspect-file.ts'

/** Everything that a worker thread does: its input and its result, both as structured clones. */
export interface Tasks {
  /** Reads and checks a sheet of listings; asks for the shop's own listings and hands over what is to be written. */
  readonly planSheet: { readonly input: PlanSheetInput; readonly output: SheetPlan }
  readonly writeWorkbook: { readonly input: readonly MadeSheet[]; readonly output: Uint8Array<ArrayBuffer> }
  /** Kind and fingerprint of an upload. */
  readonly inspectFile: {
    readonly input: { readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }
    readonly output: Inspected
  }
  readonly parseFeed: { readonly input: Fetched; readonly output: Feed }
}
export type TaskName = keyof Tasks

/** A question of a running task to whoever started it; the database is reached in no other way. */
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
