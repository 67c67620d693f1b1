import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { readContent, type MessageContent } from '../../domain/chat/content.ts'
import type { WireMessage } from '../../domain/chat/pushed.ts'
import { keyOf } from './sides.ts'

/** A message that was found, with its conversation. */
export interface Hit {
  readonly id: number
  readonly seq: number
  readonly conversationId: number
  readonly entry: ConversationEntry
  readonly content: MessageContent
  readonly at: string
  readonly mine: boolean
}

export type Found =
  | { readonly at: 'nothing' }
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | {
      readonly at: 'ready'
      readonly names: readonly ConversationEntry[]
      readonly hits: readonly Hit[]
      /** Hits in all, counted to 1,000. */
      readonly total: number
      readonly more: boolean
      readonly loadingMore: boolean
    }

/** What is typed into the search, and the conversation that it is limited to. */
export const asked = atom<{ readonly keyword: string; readonly within: ConversationEntry | null }>({
  keyword: '',
  within: null,
})
export const found = atom<Found>({ at: 'nothing' })

/** Milliseconds after the last key; letters that messages are searched by at least. */
const [pauseMs, fewestLetters] = [300, 2]
const pageSize = 20
let timer: ReturnType<typeof setTimeout> | undefined

/** Looks for names and messages once the typing pauses. */
export function search(keyword: string, within: ConversationEntry | null = asked.get().within): void {
  asked.set({ keyword, within })
  clearTimeout(timer)
  if (keyword.trim() === '') return found.set({ at: 'nothing' })
  if (found.get().at !== 'ready') found.set({ at: 'loading' })
  timer = setTimeout(() => void searchNow(), pauseMs)
}

export const endSearch = (): void => search('', null)

/** Looks anew at once; also the way to try again. */
export async function searchNow(): Promise<void> {
  const now = asked.get()
  const keyword = now.keyword.trim()
  const conversationId = now.within?.conversationId ?? undefined
  const long = [...keyword].length >= fewestLetters
  const [names, messages] = await Promise.all([
    now.within === null ? quietApi.chat.messageGroups({ keyword, pageSize }) : undefined,
    long ? quietApi.chat.contactRecords({ keyword, conversationId, pageSize }) : undefined,
  ])
  if (asked.get() !== now) return
  const failed = [names, messages].find((answer) => answer?.ok === false)
  if (failed?.ok === false) return found.set({ at: 'failed', failure: failed.failure })
  found.set({
    at: 'ready',
    names: names?.ok ? names.content.data : [],
    ...(messages?.ok ? hitsOf(messages.content) : { hits: [], total: 0, more: false }),
    loadingMore: false,
  })
}

/** The next older hits. */
export async function findMore(): Promise<void> {
  const [now, { keyword, within }] = [found.get(), asked.get()]
  if (now.at !== 'ready' || !now.more || now.loadingMore) return
  const beforeId = now.hits.at(-1)?.id
  const loading = { ...now, loadingMore: true }
  found.set(loading)
  const conversationId = within?.conversationId ?? undefined
  const answer = await quietApi.chat.contactRecords({ keyword: keyword.trim(), conversationId, beforeId, pageSize })
  if (found.get() !== loading) return
  if (!answer.ok) return found.set(now)
  const { hits, more } = hitsOf(answer.content)
  found.set({ ...now, hits: [...now.hits, ...hits], more })
}

interface Records {
  readonly data: readonly (WireMessage & { readonly conversationId: number })[]
  readonly conversations: readonly ConversationEntry[]
  readonly total: number
  readonly more: boolean
}

function hitsOf({ data, conversations, total, more }: Records) {
  const entries = new Map(conversations.map((entry) => [entry.conversationId, entry]))
  const hits = data.flatMap(
    ({ id, seq, conversationId, content, addTime, isOrgSend, sendOrgId, receiveOrgId, sendId }) => {
      const entry = entries.get(conversationId)
      if (entry === undefined) return []
      const other = entry.orgId === null ? !isOrgSend && sendId === entry.id : sendOrgId === entry.orgId
      const mine = !other || (receiveOrgId !== null && receiveOrgId === entry.orgId)
      return [{ id, seq, conversationId, entry, content: readContent(content), at: addTime, mine }]
    },
  )
  return { hits, total, more }
}

/** Whether what is shown belongs to this conversation's own search. */
export const isWithin = (within: ConversationEntry | null, entry: ConversationEntry): boolean =>
  within !== null && keyOf(within) === keyOf(entry)
