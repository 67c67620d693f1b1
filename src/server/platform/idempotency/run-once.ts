import { createHash } from 'node:crypto'
import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Call } from '../../../contract/call.ts'
import { z } from 'zod'
import { CallFailed, isFailureName } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { idempotencyKeys } from '../../../db/tables/operations.ts'
import { CommittedFailure } from '../committed-failure.ts'

/** An idempotent request. */
export interface OnceRequest {
  readonly call: Pick<Call, 'path' | 'ours'>
  readonly userId: number
  readonly companyId: number | null
  /** Its idempotency-key header. */
  readonly key: string | undefined
  readonly input: unknown
}

/**
 * Seconds within which the same content from the same user and company without a key counts as the same request: covers
 * proxy retries and manual retries after an error.
 */
export const repeatSeconds = 120

/**
 * Runs a call once per key, with key and work in one transaction: the same key and body get the stored response,
 * another body is refused. A second request waits for the first; a failed first one frees the key. `logOf` gives an
 * insert that is written with the answer.
 */
export async function runOnce(
  db: Db,
  request: OnceRequest,
  run: (tx: Db) => Promise<unknown>,
  logOf?: (tx: Db) => SQLWrapper | undefined,
): Promise<unknown> {
  const { userId, companyId, input, call } = request
  const bodyHash = hashOf(input)
  const isUnnamed = request.key === undefined && call.ours !== true
  const key = isUnnamed ? `content ${hashOf([companyId, input])}` : (request.key ?? '')
  if (key.length < 8 || key.length > 100) throw new CallFailed('keyMissing')
  const of = { userId, path: call.path, key }
  const outcome = await db.transaction(async (tx) => {
    const mine = await (isUnnamed ? takeContentKey(tx, { ...of, bodyHash }) : takeKey(tx, { ...of, bodyHash }))
    if (mine === undefined) return firstAnswer(tx, of, bodyHash)
    const answer = await run(tx).catch(keepCommitted)
    const log = logOf?.(tx)
    await tx.execute(sql`
      ${log === undefined ? sql`` : sql`with logged as ${log}`}
      update ${idempotencyKeys} set answer = ${sql.param(storedForm(answer), idempotencyKeys.answer)} where id = ${mine}`)
    return answer
  })
  if (outcome instanceof CommittedFailure) throw outcome
  return outcome
}

/** A committed failure as an answer; throws all others. */
function keepCommitted(thrown: unknown): CommittedFailure {
  if (thrown instanceof CommittedFailure) return thrown
  throw thrown
}

const storedFailure = z.strictObject({ committedFailure: z.string().refine(isFailureName), content: z.unknown() })

const storedForm = (answer: unknown): unknown =>
  answer instanceof CommittedFailure ? { committedFailure: answer.failure, content: answer.content } : answer

/** A stored answer as it was given. */
function givenForm(stored: unknown): unknown {
  const { data } = storedFailure.safeParse(stored)
  return data === undefined ? stored : new CommittedFailure(data.committedFailure, data.content)
}

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

type NewKey = typeof idempotencyKeys.$inferInsert

/** Claims a free key; returns the id of its row. */
async function takeKey(tx: Db, row: NewKey): Promise<number | undefined> {
  const taken = await tx.insert(idempotencyKeys).values(row).onConflictDoNothing().returning({ id: idempotencyKeys.id })
  return taken[0]?.id
}

/** Claims the key of a content, also when its last claim is older than `repeatSeconds`. */
async function takeContentKey(tx: Db, row: NewKey): Promise<number | undefined> {
  const taken = await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.path, idempotencyKeys.key],
      set: { createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} < now() - make_interval(secs => ${repeatSeconds})`,
    })
    .returning({ id: idempotencyKeys.id })
  return taken[0]?.id
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
  return givenForm(first.answer)
}
