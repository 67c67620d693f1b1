import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { UnreadMessages } from '../../contract/chat/message-centre.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { CentreChange, CentreNews } from '../../domain/chat/centre-news.ts'
import { addressOf } from '../address.ts'
import { loadable } from '../loaded.ts'
import { onTold } from '../operations/told.ts'
import { closeLetter } from './letter.ts'
import {
  afterNews,
  askRows,
  readMessages,
  withNewest,
  type MessageRow,
  type MessagesPage,
  type MessagesQuery,
} from './message-rows.ts'
import { setUnread } from './unread-messages.ts'

const address = addressOf<MessagesQuery>(readMessages, ({ tab, group, unread, ...rest }) => ({
  ...(tab === 'business' ? {} : { tab }),
  ...{ group, unread: unread ? 1 : undefined, ...rest },
}))
export const query = address.query

const page = loadable<MessagesPage>()
/** The rows that are read so far, the newest first. */
export const messages = page.state
/** Rows chosen for what is done to many. */
export const chosen = atom<ReadonlySet<number>>(new Set())
/** The row whose content is open in its place. */
export const opened = atom<number | undefined>(undefined)

/** What is under way. A failure says which one it was of. */
export type Doing = 'nothing' | 'reading' | 'removing' | 'more'
export const doing = atom<Doing>('nothing')

/** Asks for rows. What is told while the answer is under way may be younger than it, and is done to it again. */
async function askHearing(now: MessagesQuery, before?: number): Promise<Answer<MessagesPage>> {
  const meanwhile: CentreNews[] = []
  const stop = onTold((heard) => {
    if (heard.kind === 'centre') meanwhile.push(heard)
  })
  const answer = await askRows(now, before)
  stop()
  if (!answer.ok) return answer
  return { ok: true, content: meanwhile.reduce((page, news) => afterNews(page, now.tab, news), answer.content) }
}

const pause = 300
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads the newest rows; those that were read further down stay below them. */
export async function load(fresh = false): Promise<void> {
  const now = address.query.get()
  if (now === null) return
  const shown = page.state.get()
  await page.load(async () => {
    const answer = await askHearing(now)
    if (!answer.ok || fresh || shown.at !== 'ready') return answer
    return { ok: true, content: withNewest(answer.content, shown.content) }
  }, fresh)
}

/** Reads the rows below the last one. */
export async function loadMore(): Promise<Failure | null> {
  const shown = page.state.get()
  const now = address.query.get()
  const last = shown.at === 'ready' ? shown.content.rows.at(-1)?.recordId : undefined
  if (now === null || last === undefined || doing.get() !== 'nothing') return null
  doing.set('more')
  const answer = await askHearing(now, last)
  doing.set('nothing')
  if (!answer.ok) return answer.failure
  if (address.query.get() !== now) return null
  const { rows, more } = answer.content
  page.change((before) => ({ ...before, more, rows: [...before.rows, ...rows] }))
  return null
}

/** Follows the address, and what happens in other tabs and on the server. Returns the way to stop. */
export function start(): () => void {
  const stopAddress = address.start(() => {
    chosen.set(new Set())
    opened.set(undefined)
    closeLetter()
    void load(true)
  })
  const stopTold = onTold((heard) => {
    const now = address.query.get()
    if (heard.kind === 'centre') {
      if (now !== null) page.change((before) => afterNews(before, now.tab, heard))
      return
    }
    if (heard.kind === 'desk') return
    clearTimeout(timer)
    timer = setTimeout(() => void load(), pause)
  })
  return () => {
    stopAddress()
    stopTold()
    clearTimeout(timer)
  }
}

/** Other conditions; another tab starts without those of the one before. */
export function choose(change: Partial<MessagesQuery>): void {
  const other = change.tab !== undefined && change.tab !== address.query.get()?.tab
  const none = { group: undefined, unread: false, keyword: '', from: '', until: '' }
  address.set(other ? { ...none, ...change } : change)
}

export function toggle(recordId: number): void {
  const next = new Set(chosen.get())
  if (!next.delete(recordId)) next.add(recordId)
  chosen.set(next)
}
export function toggleAll(): void {
  const now = page.state.get()
  const ids = now.at === 'ready' ? now.content.rows.map(({ recordId }) => recordId) : []
  chosen.set(chosen.get().size === ids.length ? new Set() : new Set(ids))
}

export const kindOf = (now: MessagesQuery) => (now.tab === 'business' ? ('business' as const) : ('personal' as const))

/** Makes a change and shows it; of the rows as of the badges. The failure, or null. */
export async function change(
  what: Doing,
  made: CentreChange,
  ask: () => Promise<Answer<UnreadMessages>>,
): Promise<Failure | null> {
  const now = address.query.get()
  if (now === null) return null
  doing.set(what)
  const answer = await ask()
  doing.set('nothing')
  if (!answer.ok) return answer.failure
  setUnread(answer.content)
  page.change((before) => afterNews(before, now.tab, { kind: 'centre', ...made, unread: answer.content }))
  return null
}

/** A call takes a hundred rows. */
export const mostAtOnce = 100

/** Marks rows as read: those chosen unless told. */
export async function read(ids: readonly number[] = [...chosen.get()]): Promise<Failure | null> {
  const now = address.query.get()
  const recordIds = ids.slice(0, mostAtOnce)
  if (now === null || recordIds.length === 0 || doing.get() !== 'nothing') return null
  const kind = kindOf(now)
  const failure = await change('reading', { did: 'read', of: kind, recordIds }, () =>
    api.chat.recordRead({ kind, recordIds }),
  )
  if (failure === null) chosen.set(new Set(ids.length > mostAtOnce ? ids.slice(mostAtOnce) : []))
  return failure === null && ids.length > mostAtOnce ? read(ids.slice(mostAtOnce)) : failure
}

/** Marks everything of the tab, and of its group, as read, up to the newest row that is shown. */
export async function readAll(): Promise<Failure | null> {
  const now = address.query.get()
  const shown = page.state.get()
  if (now === null || shown.at !== 'ready' || doing.get() !== 'nothing') return null
  const kind = kindOf(now)
  const upTo = shown.content.rows[0]?.recordId
  const made = { did: 'readAll', of: kind, group: now.group ?? null, upTo: upTo ?? null } as const
  return change('reading', made, () =>
    api.chat.recordsReadAll({
      kind,
      ...(now.group === undefined ? {} : { group: now.group }),
      ...(upTo === undefined ? {} : { upTo }),
    }),
  )
}

/** Opens a row in its place, or closes it; a notice is read with that. */
export function open(row: MessageRow): void {
  const same = opened.get() === row.recordId
  opened.set(same ? undefined : row.recordId)
  if (!same && row.kind === 'notice' && !row.read) void readQuietly(row.recordId)
}

/** Beside whatever else is under way, and without a word when it fails: the row stays unread. */
async function readQuietly(recordId: number): Promise<void> {
  const answer = await api.chat.recordRead({ kind: 'business', recordIds: [recordId] })
  if (!answer.ok) return
  setUnread(answer.content)
  const news = { kind: 'centre', did: 'read', of: 'business', recordIds: [recordId], unread: answer.content } as const
  page.change((before) => afterNews(before, 'business', news))
}

/** Letters were opened: their rows are read. */
export function letterOpened(recordIds: readonly number[]): void {
  const read = new Set(recordIds)
  const rows = (before: readonly MessageRow[]) =>
    before.map((row) => (row.kind === 'letter' && read.has(row.recordId) ? { ...row, read: true } : row))
  page.change((before) => ({ ...before, rows: rows(before.rows) }))
}
