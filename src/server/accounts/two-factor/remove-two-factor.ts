import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { recoveryCodes, secondStepTickets, twoFactors } from '../../../db/tables/two-factor.ts'
import { saveNotices } from '../../platform/notices/notices.ts'

/** Removes two-factor authentication with recovery codes and open tickets; false if it was off. */
export async function removeTwoFactor(tx: Db, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(secondStepTickets).where(eq(secondStepTickets.userId, userId))
  const removed = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ enabledAt: twoFactors.enabledAt })
  return removed.some(({ enabledAt }) => enabledAt !== null)
}

/** Notifies a user of the reset in the message centre only, since the command runs without the server. */
export async function notifyTwoFactorReset(tx: Db, userId: number): Promise<void> {
  const text = '如非您本人要求，请立即重置密码并联系平台客服。'
  const notice = {
    event: 'security.changed',
    title: '平台已重置您账号的两步验证',
    text,
    path: links.buyerSecurity(),
  } as const
  await saveNotices(tx, [userId], notice)
}
