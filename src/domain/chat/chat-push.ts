/** Push messages of the chat: the message of the specification, and our own events. */
export type ChatPush = PushedMessage | PushedRead | PushedRecall | PushedRated | PushedMark | PushedTyping

/** One message as calls and push have it: specification section 3, with our number, order and client id. */
export interface WireMessage {
  readonly id: number
  /** Place in its conversation, from 1 without gaps. */
  readonly seq: number
  /** Made by the sending client: the same one is the same message. */
  readonly clientId: string
  /** Outside a shop its organisation for what one of its people wrote: who it was is the shop's own affair. */
  readonly sendId: number | null
  readonly receiveId: number | null
  readonly sendOrgId: number | null
  readonly receiveOrgId: number | null
  readonly isOrg: boolean
  readonly isOrgSend: boolean
  /** JSON string, see `readContent`. */
  readonly content: string
  readonly addTime: string
  readonly qos: 2
  readonly plateFormCode: string
  /** Sent from the side of whoever reads it. */
  readonly mine: boolean
  /** Inside a shop or the platform's service, which of its people wrote; else null. */
  readonly author: string | null
  /** The message that this one answers. */
  readonly reply: WireQuote | null
}

/** A message as another one quotes it. */
export interface WireQuote {
  readonly seq: number
  readonly sendId: number | null
  readonly sendOrgId: number | null
  readonly isOrgSend: boolean
  readonly mine: boolean
  /** One line of it; of one that was taken back only that. */
  readonly lastShort: string
}

export interface PushedMessage extends WireMessage {
  readonly type: 'chat'
  readonly conversationId: number
  readonly sendName: string
  readonly sendTime: string
  readonly avatar: string
}

/** A member of the conversation has read up to `seq`; `party` is the side on which it stands. */
export interface PushedRead {
  readonly type: 'chatRead'
  readonly conversationId: number
  /** null outside a shop for one of its people. */
  readonly userId: number | null
  readonly party: string
  readonly seq: number
}

/** A message was taken back. */
export interface PushedRecall {
  readonly type: 'chatRecall'
  readonly conversationId: number
  readonly seq: number
}

/** A visit to the platform's service was rated. */
export interface PushedRated {
  readonly type: 'chatRated'
  readonly conversationId: number
  readonly caseId: number
  readonly score: number
}

/** Pin or mute changed in another tab or on another device. */
export interface PushedMark {
  readonly type: 'chatMark'
  readonly conversationId: number
  readonly pinned: boolean
  readonly muted: boolean
}

/** Somebody on the side `party` is writing. */
export interface PushedTyping {
  readonly type: 'chatTyping'
  readonly conversationId: number
  readonly party: string
}

/** Type guard of chat push messages. */
export function isChatPush(message: unknown): message is ChatPush {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  const numbers = (...names: string[]) => names.every((name) => Number.isInteger(fields.get(name)))
  const type = fields.get('type')
  const whoOrNull = (name: string) => fields.get(name) === null || numbers(name)
  const flags = (...names: string[]) => names.every((name) => typeof fields.get(name) === 'boolean')
  const texts = (...names: string[]) => names.every((name) => typeof fields.get(name) === 'string')
  if (!numbers('conversationId')) return false
  if (type === 'chatRead') return numbers('seq') && whoOrNull('userId') && texts('party')
  if (type === 'chatRecall') return numbers('seq')
  if (type === 'chatMark') return flags('pinned', 'muted')
  if (type === 'chatTyping') return texts('party')
  if (type === 'chatRated') return numbers('caseId', 'score')
  const written = numbers('seq') && whoOrNull('sendId') && texts('clientId', 'content', 'addTime')
  return type === 'chat' && written && flags('mine')
}
