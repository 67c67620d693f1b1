import { atom } from 'nanostores'
import { api, quietApi } from '../../../client/browser.ts'
import type { UnreadMessages } from '../../../contract/chat/message-centre.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { CentreChange, CentreSync } from '../../../domain/chat/centre-sync.ts'
import { createUrlQuery } from '../../url-query.ts'
import { loadable } from '../../loadable.ts'
import { onPush } from '../../operations/push-notices.ts'
import { closeLetter } from './letter.ts'
import {
  applyCentreChange,
  fetchMessageRows,
  parseMessagesQuery,
  mergeNewestRows,
  type MessageRow,
  type MessagesPage,
  type MessagesQuery,
} from './message-rows.ts'
import { setUnreadMessages } from './unread-messages.ts'

const address = createUrlQuery<MessagesQuery>(parseMessagesQuery, ({ tab, group, unread, ...rest }) => ({
  ...(tab === 'business' ? {} : { tab }),
  group,
  unread: unread ? 1 : undefined,
  ...rest,
}))
export const messagesQuery = address.query

const page = loadable<MessagesPage>()
/** Loaded messages, newest first. */
export const messages = page.state
/** Ids of the messages selected for bulk actions. */
export const selectedMessages = atom<ReadonlySet<number>>(new Set())
/** Id of the expanded message. */
export const openMessageId = atom<number | undefined>(undefined)

/** The running action; a failure carries the action that failed. */
export type MessageAction = 'nothing' | 'reading' | 'removing' | 'more'
export const pendingAction = atom<MessageAction>('nothing')

/** Loads rows and reapplies push events received meanwhile, which may be newer than the answer. */
async function fetchWithPush(now: MessagesQuery, before?: number): Promise<Answer<MessagesPage>> {
  const meanwhile: CentreSync[] = []
  const stop = onPush((event) => {
    if (event.kind === 'centre') meanwhile.push(event)
  })
  const answer = await fetchMessageRows(now, before)
  stop()
  if (!answer.ok) return answer
  return { ok: true, content: meanwhile.reduce((page, news) => applyCentreChange(page, now.tab, news), answer.content) }
}

const reloadDelayMs = 300
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the newest messages; older ones loaded before stay below them. */
export async function loadMessages(fresh = false): Promise<void> {
  const now = address.query.get()
  if (now === null) return
  const shown = page.state.get()
  await page.load(async () => {
    const answer = await fetchWithPush(now)
    if (!answer.ok || fresh || shown.at !== 'ready') return answer
    return { ok: true, content: mergeNewestRows(answer.content, shown.content) }
  }, fresh)
}

/** Loads the messages after the last one. */
export async function loadMoreMessages(): Promise<Failure | null> {
  const shown = page.state.get()
  const now = address.query.get()
  const last = shown.at === 'ready' ? shown.content.rows.at(-1)?.recordId : undefined
  if (now === null || last === undefined || pendingAction.get() !== 'nothing') return null
  pendingAction.set('more')
  const answer = await fetchWithPush(now, last)
  pendingAction.set('nothing')
  if (!answer.ok) return answer.failure
  if (address.query.get() !== now) return null
  const { rows, more } = answer.content
  page.update((before) => ({ ...before, more, rows: [...before.rows, ...rows] }))
  return null
}

/** Follows the URL, other tabs and push events. Returns the stop function. */
export function startMessageCentre(): () => void {
  const stopAddress = address.start(() => {
    selectedMessages.set(new Set())
    openMessageId.set(undefined)
    closeLetter()
    void loadMessages(true)
  })
  const stopTold = onPush((event) => {
    const now = address.query.get()
    if (event.kind === 'centre') {
      if (now !== null) page.update((before) => applyCentreChange(before, now.tab, event))
      return
    }
    if (event.kind === 'support') return
    clearTimeout(timer)
    timer = setTimeout(() => void loadMessages(), reloadDelayMs)
  })
  return () => {
    stopAddress()
    stopTold()
    clearTimeout(timer)
  }
}

/** Changes filters; another tab starts without the filters of the previous one. */
export function setMessagesQuery(change: Partial<MessagesQuery>): void {
  const other = change.tab !== undefined && change.tab !== address.query.get()?.tab
  const none = { group: undefined, unread: false, keyword: '', from: '', until: '' }
  address.set(other ? { ...none, ...change } : change)
}

export function toggleMessage(recordId: number): void {
  const next = new Set(selectedMessages.get())
  if (!next.delete(recordId)) next.add(recordId)
  selectedMessages.set(next)
}
export function toggleAllMessages(): void {
  const now = page.state.get()
  const ids = now.at === 'ready' ? now.content.rows.map(({ recordId }) => recordId) : []
  selectedMessages.set(selectedMessages.get().size === ids.length ? new Set() : new Set(ids))
}

export const recordKindOf = (now: MessagesQuery) =>
  now.tab === 'business' ? ('business' as const) : ('personal' as const)

/** Runs an action and updates messages and badges. Returns the failure, or null. */
export async function applyMessageAction(
  action: MessageAction,
  made: CentreChange,
  request: () => Promise<Answer<UnreadMessages>>,
): Promise<Failure | null> {
  const now = address.query.get()
  if (now === null) return null
  pendingAction.set(action)
  const answer = await request()
  pendingAction.set('nothing')
  if (!answer.ok) return answer.failure
  setUnreadMessages(answer.content)
  page.update((before) => applyCentreChange(before, now.tab, { kind: 'centre', ...made, unread: answer.content }))
  return null
}

/** Maximum rows per call. */
export const maxRowsPerCall = 100

/** Marks messages as read, by default the selected ones. */
export async function markMessagesRead(ids: readonly number[] = [...selectedMessages.get()]): Promise<Failure | null> {
  const now = address.query.get()
  const recordIds = ids.slice(0, maxRowsPerCall)
  if (now === null || recordIds.length === 0 || pendingAction.get() !== 'nothing') return null
  const kind = recordKindOf(now)
  const failure = await applyMessageAction('reading', { did: 'read', of: kind, recordIds }, () =>
    api.chat.recordRead({ kind, recordIds }),
  )
  if (failure === null) selectedMessages.set(new Set(ids.length > maxRowsPerCall ? ids.slice(maxRowsPerCall) : []))
  return failure === null && ids.length > maxRowsPerCall ? markMessagesRead(ids.slice(maxRowsPerCall)) : failure
}

/** Marks all messages of the tab and group as read, up to the newest shown one. */
export async function markAllMessagesRead(): Promise<Failure | null> {
  const now = address.query.get()
  const shown = page.state.get()
  if (now === null || shown.at !== 'ready' || pendingAction.get() !== 'nothing') return null
  const kind = recordKindOf(now)
  const upTo = shown.content.rows[0]?.recordId
  const made = { did: 'readAll', of: kind, group: now.group ?? null, upTo: upTo ?? null } as const
  return applyMessageAction('reading', made, () =>
    api.chat.recordsReadAll({
      kind,
      ...(now.group === undefined ? {} : { group: now.group }),
      ...(upTo === undefined ? {} : { upTo }),
    }),
  )
}

/** Expands or collapses a message; expanding marks a notice as read. */
export function toggleMessageOpen(row: MessageRow): void {
  const same = openMessageId.get() === row.recordId
  openMessageId.set(same ? undefined : row.recordId)
  if (!same && row.kind === 'notice' && !row.read) void markReadQuietly(row.recordId)
}

/** A notice whose thing is opened: read. */
export function markNoticeOpened(row: MessageRow): void {
  if (!row.read) void markReadQuietly(row.recordId)
}

/** Marks a row read in parallel to other actions; failures are ignored, as those of a page that is being left. */
async function markReadQuietly(recordId: number): Promise<void> {
  const answer = await quietApi.chat.recordRead({ kind: 'business', recordIds: [recordId] })
  if (!answer.ok) return
  setUnreadMessages(answer.content)
  const news = { kind: 'centre', did: 'read', of: 'business', recordIds: [recordId], unread: answer.content } as const
  page.update((before) => applyCentreChange(before, 'business', news))
}

/** Marks the messages of opened letters as read. */
export function markLettersRead(recordIds: readonly number[]): void {
  const read = new Set(recordIds)
  const rows = (before: readonly MessageRow[]) =>
    before.map((row) => (row.kind === 'letter' && read.has(row.recordId) ? { ...row, read: true } : row))
  page.update((before) => ({ ...before, rows: rows(before.rows) }))
}

/** Whether the confirmation before deleting is open. */
export const isRemovalDialogOpen = atom(false)
export const openRemovalDialog = (): void => isRemovalDialogOpen.set(selectedMessages.get().size > 0)
export const closeRemovalDialog = (): void => isRemovalDialogOpen.set(false)

/** Deletes the selected messages from the list. */
export async function removeMessages(): Promise<Failure | null> {
  const now = messagesQuery.get()
  const all = [...selectedMessages.get()]
  const recordIds = all.slice(0, maxRowsPerCall)
  if (now === null || recordIds.length === 0 || pendingAction.get() !== 'nothing') return null
  const kind = recordKindOf(now)
  const failure = await applyMessageAction('removing', { did: 'deleted', of: kind, recordIds }, () =>
    api.chat.recordDelete({ kind, box: now.tab === 'sent' ? 'sent' : 'in', recordIds }),
  )
  if (failure !== null) return failure
  selectedMessages.set(new Set(all.slice(maxRowsPerCall)))
  if (all.length > maxRowsPerCall) return removeMessages()
  isRemovalDialogOpen.set(false)
  await loadMessages()
  return null
}
