import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import { wireContent, type MessageContent } from '../../domain/chat/content.ts'
import { otherParty, readParty, wireId } from '../../domain/chat/party.ts'
import type { WireMessage, WireQuote } from '../../domain/chat/chat-push.ts'

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

/** The two parties of a conversation in stored order. */
export interface PartyPair {
  readonly partyA: string
  readonly partyB: string
}

/** Data presented with messages besides their rows; loaded in bulk by `getMessageRelations`. */
export interface MessageRelations {
  /** Names of senders by user id; shown to their colleagues only. */
  readonly authors: ReadonlyMap<number, string>
  /** Senders who are agents of the platform's service. */
  readonly agents: ReadonlySet<number>
  /** Quoted messages by `seq`. */
  readonly quoted: ReadonlyMap<number, MessageRow>
}

/** Wire format of a message for a reader of party `own`. */
export function presentMessage(
  row: MessageRow,
  pair: PartyPair,
  own: string,
  { authors, agents, quoted }: MessageRelations,
): WireMessage {
  const receiver = readParty(otherParty(pair, row.senderParty))
  const reply = row.replySeq === null ? undefined : quoted.get(row.replySeq)
  const written = row.senderParty === own && !isAutomatic(row)
  const sender = presentSender(row, own)
  const several = sender.isOrgSend || agents.has(row.senderUserId)
  return {
    id: row.id,
    seq: row.seq,
    clientId: row.clientId,
    ...sender,
    receiveId: wireId(otherParty(pair, row.senderParty)),
    receiveOrgId: receiver?.is === 'shop' ? receiver.companyId : null,
    isOrg: receiver?.is === 'shop',
    content: wireContent(row.content),
    addTime: row.createdAt.toISOString(),
    qos: 2,
    plateFormCode: 'web',
    author: several && written ? (authors.get(row.senderUserId) ?? null) : null,
    reply: reply === undefined ? null : presentQuote(reply, own),
  }
}

const presentQuote = (row: MessageRow, own: string): WireQuote => ({
  seq: row.seq,
  ...presentSender(row, own),
  lastShort: row.content.lastShort,
})

/**
 * The individual sender is visible inside the shop or service only; outside, the service is one user and a shop its
 * organisation.
 */
function presentSender({ senderUserId, senderParty }: MessageRow, own: string) {
  const sender = readParty(senderParty)
  const mine = senderParty === own
  if (sender?.is === 'shop') {
    const sendId = mine ? senderUserId : sender.companyId
    return { sendId, sendOrgId: sender.companyId, isOrgSend: true, mine }
  }
  return { sendId: mine ? senderUserId : wireId(senderParty), sendOrgId: null, isOrgSend: false, mine }
}
