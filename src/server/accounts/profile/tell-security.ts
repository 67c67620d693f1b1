import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { channelsOf } from '../../../domain/accounts/notifications.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import type { Caller, Context } from '../../handler.ts'
import { queueMessage } from '../../operations/public.ts'
import type { OwnAccount } from './own-account.ts'
import { notify } from '../news/notify.ts'
import { choicesOf } from '../preferences/own-preferences.ts'

interface SecurityNotice {
  /** Own path that leads to it; the security page unless told. */
  readonly path?: string
  /** What to do when it was not them. */
  readonly advice?: string
  /** By mail too, whatever they chose: who took an account over must not be able to silence it first. */
  readonly always?: boolean
}

/**
 * Tells a person that something about the safety of their account has changed, in the transaction that changes it: in
 * the message centre and by SMS always, by mail unless they chose otherwise. `before` names where they were reached until now, so that whoever
 * takes an account over cannot keep its owner from hearing of it.
 */
export async function tellSecurity(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config'>,
  before: Pick<OwnAccount, 'userId' | 'mobile' | 'email'>,
  what: string,
  { path = links.buyerSecurity(), advice = notYou, always = false }: SecurityNotice = {},
): Promise<void> {
  const channels = channelsOf('security.changed', (await choicesOf(tx, [before.userId])).get(before.userId) ?? {})
  const text = `${what}（${dateTime(new Date().toISOString())}）。${advice}`
  const news = { title: what, text: advice, path }
  await notify(tx, context, 'security.changed', [before.userId], { ...news, by: ['site', 'push'] })
  const { sign } = context.config.sms
  const message = { template: 'security', params: { text } } as const
  if (before.mobile !== null && (always || channels.includes('sms'))) {
    const signed = sign === '' ? text : `【${sign}】${text}`
    await queueMessage(tx, context, { ...message, channel: 'sms', recipient: before.mobile, text: signed })
  }
  if (before.email !== null && (always || channels.includes('mail'))) {
    await queueMessage(tx, context, { ...message, channel: 'mail', recipient: before.email, subject: what, text })
  }
}

const notYou = '如非您本人操作，请立即重置密码并联系平台客服。'

/** Tells the owner of the caller's company what somebody else of it changed; nobody where the caller is the owner. */
export async function tellOwner(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'config'>,
  { companyId, userId }: Pick<Caller, 'companyId' | 'userId'>,
  what: string,
): Promise<void> {
  if (companyId === null) return
  const [owner] = await tx
    .select({ userId: users.id, mobile: users.mobile, email: users.email })
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.isOwner, true)))
  if (owner === undefined || owner.userId === userId) return
  const advice = '如非贵企业人员操作，请立即停用该账号并联系平台客服。'
  await tellSecurity(tx, context, owner, what, { path: links.buyerSubAccounts(), advice, always: true })
}
