import { atom } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { readContent, type MessageContent } from '../../domain/chat/content.ts'
import type { WireMessage } from '../../domain/chat/chat-push.ts'
import { conversationKey } from './participants.ts'

/** A found message with its conversation. */
export interface SearchHit {
  readonly id: number
  readonly seq: number
  readonly conversationId: number
  readonly entry: ConversationEntry
  readonly content: MessageContent
  readonly at: string
  readonly mine: boolean
}

export type SearchResult =
  | { readonly at: 'nothing' }
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | {
      readonly at: 'ready'
      readonly names: readonly ConversationEntry[]
      readonly hits: readonly SearchHit[]
      /** Number of hits, counted up to 1,000. */
      readonly total: number
      readonly more: boolean
      readonly loadingMore: boolean
    }

/** Search keyword and the conversation that the search is limited to. */
export const chatQuery = atom<{ readonly keyword: string; readonly within: ConversationEntry | null }>({
  keyword: '',
  within: null,
})
export const searchResult = atom<SearchResult>({ at: 'nothing' })

/** Debounce in milliseconds; minimum keyword length for messages. */
const [pauseMs, fewestLetters] = [300, 2]
const pageSize = 20
let timer: ReturnType<typeof setTimeout> | undefined

/** Searches names and messages after a debounce. */
export function searchChat(keyword: string, within: ConversationEntry | null = chatQuery.get().within): void {
  chatQuery.set({ keyword, within })
  clearTimeout(timer)
  if (keyword.trim() === '') return searchResult.set({ at: 'nothing' })
  if (searchResult.get().at !== 'ready') searchResult.set({ at: 'loading' })
  timer = setTimeout(() => void runChatSearch(), pauseMs)
}

export const clearChatSearch = (): void => searchChat('', null)

/** Runs the search at once; also used to retry. */
export async function runChatSearch(): Promise<void> {
  const now = chatQuery.get()
  const keyword = now.keyword.trim()
  const conversationId = now.within?.conversationId ?? undefined
  const long = [...keyword].length >= fewestLetters
  const [names, messages] = await Promise.all([
    now.within === null ? quietApi.chat.messageGroups({ keyword, pageSize }) : undefined,
    long ? quietApi.chat.contactRecords({ keyword, conversationId, pageSize }) : undefined,
  ])
  if (chatQuery.get() !== now) return
  const failed = [names, messages].find((answer) => answer?.ok === false)
  if (failed?.ok === false) return searchResult.set({ at: 'failed', failure: failed.failure })
  searchResult.set({
    at: 'ready',
    names: names?.ok ? names.content.data : [],
    ...(messages?.ok ? toHits(messages.content) : { hits: [], total: 0, more: false }),
    loadingMore: false,
  })
}

/** Loads the next older hits. */
export async function loadMoreHits(): Promise<void> {
  const [now, { keyword, within }] = [searchResult.get(), chatQuery.get()]
  if (now.at !== 'ready' || !now.more || now.loadingMore) return
  const beforeId = now.hits.at(-1)?.id
  const loading = { ...now, loadingMore: true }
  searchResult.set(loading)
  const conversationId = within?.conversationId ?? undefined
  const answer = await quietApi.chat.contactRecords({ keyword: keyword.trim(), conversationId, beforeId, pageSize })
  if (searchResult.get() !== loading) return
  if (!answer.ok) return searchResult.set(now)
  const { hits, more } = toHits(answer.content)
  searchResult.set({ ...now, hits: [...now.hits, ...hits], more })
}

interface Records {
  readonly data: readonly (WireMessage & { readonly conversationId: number })[]
  readonly conversations: readonly ConversationEntry[]
  readonly total: number
  readonly more: boolean
}

function toHits({ data, conversations, total, more }: Records) {
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

/** Whether the search is limited to this conversation. */
export const isSearchWithin = (within: ConversationEntry | null, entry: ConversationEntry): boolean =>
  within !== null && conversationKey(within) === conversationKey(entry)
