import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { recoveryCodes } from '../../../db/tables/two-factor.ts'
import { recoveryCodeCount, tidyRecoveryCode } from '../../../domain/accounts/two-factor.ts'
import { hashToken } from '../../session/tokens.ts'

/** Three groups of five, each letter one of 31: more than 70 random bits. */
function newCode(): string {
  // Letters and digits that are not taken for each other.
  const letters = '23456789abcdefghjkmnpqrstuvwxyz'
  const text = [...randomBytes(15)].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

/** Makes new recovery codes; those before are worth nothing. They are kept as hashes only. */
export async function renewRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(tidyRecoveryCode(code)) })))
  return codes
}

const unused = (userId: number) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const recoveryCodesLeft = (db: Db, userId: number): Promise<number> => db.$count(recoveryCodes, unused(userId))

/** Uses one up; whether it was one. */
export async function spendRecoveryCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(unused(userId), eq(recoveryCodes.codeHash, hashToken(tidyRecoveryCode(typed)))))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
