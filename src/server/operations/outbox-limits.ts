import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { outboxMessages } from '../../db/tables/operations.ts'
import { outboxTemplates, type RecipientLimit } from '../../domain/operations/outbox-limits.ts'
import type { OutboxMessage } from './outbox.ts'

/** A message beyond a limit of its recipient, and the seconds until it would be within. */
export interface LimitedMessage {
  readonly message: OutboxMessage
  readonly limit: RecipientLimit
  readonly wait: number
}

const keyOf = ({ channel, recipient, template }: OutboxMessage) => `${channel} ${template} ${recipient}`
const limitsOf = ({ template, channel }: OutboxMessage): readonly RecipientLimit[] => outboxTemplates[template][channel]

/**
 * Which messages their recipients may still get. Transactions that write to one recipient wait for each other from
 * here until they end, so that none of them misses what another has just written.
 */
export async function withinLimits(
  tx: Db,
  messages: readonly OutboxMessage[],
): Promise<{ allowed: OutboxMessage[]; over: LimitedMessage[] }> {
  const allowed: OutboxMessage[] = []
  const over: LimitedMessage[] = []
  if (messages.length === 0) return { allowed, over }
  await lockRecipients(tx, messages)
  const sent = await agesOf(tx, messages)
  for (const message of messages) {
    const ages = sent.get(keyOf(message)) ?? []
    // The newest message that is one too many within a limit's time: when it is old enough, there is room again.
    const full = limitsOf(message).flatMap((limit) => {
      const age = ages[limit.most - 1]
      return age !== undefined && age < limit.seconds ? [{ message, limit, wait: limit.seconds - age }] : []
    })
    const [longest] = full.toSorted((a, b) => b.wait - a.wait)
    if (longest !== undefined) over.push(longest)
    else {
      allowed.push(message)
      sent.set(keyOf(message), [0, ...ages])
    }
  }
  return { allowed, over }
}

/** In one order everywhere, so that two transactions with the same recipients never wait for each other in a circle. */
const lockRecipients = (tx: Db, messages: readonly OutboxMessage[]) =>
  tx.execute(sql`
    select pg_advisory_xact_lock(hashtext('outbox'), place) from (
      select distinct hashtext(recipient) as place
      from unnest(${sql.param(messages.map(({ recipient }) => recipient))}::text[]) as given (recipient)
      order by place offset 0
    ) as places`)

/** Seconds since each message of these templates that these recipients got, newest first, as far as limits look. */
async function agesOf(tx: Db, messages: readonly OutboxMessage[]): Promise<Map<string, number[]>> {
  const asked = [...new Map(messages.map((message) => [keyOf(message), message])).values()].map((message) => ({
    key: keyOf(message),
    channel: message.channel,
    recipient: message.recipient,
    template: message.template,
    seconds: Math.max(...limitsOf(message).map(({ seconds }) => seconds)),
    most: Math.max(...limitsOf(message).map(({ most }) => most)),
  }))
  const { recipient, template, channel, createdAt } = outboxMessages
  const rows = await tx
    .select({
      key: sql<string>`asked.key`,
      ages: sql<number[]>`(
        select coalesce(array_agg(age order by age), '{}') from (
          select extract(epoch from clock_timestamp() - ${createdAt})::float8 as age
          from ${outboxMessages}
          where ${recipient} = asked.recipient and ${template} = asked.template and ${channel} = asked.channel
            and ${createdAt} > clock_timestamp() - make_interval(secs => asked.seconds)
          order by ${createdAt} desc limit asked.most
        ) as newest
      )`,
    })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
        as asked (key text, channel text, recipient text, template text, seconds int, most int)`,
    )
  return new Map(rows.map(({ key, ages }) => [key, ages]))
}
