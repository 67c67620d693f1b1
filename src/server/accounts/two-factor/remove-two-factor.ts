import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { keepNotices } from '../../operations/public.ts'
import { recoveryCodes, secondStepTickets, twoFactors } from '../../../db/tables/two-factor.ts'

/** Takes the second step of an account away, with its codes and with what waits for it; whether there was one. */
export async function removeTwoFactor(tx: Db, userId: number): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(secondStepTickets).where(eq(secondStepTickets.userId, userId))
  const removed = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ enabledAt: twoFactors.enabledAt })
  return removed.some(({ enabledAt }) => enabledAt !== null)
}

/** Tells a person that the platform took their second step away: in the message centre, since no server need run. */
export async function tellTwoFactorReset(tx: Db, userId: number): Promise<void> {
  const text = '如非您本人要求，请立即重置密码并联系平台客服。'
  const notice = {
    event: 'security.changed',
    title: '平台已重置您账号的两步验证',
    text,
    path: links.buyerSecurity(),
  } as const
  await keepNotices(tx, [userId], notice)
}
