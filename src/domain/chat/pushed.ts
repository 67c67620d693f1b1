/** What travels over push for the chat: the specification's pushed message, and read positions of our own. */
export type Pushed = PushedMessage | PushedRead

/** One message as calls and push have it: specification section 3, with our number, order and client id. */
export interface WireMessage {
  readonly id: number
  /** Place in its conversation, from 1 without gaps. */
  readonly seq: number
  /** Made by the sending client: the same one is the same message. */
  readonly clientId: string
  readonly sendId: number
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
  readonly userId: number
  readonly party: string
  readonly seq: number
}

/** True for what the chat understands; whatever else comes over push belongs to others. */
export function isPushed(message: unknown): message is Pushed {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  const numbers = (...names: string[]) => names.every((name) => Number.isInteger(fields.get(name)))
  if (fields.get('type') === 'chatRead') {
    return numbers('conversationId', 'userId', 'seq') && typeof fields.get('party') === 'string'
  }
  const texts = ['clientId', 'content', 'addTime'].every((name) => typeof fields.get(name) === 'string')
  return fields.get('type') === 'chat' && texts && numbers('conversationId', 'seq', 'sendId')
}
