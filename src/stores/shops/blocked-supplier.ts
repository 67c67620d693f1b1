import { z } from 'zod'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'

const blocked = z.object({ name: z.string(), reason: z.string() })

/** Supplier and reason of a supplierBlocked refusal; undefined for other failures. */
export const blockedSupplierOf = ({ code, content }: Failure): z.output<typeof blocked> | undefined =>
  code === failures.supplierBlocked.code ? blocked.safeParse(content).data : undefined

const changedLine = z.object({ name: z.string() })

/** Words of a refusal: with the blocked supplier and the reason, or with the agreed line that has changed. */
export function refusalText(failure: Failure): string {
  const why = blockedSupplierOf(failure)
  if (failure.code === failures.agreementLineChanged.code)
    return `${changedLine.safeParse(failure.content).data?.name ?? ''}：${failure.message}`
  return why === undefined ? failure.message : `${failure.message}（${why.name}，原因：${why.reason}）`
}
