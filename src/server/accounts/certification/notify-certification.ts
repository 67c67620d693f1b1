import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'

/** Notification about a certification. */
export interface CertificationNotification {
  readonly companyId: number
  readonly isSaler: boolean
  /** Submitter of the version, who also gets a mail. */
  readonly submittedBy: number | undefined
  readonly title: string
  /** The mail's text after its title. */
  readonly text: string
}

/**
 * Notifies members with the right corporate_credit on their chosen channels, and the submitter by mail. Runs in the
 * caller's transaction; the push is sent by `after`.
 */
export async function notifyCertification(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { companyId, isSaler, submittedBy, title, text }: CertificationNotification,
): Promise<void> {
  const people = (await recipientsWithPermission(tx, [companyId], 'corporate_credit')).get(companyId) ?? []
  const notification = { title, text, path: isSaler ? links.sellerAccount() : links.buyerAccount() }
  await notify(tx, context, 'certification.moved', people, { ...notification, channels: ['site', 'push', 'device'] })
  if (submittedBy === undefined) return
  // Former members are not notified.
  const [submitter] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, submittedBy), eq(users.companyId, companyId), eq(users.locked, false)))
  if (submitter !== undefined) {
    // Members with the right already have the notice in the message centre.
    const by = people.includes(submitter.id) ? (['mail'] as const) : (['site', 'mail'] as const)
    await notify(tx, context, 'certification.moved', [submitter.id], { ...notification, channels: by })
  }
}
