import type { ConversationEntry } from '../../../contract/chat/shapes.ts'
import type { ChatFileKind } from '../../../domain/chat/content.ts'
import type { Quote } from '../thread.ts'

/** A message that is not on the server yet. */
export interface UnsentMessage {
  readonly clientId: string
  /** User id of the author. */
  readonly userId: number
  readonly to: Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'isStoreIdentity' | 'asDemandId'>
  readonly text: string
  /** Picture or file instead of a text; its bytes are in stored-files.ts until it is uploaded. */
  readonly file?: UnsentFile
  readonly reply?: Quote
  readonly at: string
  /** waiting: no connection; failed: refused for `reason`. */
  readonly state: 'sending' | 'waiting' | 'failed'
  readonly reason?: string
}

export interface UnsentFile {
  readonly name: string
  /** bytes */
  readonly size: number
  readonly kind: ChatFileKind
  /** Set after the upload. */
  readonly fileId?: string
}

/** Parses the queue stored in this tab, ignoring invalid content. All messages are to be retried. */
export const parseUnsentMessages = (read: unknown): UnsentMessage[] =>
  Array.isArray(read) ? read.flatMap(parseUnsentMessage) : []

function parseUnsentMessage(kept: unknown): UnsentMessage[] {
  const item = fieldsOf(kept)
  const to = fieldsOf(item('to'))
  const [clientId, at] = ['clientId', 'at'].map((name) => textOf(item(name)))
  const text = typeof item('text') === 'string' ? String(item('text')) : null
  const [userId, id] = [numberOf(item('userId')), numberOf(to('id'))]
  if (clientId === null || text === null || at === null || userId === null || id === null) return []
  if (clientId === undefined || at === undefined) return []
  const [file, reply] = [fileOf(item('file')), replyOf(item('reply'))]
  if (text === '' && file === undefined) return []
  const orgId = numberOf(to('orgId'))
  const sides = {
    id,
    orgId,
    sendOrgId: numberOf(to('sendOrgId')),
    asDemandId: numberOf(to('asDemandId')),
    isStoreIdentity: orgId === null ? 1 : 2,
  } as const
  const more = { ...(file === undefined ? {} : { file }), ...(reply === undefined ? {} : { reply }) }
  return [{ clientId, userId, to: sides, text, ...more, at, state: 'waiting' }]
}

function fileOf(kept: unknown): UnsentFile | undefined {
  const field = fieldsOf(kept)
  const [name, size, kind, fileId] = [textOf(field('name')), numberOf(field('size')), field('kind'), field('fileId')]
  if (name === null || size === null || (kind !== 'picture' && kind !== 'file')) return undefined
  return { name, size, kind, ...(typeof fileId === 'string' ? { fileId } : {}) }
}

function replyOf(kept: unknown): Quote | undefined {
  const field = fieldsOf(kept)
  const [seq, short] = [numberOf(field('seq')), textOf(field('short'))]
  return seq === null || short === null ? undefined : { seq, short, mine: field('mine') === true }
}

const fieldsOf = (value: unknown) => {
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  return (name: string) => fields.get(name)
}
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : null)
