import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { recoveryCodes } from '../../../db/tables/two-factor.ts'
import { recoveryCodeCount, normalizeRecoveryCode } from '../../../domain/accounts/two-factor.ts'
import { hashToken } from '../../platform/tokens.ts'

/** Three groups of five, each letter one of 31: more than 70 random bits. */
function generateCode(): string {
  // Alphabet without characters that look alike.
  const letters = '23456789abcdefghjkmnpqrstuvwxyz'
  const text = [...randomBytes(15)].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

/** Replaces the recovery codes. Only hashes are stored. */
export async function renewRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashToken(normalizeRecoveryCode(code)) })))
  return codes
}

const unused = (userId: number) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const countRecoveryCodes = (db: Db, userId: number): Promise<number> => db.$count(recoveryCodes, unused(userId))

/** Consumes a recovery code; false if it is not valid. */
export async function consumeRecoveryCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(unused(userId), eq(recoveryCodes.codeHash, hashToken(normalizeRecoveryCode(typed)))))
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
