import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { LinkPreview, ConversationEntry } from '../../contract/chat/shapes.ts'
import { chatQuery, clearChatSearch, searchResult, isSearchWithin, searchChat } from '../../stores/chat/chat-search.ts'
import { sendFiles } from '../../stores/chat/outbox/outbox.ts'
import { targetState, dismissTopic, loadTarget, room, sendTopic } from '../../stores/chat/room.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { CardPicture } from '../CardPicture.tsx'
import type { ChatForm } from './ChatRoom.tsx'
import { Composer } from './Composer.tsx'
import { SearchResults } from './SearchResults.tsx'
import { Messages } from './Messages.tsx'
import { SearchField } from './SearchField.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'

/** Search within one conversation, shown instead of its messages. */
function ConversationSearch({ entry }: { entry: ConversationEntry }) {
  const { keyword } = useStore(chatQuery)
  const now = useStore(searchResult)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-2 p-3">
        <div className="flex-1">
          <SearchField
            focused
            value={keyword}
            label="查找聊天记录"
            onChange={(value) => searchChat(value, entry)}
            onEnd={clearChatSearch}
          />
        </div>
        <Button kind="plain" size="sm" className="max-md:h-11" onClick={clearChatSearch}>
          取消
        </Button>
      </div>
      {now.at === 'nothing' && (
        <p className="px-4 py-6 text-center text-sm text-ink-3">输入消息里的几个字或文件名，至少 2 个字。</p>
      )}
      <SearchResults />
    </div>
  )
}

/** Topic of the page from which the chat was opened; one click sends it as a card. */
const TopicBar = ({ about }: { about: LinkPreview }) => (
  <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2">
    <CardPicture picture={about.imgUrl} className="size-10" />
    <a href={about.url} target="_blank" rel="noopener" className="min-w-0 flex-1 hover:text-accent">
      <span className="block truncate text-sm">{about.title}</span>
      <span className="block text-sm font-semibold">{about.price}</span>
    </a>
    <Button kind="outline" size="sm" className="max-md:h-11" onClick={sendTopic}>
      发送
    </Button>
    <button
      type="button"
      className="-mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 max-md:size-11"
      aria-label="不发送此卡片"
      onClick={dismissTopic}
    >
      <X className="size-4" />
    </button>
  </div>
)

/** The open conversation: header, messages, input. */
export function ConversationView({ form, hiddenOnPhone }: { form: ChatForm; hiddenOnPhone: boolean }) {
  const { entry, about } = useStore(room)
  const question = useStore(targetState)
  // While the target is loading, phones show its state instead of the list.
  const hidden = hiddenOnPhone && question.at === 'nothing'
  const { within } = useStore(chatQuery)
  const [over, setOver] = useState(false)
  const isFiles = (event: DragEvent) => entry !== null && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    if (!isFiles(event) || entry === null) return
    event.preventDefault()
    setOver(false)
    void sendFiles(entry, [...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={(event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false)
      }}
      onDrop={drop}
      className={`min-w-0 flex-1 flex-col md:relative md:flex ${hidden ? 'hidden' : 'flex'} ${hiddenOnPhone && !hidden ? 'max-md:absolute max-md:inset-0 max-md:bg-surface' : ''}`}
    >
      <ConversationHeader form={form} />
      {over && (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 font-medium text-accent">
          松开鼠标，发送文件
        </p>
      )}
      {entry !== null ? (
        <>
          {isSearchWithin(within, entry) ? (
            <ConversationSearch entry={entry} />
          ) : (
            <>
              {about !== null && <TopicBar about={about} />}
              <Messages />
              <Composer />
            </>
          )}
        </>
      ) : question.at === 'failed' ? (
        <FailedState title="没有找到沟通对象" text={question.failure.message} onRetry={() => void loadTarget()} />
      ) : question.at === 'loading' ? (
        <p className="p-6 text-center text-sm text-ink-3" role="status">
          加载中...
        </p>
      ) : (
        <div className="grid flex-1 place-items-center">
          <EmptyState drawing="message" title="请选择会话" text="从左侧选择一个会话，继续沟通。" />
        </div>
      )}
    </div>
  )
}
