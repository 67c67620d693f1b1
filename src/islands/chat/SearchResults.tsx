import { useStore } from '@nanostores/react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { listTime } from '../../domain/chat/blocks.ts'
import { shownName } from '../../domain/chat/phrases.ts'
import {
  chatQuery,
  clearChatSearch,
  loadMoreHits,
  searchResult,
  type SearchHit,
  runChatSearch,
} from '../../stores/chat/chat-search.ts'
import { selectConversation, selectMessage } from '../../stores/chat/room.ts'
import { conversationKey } from '../../stores/chat/participants.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useNow } from '../use-now.ts'
import { ParticipantAvatar } from './ParticipantAvatar.tsx'

type MarkedProps = { text: string; keyword: string }

/** Text with the search keyword highlighted. */
function HighlightedText({ text, keyword }: MarkedProps) {
  const word = keyword.trim()
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-medium text-accent">{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  )
}

const group = 'px-3 pt-3 pb-1 text-xs text-ink-3 max-md:px-4'

/** Found conversations and messages; selecting a message shows it in its context. */
export function SearchResults() {
  const now = useStore(searchResult)
  const { keyword, within } = useStore(chatQuery)
  const at = useNow()
  if (now.at === 'nothing') return null
  if (now.at === 'loading') {
    return (
      <div className="p-4">
        <Skeleton count={4} label="查找中" />
      </div>
    )
  }
  if (now.at === 'failed') {
    return <FailedState title="没有查到" text={now.failure.message} onRetry={() => void runChatSearch()} />
  }
  const short = [...keyword.trim()].length < 2
  if (now.names.length + now.hits.length === 0) {
    const text = short ? '查找消息请输入至少 2 个字。' : '请更换关键词，如对方名称、文件名或消息里的几个字。'
    return <EmptyState drawing="message" title="没有找到" text={text} />
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-3">
      {now.names.length > 0 && <h3 className={group}>会话</h3>}
      <ul>
        {now.names.map((entry) => (
          <li key={conversationKey(entry)}>
            <NameRow entry={entry} keyword={keyword} />
          </li>
        ))}
      </ul>
      {now.hits.length > 0 && <h3 className={group}>消息（{now.total >= 1000 ? '1000+' : now.total}）</h3>}
      <ul>
        {now.hits.map((hit) => (
          <li key={hit.id}>
            <HitRow hit={hit} keyword={keyword} time={listTime(hit.at, at)} inList={within === null} />
          </li>
        ))}
      </ul>
      {now.more && (
        <button
          type="button"
          className="mx-auto block h-8 px-3 text-sm text-accent hover:underline disabled:text-ink-3 max-md:h-11"
          disabled={now.loadingMore}
          onClick={() => void loadMoreHits()}
        >
          {now.loadingMore ? '加载中...' : '更多消息'}
        </button>
      )}
    </div>
  )
}

const row = 'flex w-full items-center gap-2.5 px-3 py-2 text-left hover:bg-surface-3 max-md:min-h-16 max-md:px-4'

function NameRow({ entry, keyword }: { entry: ConversationEntry; keyword: string }) {
  const open = () => {
    clearChatSearch()
    void selectConversation(entry)
  }
  return (
    <button type="button" className={row} onClick={open}>
      <ParticipantAvatar entry={entry} size="sm" />
      <span className="min-w-0 flex-1 truncate">
        <HighlightedText text={shownName(entry.name)} keyword={keyword} />
      </span>
    </button>
  )
}

type HitProps = { hit: SearchHit; keyword: string; time: string; inList: boolean }

function HitRow({ hit: { entry, content, conversationId, seq, mine }, keyword, time, inList }: HitProps) {
  const words = content.text === '' ? content.lastShort : content.text
  const open = () => {
    // On phones the conversation replaces the list; on wide screens the hits stay.
    if (!inList || !matchMedia('(min-width: 768px)').matches) clearChatSearch()
    void selectMessage(entry, conversationId, seq)
  }
  return (
    <button type="button" className={row} onClick={open}>
      <ParticipantAvatar entry={entry} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2 text-xs text-ink-3">
          <span className="truncate">{mine ? `我 · ${shownName(entry.name)}` : shownName(entry.name)}</span>
          <span className="shrink-0">{time}</span>
        </span>
        <span className="block truncate text-sm">
          <HighlightedText text={around(words, keyword)} keyword={keyword} />
        </span>
      </span>
    </button>
  )
}

const before = 8
/** Excerpt of a long text starting shortly before the keyword. */
function around(text: string, keyword: string): string {
  const at = text.toLowerCase().indexOf(keyword.trim().toLowerCase())
  return at <= before ? text : `…${text.slice(at - before)}`
}
