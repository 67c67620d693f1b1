import { and, eq, inArray } from 'drizzle-orm'
import type { profileCalls } from '../../../contract/accounts/profile.ts'
import { operationLogs } from '../../../db/tables/operations.ts'
import { securityCalls } from '../../../domain/accounts/security-calls.ts'
import type { Handler } from '../../handler.ts'
import { listOperationLogs } from './operation-logs.ts'

export const ownOperations: Handler<typeof profileCalls.ownOperations> = (input, { caller, db }) =>
  listOperationLogs(
    db,
    and(eq(operationLogs.userId, caller.userId), inArray(operationLogs.call, [...securityCalls])),
    input,
  )
