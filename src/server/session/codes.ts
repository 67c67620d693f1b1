import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import { lookupHash } from '../../db/encryption/cipher.ts'
import type { Db } from '../../db/open.ts'
import { verificationCodes } from '../../db/tables/accounts.ts'
import { codeTries } from '../../domain/accounts/identity-rules.ts'
import { assertNoTransaction } from './assert-no-transaction.ts'
import type { PresentedRequester } from './code-requester.ts'
import { hashToken, randomToken } from '../platform/tokens.ts'

export type CodePurpose = typeof verificationCodes.$inferSelect.purpose

/** Recipient and purpose of codes. */
export interface CodeTarget {
  /** Mobile number or mail address (lower case). */
  readonly target: string
  readonly purpose: CodePurpose
}

/**
 * Codes that one requester may try: only their own, so that a stranger can neither use up nor guess the owner's code.
 * `userId` for signed-in requests.
 */
export type CodeKey = CodeTarget & ({ readonly userId: number } | { readonly asker: PresentedRequester })

/** Keyed hash of a code, since an unkeyed hash of six digits can be brute-forced. */
export const codeHash = ({ target, purpose }: CodeTarget, code: string) =>
  lookupHash(`${purpose} ${target} ${code}`, 'verification_codes.code_hash')

/**
 * Verifies a code and runs the work in one transaction: the code is used up when the work succeeds, and remains valid
 * for its remaining tries when it fails (a login name that is taken). Every try counts, also parallel and correct ones,
 * and stays counted after a rollback: so it takes the database, never a transaction. Only the newest code of its
 * target, purpose and requester is valid. Each requester has separate tries; the total is bounded by the messages that
 * a target gets per day.
 *
 * Throws codeWrong (wrong, expired, used, never sent) or codeSpent (five tries are used up).
 */
export async function redeemCode<T>(
  db: Db,
  { code, ...key }: CodeKey & { readonly code: string },
  work: (tx: Db, codeId: number) => Promise<T>,
): Promise<T> {
  const id = await proveCode(db, { code, ...key })
  return db.transaction(async (tx) => {
    const [spent] = await tx
      .update(verificationCodes)
      .set({ usedAt: sql`now()` })
      .where(and(eq(verificationCodes.id, id), isNull(verificationCodes.usedAt)))
      .returning({ id: verificationCodes.id })
    if (spent === undefined) throw new CallFailed('codeWrong')
    return work(tx, spent.id)
  })
}

/** Verifies a code without using it up; returns its id. Throws as `redeemCode` does. */
export async function proveCode(db: Db, { code, ...key }: CodeKey & { readonly code: string }): Promise<number> {
  assertNoTransaction(db)
  const tried = await countTry(db, key)
  if (tried === undefined) throw new CallFailed((await isUsedUp(db, key)) ? 'codeSpent' : 'codeWrong')
  if (tried.codeHash !== codeHash(key, code)) throw new CallFailed('codeWrong')
  return tried.id
}

const codesOf = ({ target, purpose }: CodeTarget) =>
  and(eq(verificationCodes.targetHash, target), eq(verificationCodes.purpose, purpose))

const requestedBy = (key: CodeKey) =>
  'userId' in key
    ? eq(verificationCodes.userId, key.userId)
    : and(isNull(verificationCodes.userId), eq(verificationCodes[key.asker.by], key.asker.value))

const newestOf = (db: Db, key: CodeKey) =>
  db
    .select({ id: verificationCodes.id })
    .from(verificationCodes)
    .where(and(codesOf(key), requestedBy(key)))
    .orderBy(desc(verificationCodes.id))
    .limit(1)

/** Column of the tries: tries from the same network count separately from the requester's own. */
const triesOf = (key: CodeKey) => ('asker' in key && key.asker.by === 'askerAddress' ? 'addressTries' : 'tries')

/** Counts a try conditionally in one update, so that at most five parallel tries pass. */
async function countTry(db: Db, key: CodeKey): Promise<{ id: number; codeHash: string } | undefined> {
  const tries = triesOf(key)
  const [tried] = await db
    .update(verificationCodes)
    .set({ [tries]: sql`${verificationCodes[tries]} + 1` })
    .where(
      and(
        eq(verificationCodes.id, sql`(${newestOf(db, key)})`),
        lt(verificationCodes[tries], codeTries),
        isNull(verificationCodes.usedAt),
        gt(verificationCodes.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: verificationCodes.id, codeHash: verificationCodes.codeHash })
  return tried
}

/** Whether the newest code has no tries left. */
async function isUsedUp(db: Db, key: CodeKey): Promise<boolean> {
  const [newest] = await db
    .select({
      spent: sql<boolean>`${verificationCodes[triesOf(key)]} >= ${codeTries}
        and ${verificationCodes.usedAt} is null and ${verificationCodes.expiresAt} > now()`,
    })
    .from(verificationCodes)
    .where(eq(verificationCodes.id, sql`(${newestOf(db, key)})`))
  return newest?.spent === true
}

/** Lifetime of a ticket in seconds. */
export const ticketSeconds = 600

/**
 * Issues a ticket for the next step from a redeemed code: `redeemCode(db, key, issueTicket)`. Valid for ten minutes,
 * one use, and the same target and purpose.
 */
export async function issueTicket(tx: Db, codeId: number): Promise<{ ticket: string; expiresIn: number }> {
  const ticket = randomToken()
  await tx
    .update(verificationCodes)
    .set({ ticketHash: hashToken(ticket), expiresAt: sql`now() + ${`${ticketSeconds} seconds`}::interval` })
    .where(eq(verificationCodes.id, codeId))
  return { ticket, expiresIn: ticketSeconds }
}

/**
 * Redeems a ticket within the transaction of its purpose; a rollback keeps it valid. Throws ticketSpent when it is
 * unknown, expired, used, or issued for another target or purpose.
 */
export async function redeemTicket(
  tx: Db,
  { ticket, userId, ...key }: CodeTarget & { readonly ticket: string; readonly userId?: number },
): Promise<void> {
  const [taken] = await tx
    .update(verificationCodes)
    .set({ ticketHash: null })
    .where(
      and(
        codesOf(key),
        eq(verificationCodes.ticketHash, hashToken(ticket)),
        gt(verificationCodes.expiresAt, sql`now()`),
        userId === undefined ? undefined : eq(verificationCodes.userId, userId),
      ),
    )
    .returning({ id: verificationCodes.id })
  if (taken === undefined) throw new CallFailed('ticketSpent')
}
