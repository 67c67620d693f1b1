import { isAutomatic } from '../../domain/chat/away.ts'
import { wireContent, type MessageContent } from '../../domain/chat/content.ts'
import { otherParty, readParty, wirePersonId } from '../../domain/chat/party.ts'
import type { WireMessage, WireQuote } from '../../domain/chat/pushed.ts'

export interface MessageRow {
  readonly id: number
  readonly conversationId: number
  readonly seq: number
  readonly clientId: string
  readonly senderUserId: number
  readonly senderParty: string
  readonly content: MessageContent
  readonly replySeq: number | null
  readonly createdAt: Date
}

/** The two sides of a conversation as it keeps them. */
export interface Pair {
  readonly partyA: string
  readonly partyB: string
}

/** What messages show besides their own rows: read for many at once by `aroundOf`. */
export interface Around {
  /** Names of people who wrote, by user id; shown to their colleagues alone. */
  readonly authors: ReadonlyMap<number, string>
  /** Those of them who answer for the platform's service. */
  readonly agents: ReadonlySet<number>
  /** Messages that are answered, by their place. */
  readonly quoted: ReadonlyMap<number, MessageRow>
}

/** A kept message as the specification's wire has it, for somebody on the side `own`. */
export function presentMessage(
  row: MessageRow,
  pair: Pair,
  own: string,
  { authors, agents, quoted }: Around,
): WireMessage {
  const receiver = readParty(otherParty(pair, row.senderParty))
  const reply = row.replySeq === null ? undefined : quoted.get(row.replySeq)
  const written = row.senderParty === own && !isAutomatic(row)
  const sender = senderOf(row, own)
  const several = sender.isOrgSend || agents.has(row.senderUserId)
  return {
    ...{ id: row.id, seq: row.seq, clientId: row.clientId, ...sender },
    receiveId: wirePersonId(otherParty(pair, row.senderParty)),
    receiveOrgId: receiver?.is === 'shop' ? receiver.companyId : null,
    isOrg: receiver?.is === 'shop',
    content: wireContent(row.content),
    addTime: row.createdAt.toISOString(),
    qos: 2,
    plateFormCode: 'web',
    author: several && written ? (authors.get(row.senderUserId) ?? null) : null,
    reply: reply === undefined ? null : quoteOf(reply, own),
  }
}

const quoteOf = (row: MessageRow, own: string): WireQuote => ({
  ...{ seq: row.seq, ...senderOf(row, own) },
  lastShort: row.content.lastShort,
})

/** Who of a shop's people or of the platform's agents wrote is told inside alone; outside the service is one person. */
function senderOf({ senderUserId, senderParty }: MessageRow, own: string) {
  const sender = readParty(senderParty)
  const mine = senderParty === own
  if (sender?.is === 'shop') {
    return { sendId: mine ? senderUserId : null, sendOrgId: sender.companyId, isOrgSend: true, mine }
  }
  return { sendId: mine ? senderUserId : wirePersonId(senderParty), sendOrgId: null, isOrgSend: false, mine }
}
