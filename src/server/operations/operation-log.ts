import type { Db } from '../../db/open.ts'
import { operationLogs } from '../../db/tables/operations.ts'
import type { RequestFacts } from '../handler.ts'

/** Who did something, and from where. */
export interface Doer {
  readonly userId: number
  readonly companyId: number | null
  readonly request: Pick<RequestFacts, 'ip' | 'userAgent'>
}

/**
 * Writes one line of the operation log. Calls that declare `logs` get theirs from the dispatcher; this is for what
 * happens before somebody is signed in, and for more than one line.
 */
export async function recordOperation(
  db: Db,
  { userId, companyId, request }: Doer,
  line: { readonly call: string; readonly action: string; readonly detail?: string },
): Promise<void> {
  await db.insert(operationLogs).values({
    ...{ userId, companyId, ip: request.ip ?? '', userAgent: request.userAgent },
    ...{ call: line.call, action: line.action, detail: (line.detail ?? '').slice(0, 200) },
  })
}
