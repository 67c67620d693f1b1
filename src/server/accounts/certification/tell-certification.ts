import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { channelsOf, type Channel } from '../../../domain/accounts/notifications.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { peopleOf, queueMessage, tell } from '../../operations/public.ts'
import { choicesOf } from '../preferences/own-preferences.ts'

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
  const choices = await choicesOf(tx, submittedBy === undefined ? people : [...people, submittedBy])
  const wants = (userId: number, channel: Channel) =>
    channelsOf('certification.moved', choices.get(userId) ?? {}).includes(channel)
  const wanting = people.filter((userId) => wants(userId, 'push'))
  const path = isSaler ? links.sellerAccount() : links.buyerAccount()
  context.after(() => tell(context.push, wanting, { title, path }))
  if (submittedBy === undefined || !wants(submittedBy, 'mail')) return
  const [submitter] = await tx
    .select({ email: users.email, companyId: users.companyId, locked: users.locked })
    .from(users)
    .where(eq(users.id, submittedBy))
  // Who has left the company learns nothing more of it.
  if (submitter?.email == null || submitter.locked || submitter.companyId !== companyId) return
  const params = { text: `${title}。${text}` }
  const mail = { channel: 'mail', recipient: submitter.email, template: 'notice', subject: title } as const
  await queueMessage(tx, context, { ...mail, params, text: params.text })
}
