import type { Db } from '../../../db/open.ts'
import { operationLogs } from '../../../db/tables/operations.ts'
import type { RequestFacts } from '../../handler.ts'

/** Actor of an operation and its request. */
export interface OperationActor {
  readonly userId: number
  readonly companyId: number | null
  readonly request: Pick<RequestFacts, 'ip' | 'userAgent'>
}

interface OperationLine {
  readonly call: string
  readonly action: string
  readonly detail?: string
}

/**
 * Writes an entry of the operation log. The dispatcher does it for calls that declare `logs`; this is for events before
 * sign-in and for several entries per call.
 */
export async function recordOperation(db: Db, actor: OperationActor, line: OperationLine): Promise<void> {
  await operationInsert(db, actor, line)
}

/** The insert of an entry, to be run alone or as part of another statement. */
export const operationInsert = (db: Db, { userId, companyId, request }: OperationActor, line: OperationLine) =>
  db.insert(operationLogs).values({
    userId,
    companyId,
    ip: request.ip ?? '',
    userAgent: request.userAgent,
    call: line.call,
    action: line.action,
    detail: (line.detail ?? '').slice(0, 200),
  })
