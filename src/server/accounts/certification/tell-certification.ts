import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import { notify } from '../news/notify.ts'

/** What a company is told of its certification. */
export interface CertificationNews {
  readonly companyId: number
  readonly isSaler: boolean
  /** Who submitted the version that it is about: gets a mail as well. */
  readonly submittedBy: number | undefined
  readonly title: string
  /** The mail's text after its title. */
  readonly text: string
}

/**
 * Tells the people who look after a company's certification, on the channels they chose: at once those who are there,
 * by mail whoever submitted it. In the transaction that changes it; the push follows in `after`.
 */
export async function tellCertification(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { companyId, isSaler, submittedBy, title, text }: CertificationNews,
): Promise<void> {
  const people = (await peopleOf(tx, [companyId], 'corporate_credit')).get(companyId) ?? []
  const news = { title, text, path: isSaler ? links.sellerAccount() : links.buyerAccount() }
  await notify(tx, context, 'certification.moved', people, { ...news, by: ['site', 'push'] })
  if (submittedBy === undefined) return
  // Who has left the company learns nothing more of it.
  const [submitter] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, submittedBy), eq(users.companyId, companyId), eq(users.locked, false)))
  if (submitter !== undefined) {
    // Whoever looks after it was told in the message centre already.
    const by = people.includes(submitter.id) ? (['mail'] as const) : (['site', 'mail'] as const)
    await notify(tx, context, 'certification.moved', [submitter.id], { ...news, by })
  }
}
