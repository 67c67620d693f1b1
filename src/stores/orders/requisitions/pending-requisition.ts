import type { z } from 'zod'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { pendingContent } from '../../../contract/orders/requisitions.ts'

/** The requisition as which a request waits for approval. */
export type PendingRequisition = z.output<typeof pendingContent>

/** The requisition of an `approvalPending` answer; undefined for failures. */
export function pendingRequisitionOf({ code, content }: Failure): PendingRequisition | undefined {
  return code === failures.approvalPending.code ? pendingContent.safeParse(content).data : undefined
}
