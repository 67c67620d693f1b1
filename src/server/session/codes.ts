import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { verificationCodes } from '../../db/tables/accounts.ts'
import { codeTries } from '../../domain/accounts/identity-rules.ts'
import { mustOutliveFailure } from './counted-for-good.ts'
import type { PresentedAsker } from './code-asker.ts'
import { hashToken, randomToken } from './tokens.ts'

export type CodePurpose = typeof verificationCodes.$inferSelect.purpose

/** Which codes: those that went to one number or mail address for one thing. */
export interface CodeTarget {
  /** Mobile number or mail address (lower case). */
  readonly target: string
  readonly purpose: CodePurpose
}

/**
 * Codes that one asker may try: only those that they asked for themselves, so that a stranger neither spends nor guesses
 * the owner's code. `userId` for what is done while signed in.
 */
export type CodeKey = CodeTarget & ({ readonly userId: number } | { readonly asker: PresentedAsker })

/** How codes are kept. */
export const codeHash = ({ target, purpose }: CodeTarget, code: string) => hashToken(`${purpose} ${target} ${code}`)

/**
 * Proves a code and does with it what it is for, both in one transaction: the code is spent when the work succeeds,
 * and stays good for its remaining tries when the work fails (a login name that is taken). Every try counts, the right
 * one too, parallel ones as well, and stays counted whatever follows: so it takes the database, never a transaction.
 * Only the newest code of its target, purpose and asker is good. Each asker has tries of their own; the sum over all
 * askers is bounded by the messages that a target gets a day.
 *
 * Throws codeWrong (wrong, old, used, never sent) or codeSpent (five tries are used up).
 */
export async function takeCode<T>(
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

/** Proves a code and leaves it good for its remaining tries; its id. Throws as `takeCode` does. */
export async function proveCode(db: Db, { code, ...key }: CodeKey & { readonly code: string }): Promise<number> {
  mustOutliveFailure(db)
  const tried = await countTry(db, key)
  if (tried === undefined) throw new CallFailed((await isSpent(db, key)) ? 'codeSpent' : 'codeWrong')
  if (tried.codeHash !== codeHash(key, code)) throw new CallFailed('codeWrong')
  return tried.id
}

const of = ({ target, purpose }: CodeTarget) =>
  and(eq(verificationCodes.target, target), eq(verificationCodes.purpose, purpose))

const askedBy = (key: CodeKey) =>
  'userId' in key
    ? eq(verificationCodes.userId, key.userId)
    : and(isNull(verificationCodes.userId), eq(verificationCodes[key.asker.by], key.asker.value))

const newestOf = (db: Db, key: CodeKey) =>
  db
    .select({ id: verificationCodes.id })
    .from(verificationCodes)
    .where(and(of(key), askedBy(key)))
    .orderBy(desc(verificationCodes.id))
    .limit(1)

/** Counter of the tries of this asker: what others of the same network try does not count as the asker's own. */
const triesOf = (key: CodeKey) => ('asker' in key && key.asker.by === 'askerAddress' ? 'addressTries' : 'tries')

/** A condition of the update itself, so that of parallel tries no more than five get through. */
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

/** Whether the newest code is only refused because its tries are used up. */
async function isSpent(db: Db, key: CodeKey): Promise<boolean> {
  const [newest] = await db
    .select({
      spent: sql<boolean>`${verificationCodes[triesOf(key)]} >= ${codeTries}
        and ${verificationCodes.usedAt} is null and ${verificationCodes.expiresAt} > now()`,
    })
    .from(verificationCodes)
    .where(eq(verificationCodes.id, sql`(${newestOf(db, key)})`))
  return newest?.spent === true
}

/** Seconds a proof is good for: long enough to think of a password. */
export const ticketSeconds = 600

/**
 * Makes of a code just taken a proof for the step after it: `takeCode(db, key, giveTicket)`. Good for ten minutes, for
 * one use, for the same target and purpose.
 */
export async function giveTicket(tx: Db, codeId: number): Promise<{ ticket: string; expiresIn: number }> {
  const ticket = randomToken()
  await tx
    .update(verificationCodes)
    .set({ ticketHash: hashToken(ticket), expiresAt: sql`now() + ${`${ticketSeconds} seconds`}::interval` })
    .where(eq(verificationCodes.id, codeId))
  return { ticket, expiresIn: ticketSeconds }
}

/**
 * Uses a proof up, in the transaction of what it is for: when that fails, the proof is still good. Throws ticketSpent
 * when it is unknown, old, used, or was given for another target or purpose.
 */
export async function takeTicket(
  tx: Db,
  { ticket, userId, ...key }: CodeTarget & { readonly ticket: string; readonly userId?: number },
): Promise<void> {
  const [taken] = await tx
    .update(verificationCodes)
    .set({ ticketHash: null })
    .where(
      and(
        of(key),
        eq(verificationCodes.ticketHash, hashToken(ticket)),
        gt(verificationCodes.expiresAt, sql`now()`),
        userId === undefined ? undefined : eq(verificationCodes.userId, userId),
      ),
    )
    .returning({ id: verificationCodes.id })
  if (taken === undefined) throw new CallFailed('ticketSpent')
}
