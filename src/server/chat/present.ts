import { isAutomatic } from '../../domain/chat/away.ts'
import { wireContent, type MessageContent } from '../../domain/chat/content.ts'
import { otherParty, readParty } from '../../domain/chat/party.ts'
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
  /** Names of people who wrote as a shop, by user id. */
  readonly authors: ReadonlyMap<number, string>
  /** Messages that are answered, by their place. */
  readonly quoted: ReadonlyMap<number, MessageRow>
}

/** A kept message as the specification's wire has it, for somebody on the side `own`. */
export function presentMessage(row: MessageRow, pair: Pair, own: string, { authors, quoted }: Around): WireMessage {
  const receiver = readParty(otherParty(pair, row.senderParty))
  const reply = row.replySeq === null ? undefined : quoted.get(row.replySeq)
  const written = row.senderParty === own && !isAutomatic(row)
  const sender = senderOf(row, own)
  return {
    ...{ id: row.id, seq: row.seq, clientId: row.clientId, ...sender },
    receiveId: receiver?.is === 'person' ? receiver.userId : null,
    receiveOrgId: receiver?.is === 'shop' ? receiver.companyId : null,
    isOrg: receiver?.is === 'shop',
    content: wireContent(row.content),
    addTime: row.createdAt.toISOString(),
    qos: 2,
    plateFormCode: 'web',
    author: sender.isOrgSend && written ? (authors.get(row.senderUserId) ?? null) : null,
    reply: reply === undefined ? null : quoteOf(reply, own),
  }
}

const quoteOf = (row: MessageRow, own: string): WireQuote => ({
  ...{ seq: row.seq, ...senderOf(row, own) },
  lastShort: row.content.lastShort,
})

/** Who of a shop's people wrote is told inside it alone. */
function senderOf({ senderUserId, senderParty }: MessageRow, own: string) {
  const sender = readParty(senderParty)
  const isOrgSend = sender?.is === 'shop'
  return {
    sendId: isOrgSend && senderParty !== own ? null : senderUserId,
    sendOrgId: isOrgSend ? sender.companyId : null,
    isOrgSend,
  }
}
