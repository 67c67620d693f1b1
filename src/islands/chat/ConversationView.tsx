import { useStore } from '@nanostores/react'
import { X, Bell, BellOff, ChevronLeft, Ellipsis, type LucideIcon, Pin, PinOff, Search, Store } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { LinkPreview, ConversationEntry } from '../../contract/chat/shapes.ts'
import { chatQuery, clearChatSearch, searchResult, isSearchWithin, searchChat } from '../../stores/chat/chat-search.ts'
import { sendFiles } from '../../stores/chat/outbox/outbox.ts'
import {
  targetState,
  dismissTopic,
  loadTarget,
  room,
  sendTopic,
  backToList,
  closeChat,
} from '../../stores/chat/room.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { CardPicture } from '../CardPicture.tsx'
import type { ChatForm } from './ChatRoom.tsx'
import { Composer } from './Composer.tsx'
import { SearchResults } from './SearchResults.tsx'
import { Messages } from './Messages.tsx'
import { SearchField } from './SearchField.tsx'
import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { shownName } from '../../domain/chat/phrases.ts'
import { links } from '../../domain/links.ts'
import { conversations, markEntry, unreadCount } from '../../stores/chat/conversations.ts'
import { conversationKey } from '../../stores/chat/participants.ts'
import { typingConversations } from '../../stores/chat/typing.ts'
import { Certified } from '../../ui/card/Certified.tsx'
import { optionClass, popClass } from '../../ui/form/control-class.ts'
import { Count } from '../../ui/text/Count.tsx'

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

/** Actions on a conversation; before its first message there is nothing to search, pin or mute. */
function ConversationMenu({ entry }: { entry: ConversationEntry }) {
  if (entry.conversationId === null) return null
  const { pinned, muted, isService } = entry
  const entries: readonly { label: string; icon: LucideIcon; choose: () => void }[] = [
    { label: '查找聊天记录', icon: Search, choose: () => searchChat('', entry) },
    ...(isService
      ? []
      : [
          {
            label: pinned ? '取消置顶' : '置顶会话',
            icon: pinned ? PinOff : Pin,
            choose: () => void markEntry(entry, { pinned: !pinned }),
          },
        ]),
    {
      label: muted ? '取消免打扰' : '消息免打扰',
      icon: muted ? Bell : BellOff,
      choose: () => void markEntry(entry, { muted: !muted }),
    },
  ]
  return (
    <Menu>
      <MenuButton
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11"
        aria-label="会话设置"
        title="会话设置"
      >
        <Ellipsis className="size-5" />
      </MenuButton>
      <MenuItems anchor={{ to: 'bottom end', gap: 4 }} modal={false} className={`${popClass} min-w-40`}>
        {entries.map(({ label, icon: Icon, choose }) => (
          <MenuItem key={label}>
            <button type="button" className={`${optionClass} justify-start! data-focus:bg-surface-2`} onClick={choose}>
              <Icon className="size-4 text-ink-3" />
              {label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}

const iconButton = 'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

/** Name, typing state and actions of the conversation. */
function ConversationHeader({ form }: { form: ChatForm }) {
  const { entry: shown } = useStore(room)
  const entry = useLatest(shown)
  const isWriting = useStore(typingConversations)[entry?.conversationId ?? 0] === true
  const question = useStore(targetState)
  const all = useStore(unreadCount) ?? 0
  const others = all - (entry?.count ?? 0)
  const deep = entry !== null || question.at !== 'nothing'
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4 max-md:h-13 max-md:px-1">
      {deep && form !== 'minimal' && (
        <button
          type="button"
          className="relative grid size-11 shrink-0 place-items-center md:hidden"
          aria-label={others > 0 ? `返回我的沟通，其他会话 ${others} 条未读` : '返回我的沟通'}
          onClick={backToList}
        >
          <ChevronLeft className="size-6" />
          <Count count={others} className="absolute top-1.5 right-0" />
        </button>
      )}
      {entry !== null && (
        <>
          <h2 className="min-w-0 font-semibold max-md:flex-1 max-md:text-center">
            <span className="block truncate">{shownName(entry.name)}</span>
            <span role="status" className="block text-xs font-normal text-ink-3 empty:hidden">
              {isWriting
                ? '对方正在输入…'
                : entry.asDemandId === null
                  ? ''
                  : '以需求方身份沟通，对方看不到您的姓名与企业全称'}
            </span>
          </h2>
          {entry.certified && (
            <span className="max-md:hidden">
              <Certified />
            </span>
          )}
          {entry.shopId !== null && entry.orgId !== null && (
            <a
              href={links.shopHome({ id: entry.shopId, orgId: entry.orgId })}
              target="_blank"
              rel="noopener"
              className={iconButton}
              aria-label="进入店铺（新窗口）"
              title="进入店铺"
            >
              <Store className="size-5" />
            </a>
          )}
        </>
      )}
      <span className={entry === null ? 'ml-auto max-md:w-11' : 'ml-auto max-md:hidden'} />
      {entry !== null && <ConversationMenu entry={entry} />}
      {form === 'floating' && (
        <button
          type="button"
          className={`${iconButton} max-md:hidden`}
          aria-label="关闭聊天"
          title="关闭"
          onClick={closeChat}
        >
          <X className="size-5" />
        </button>
      )}
    </div>
  )
}

/** The latest list entry of the open conversation: its id, pin or mute may have changed. */
function useLatest(entry: ConversationEntry | null): ConversationEntry | null {
  const now = useStore(conversations)
  if (entry === null || now.at !== 'ready') return entry
  return now.entries.find((known) => conversationKey(known) === conversationKey(entry)) ?? entry
}

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
