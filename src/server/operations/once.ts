import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { idempotencyKeys } from '../../db/tables/operations.ts'

/** Which request is to be answered once. */
export interface OnceKey {
  readonly userId: number
  readonly path: string
  readonly key: string | undefined
  readonly input: unknown
}

/**
 * Runs a call once for a key, key and work in one transaction: the same key and body get the first answer again,
 * another body is refused. A second request waits for the first; a failed first one leaves the key free.
 */
export function once(db: Db, request: OnceKey, run: (tx: Db) => Promise<unknown>): Promise<unknown> {
  const { userId, path, key } = request
  if (key === undefined || key.length < 8 || key.length > 100) throw new CallFailed('keyMissing')
  const bodyHash = createHash('sha256').update(JSON.stringify(request.input)).digest('base64url')
  return db.transaction(async (tx) => {
    const [mine] = await tx
      .insert(idempotencyKeys)
      .values({ userId, path, key, bodyHash })
      .onConflictDoNothing()
      .returning({ id: idempotencyKeys.id })
    if (mine === undefined) return firstAnswer(tx, { userId, path, key }, bodyHash)
    const answer = await run(tx)
    await tx.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.id, mine.id))
    return answer
  })
}

async function firstAnswer(tx: Db, of: { userId: number; path: string; key: string }, bodyHash: string) {
  const [first] = await tx
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.userId, of.userId), eq(idempotencyKeys.path, of.path), eq(idempotencyKeys.key, of.key)),
    )
  if (first === undefined) throw new CallFailed('conflict')
  if (first.bodyHash !== bodyHash) throw new CallFailed('keyReused')
  return first.answer
}
