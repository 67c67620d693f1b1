import type { WireMessage } from '../../domain/chat/pushed.ts'
import { wireContent, type MessageContent } from '../../domain/chat/content.ts'
import { otherParty, readParty } from '../../domain/chat/party.ts'

export interface MessageRow {
  readonly id: number
  readonly seq: number
  readonly clientId: string
  readonly senderUserId: number
  readonly senderParty: string
  readonly content: MessageContent
  readonly createdAt: Date
}

/** A kept message as the specification's wire has it. */
export function presentMessage(
  row: MessageRow,
  pair: { readonly partyA: string; readonly partyB: string },
): WireMessage {
  const sender = readParty(row.senderParty)
  const receiver = readParty(otherParty(pair, row.senderParty))
  return {
    id: row.id,
    seq: row.seq,
    clientId: row.clientId,
    sendId: row.senderUserId,
    receiveId: receiver?.is === 'person' ? receiver.userId : null,
    sendOrgId: sender?.is === 'shop' ? sender.companyId : null,
    receiveOrgId: receiver?.is === 'shop' ? receiver.companyId : null,
    isOrg: receiver?.is === 'shop',
    isOrgSend: sender?.is === 'shop',
    content: wireContent(row.content),
    addTime: row.createdAt.toISOString(),
    qos: 2,
    plateFormCode: 'web',
  }
}
