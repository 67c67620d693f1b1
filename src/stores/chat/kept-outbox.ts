import type { ConversationEntry } from '../../contract/chat/conversations.ts'

/** A message on its way out. */
export interface Unsent {
  readonly clientId: string
  /** Who typed it. */
  readonly userId: number
  readonly to: Pick<ConversationEntry, 'id' | 'orgId' | 'sendOrgId' | 'isStoreIdentity'>
  readonly text: string
  readonly at: string
  /** waiting: the connection is gone; failed: refused for `reason`. */
  readonly state: 'sending' | 'waiting' | 'failed'
  readonly reason?: string
}

/** What this tab has kept, read with care: storage may hold anything. Everything in it is to be tried again. */
export function readKept(json: string | null): Unsent[] {
  try {
    const read: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(read) ? read.flatMap(unsent) : []
  } catch {
    return []
  }
}

function unsent(kept: unknown): Unsent[] {
  const item = fieldsOf(kept)
  const to = fieldsOf(item('to'))
  const [clientId, text, at] = ['clientId', 'text', 'at'].map((name) => textOf(item(name)))
  const [userId, id] = [numberOf(item('userId')), numberOf(to('id'))]
  if (clientId === null || text === null || at === null || userId === null || id === null) return []
  if (clientId === undefined || text === undefined || at === undefined) return []
  const orgId = numberOf(to('orgId'))
  const sides = { id, orgId, sendOrgId: numberOf(to('sendOrgId')), isStoreIdentity: orgId === null ? 1 : 2 } as const
  return [{ clientId, userId, to: sides, text, at, state: 'waiting' }]
}

const fieldsOf = (value: unknown) => {
  const fields = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  return (name: string) => fields.get(name)
}
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : null)
