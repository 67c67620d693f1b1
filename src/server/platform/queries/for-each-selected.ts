import type { Outcomes } from '../../../contract/daily-list.ts'
import { z } from 'zod'
import { CallFailed } from '../../../contract/failures.ts'

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() })).min(1)

/** What a refusal says: of an invalid field, else of the failure. */
const refusalText = ({ content, message }: CallFailed): string =>
  fieldErrors.safeParse(content).data?.[0]?.message ?? message

/**
 * Runs an action for each of several selected rows, one transaction each and in the order of their ids, with the rules
 * and notices of the action on one row. Rows that it refuses are named with the reason.
 */
export async function forEachSelected(
  ids: readonly number[],
  titles: ReadonlyMap<number, string>,
  act: (id: number) => Promise<unknown>,
): Promise<Outcomes> {
  const failed: Outcomes['failed'] = []
  const chosen = [...new Set(ids)].toSorted((a, b) => a - b)
  for (const id of chosen) {
    try {
      await act(id)
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown
      failed.push({ id, title: titles.get(id) ?? '', message: refusalText(thrown) })
    }
  }
  return { done: chosen.length - failed.length, failed }
}

/** `3 条，1 条未成功`: note of the operation log. */
export const outcomesNote = ({ done, failed }: Outcomes): string =>
  `${done} 条${failed.length === 0 ? '' : `，${failed.length} 条未成功`}`
