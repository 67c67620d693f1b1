import { noticeGroups, type NoticeGroup } from '../accounts/notifications.ts'

/** A change in the message centre, pushed to the other tabs and devices of the user. */
export type CentreChange =
  | {
      readonly did: 'read' | 'deleted'
      readonly of: 'business' | 'personal'
      readonly recordIds: readonly number[]
    }
  /** Everything of a kind, or of a group of business; up to a row where one was seen. */
  | {
      readonly did: 'readAll'
      readonly of: 'business' | 'personal' | 'both'
      readonly group: NoticeGroup | null
      readonly upTo: number | null
    }

/** The pushed change with the resulting unread counts. */
export type CentreSync = CentreChange & {
  readonly kind: 'centre'
  readonly unread: {
    readonly total: number
    readonly business: number
    readonly personal: number
    readonly groups: Readonly<Record<NoticeGroup, number>>
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Type guard of pushed message centre changes. */
export function isCentreSync(message: unknown): message is CentreSync {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  if (fields.get('kind') !== 'centre') return false
  const unread = fields.get('unread')
  if (typeof unread !== 'object' || unread === null) return false
  const counts = new Map<string, unknown>(Object.entries(unread))
  const groups = new Map<string, unknown>(Object.entries(counts.get('groups') ?? {}))
  const counted =
    ['total', 'business', 'personal'].every((name) => isNumber(counts.get(name))) &&
    noticeGroups.every((group) => isNumber(groups.get(group)))
  if (!counted) return false
  if (fields.get('did') === 'readAll') return ['business', 'personal', 'both'].includes(String(fields.get('of')))
  const ids = fields.get('recordIds')
  return ['read', 'deleted'].includes(String(fields.get('did'))) && Array.isArray(ids) && ids.every(isNumber)
}
