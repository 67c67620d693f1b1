import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { closeChat, room, selectConversation } from '../../stores/chat/room.ts'
import { ConversationDeals } from './ConversationDeals.tsx'
import { ConversationView } from './ConversationView.tsx'
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { BellOff, Headset, House, Pin, Settings, X } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { listTime } from '../../domain/chat/blocks.ts'
import { readContent } from '../../domain/chat/content.ts'
import { shownName } from '../../domain/chat/phrases.ts'
import { links } from '../../domain/links.ts'
import { session } from '../../stores/accounts/session.ts'
import { playAlertSound } from '../../stores/chat/alerts.ts'
import { conversations, loadConversations, unreadCount } from '../../stores/chat/conversations.ts'
import { chatQuery, clearChatSearch, searchChat } from '../../stores/chat/chat-search.ts'
import {
  desktopNoticeSetting,
  noticeState,
  setDesktopNotice,
  setSound,
  soundSetting,
} from '../../stores/chat/chat-settings.ts'
import { conversationKey } from '../../stores/chat/participants.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Switch } from '../../ui/form/Switch.tsx'
import { popClass } from '../../ui/form/control-class.ts'
import { Count } from '../../ui/text/Count.tsx'
import { useMediaQuery } from '../use-media-query.ts'
import { useNow } from '../use-now.ts'
import { ParticipantAvatar } from './ParticipantAvatar.tsx'
import { SearchResults } from './SearchResults.tsx'
import { SearchField } from './SearchField.tsx'
import { createRoot } from 'react-dom/client'

/** floating: above a page; page: the whole of /chat; minimal: only the conversation, for embedding. */
export type ChatForm = 'floating' | 'page' | 'minimal'

const frames: Record<ChatForm, string> = {
  floating:
    'fixed inset-0 z-40 flex overflow-hidden bg-surface md:inset-auto md:right-4 md:bottom-6 md:h-[508px] md:max-h-[calc(100dvh-48px)] md:w-[660px] md:rounded-xl md:shadow-dialog desk:right-18',
  page: 'flex h-dvh overflow-hidden bg-surface md:mx-auto md:my-6 md:h-[calc(100dvh-48px)] md:max-w-[1040px] min-[1360px]:max-w-[1296px] md:rounded-xl md:border md:border-line',
  minimal: 'flex h-dvh overflow-hidden bg-surface',
}

/** One conversation of the list: name, last message, time, unread count. */
function Entry({ entry, chosen, now }: { entry: ConversationEntry; chosen: boolean; now: string }) {
  const name = shownName(entry.name)
  return (
    <button
      type="button"
      className={`relative flex h-[62px] w-full items-center gap-2.5 px-3 text-left max-md:h-18 max-md:px-4 ${chosen ? 'bg-surface' : 'hover:bg-surface-3'}`}
      aria-current={chosen || undefined}
      onClick={() => void selectConversation(entry)}
    >
      {chosen && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent max-md:hidden" />}
      <ParticipantAvatar entry={entry} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className={`min-w-0 flex-1 truncate ${chosen || entry.count > 0 ? 'font-medium' : ''}`}>{name}</span>
          {entry.pinned && <Pin className="size-3 shrink-0 text-ink-3" aria-label="已置顶" />}
          {entry.addTime !== null && (
            <span className="shrink-0 text-xs text-ink-3">{listTime(entry.addTime, now)}</span>
          )}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-xs text-ink-3">
            {entry.sendOrgId !== null && <span className="text-accent">店铺 </span>}
            {entry.asDemandId !== null && <span className="text-accent">需求 </span>}
            {entry.lastWord === ''
              ? entry.isService
                ? '平台客服，欢迎咨询'
                : '暂无消息'
              : readContent(entry.lastWord).lastShort}
          </span>
          {entry.muted && <BellOff className="ml-auto size-3.5 shrink-0 text-ink-3" aria-label="免打扰" />}
          <Count count={entry.count} label="条未读消息" className={entry.muted ? 'bg-ink-3!' : ''} />
        </span>
      </span>
    </button>
  )
}

/** Settings of this browser for incoming messages. */
function ChatSettings() {
  const rings = useStore(soundSetting) === 'on'
  useStore(desktopNoticeSetting)
  const notice = noticeState()
  const turnSound = (on: boolean) => {
    setSound(on)
    if (on) playAlertSound()
  }
  return (
    // Rendered inline and not at the end of the body, where it would be outside every landmark.
    <Popover className="relative">
      <PopoverButton
        className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11"
        aria-label="消息提醒设置"
        title="消息提醒设置"
      >
        <Settings className="size-5" />
      </PopoverButton>
      <PopoverPanel
        className={`${popClass} absolute top-full right-0 z-20 mt-1 w-64 space-y-2 p-4 text-left text-sm md:right-auto md:left-0`}
      >
        <Switch label="新消息提示音" on={rings} onChange={turnSound} />
        <Switch
          label="浏览器桌面通知"
          on={notice === 'on'}
          disabled={notice === 'denied' || notice === 'missing'}
          onChange={(on) => void setDesktopNotice(on)}
        />
        {notice === 'denied' && <p className="text-xs text-ink-3">浏览器已拒绝本站的通知，请在浏览器设置中允许。</p>}
        {notice === 'missing' && <p className="text-xs text-ink-3">这个浏览器不支持桌面通知。</p>}
        <p className="text-xs text-ink-3">只对这个浏览器有效；免打扰的会话不提醒。</p>
      </PopoverPanel>
    </Popover>
  )
}

type Props = { floating: boolean; hiddenOnPhone: boolean }

/** The list of conversations, the platform's service first. Six fit, more scroll. */
function ConversationList({ floating, hiddenOnPhone }: Props) {
  const count = useStore(unreadCount) ?? 0
  const me = useStore(session)
  // Agents see the link to the support console instead.
  const agent = me.at === 'in' && me.user.isService
  const now = useStore(chatQuery)
  // A search within one conversation is shown beside the list, not in it.
  const keyword = now.within === null ? now.keyword : ''
  return (
    <div
      className={`w-full shrink-0 flex-col border-line bg-surface-2 max-md:bg-surface md:flex md:w-[216px] md:border-r ${hiddenOnPhone ? 'hidden' : 'flex'}`}
    >
      <h2 className="flex h-12 shrink-0 items-center justify-between px-4 font-semibold max-md:h-13 max-md:border-b max-md:border-line max-md:text-xl">
        <span className="flex items-center gap-1">
          {!floating && (
            <a
              href={links.home()}
              className="-ml-2 grid size-8 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:-ml-3 max-md:size-11"
              aria-label="返回首页"
              title="返回首页"
            >
              <House className="size-5" />
            </a>
          )}
          我的沟通
        </span>
        <span className="-mr-2 flex items-center gap-1 text-xs font-normal text-ink-3">
          {count > 0 && !agent && `${count} 条未读`}
          {agent && (
            <a
              href={links.supportConsole()}
              className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11"
              aria-label="客服工作台"
              title="客服工作台"
            >
              <Headset className="size-5" />
            </a>
          )}
          <ChatSettings />
          {floating && (
            <button
              type="button"
              className="-mr-3 grid size-11 place-items-center text-ink-2 md:hidden"
              aria-label="关闭聊天"
              onClick={closeChat}
            >
              <X className="size-6" />
            </button>
          )}
        </span>
      </h2>
      <div className="px-3 pb-2 max-md:px-4 max-md:pt-2">
        <SearchField
          value={keyword}
          label="搜索会话与消息"
          onChange={(value) => searchChat(value, null)}
          onEnd={clearChatSearch}
        />
      </div>
      {keyword === '' ? <Entries /> : <SearchResults />}
    </div>
  )
}

function Entries() {
  const now = useStore(conversations)
  const { entry: open } = useStore(room)
  const at = useNow()
  if (now.at === 'loading') {
    return (
      <div className="p-4">
        <Skeleton count={6} label="会话加载中" />
      </div>
    )
  }
  if (now.at === 'failed') {
    return <FailedState title="会话加载失败" text={now.failure.message} onRetry={() => void loadConversations()} />
  }
  if (now.entries.length === 0) {
    return <EmptyState drawing="message" title="暂无会话" text="在店铺、服务或商品页点“联系客服”，即可开始沟通。" />
  }
  const openKey = open === null ? undefined : conversationKey(open)
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto max-md:divide-y max-md:divide-line">
      {now.entries.map((entry) => (
        <li key={conversationKey(entry)}>
          <Entry entry={entry} chosen={conversationKey(entry) === openKey} now={at} />
        </li>
      ))}
      <li className="py-6 text-center text-sm text-ink-3 md:hidden">无更多记录</li>
    </ul>
  )
}

/** 我的沟通: list at the left, conversation at the right; on phones one at a time. */
export function ChatRoom({ form }: { form: ChatForm }) {
  const { visible, entry } = useStore(room)
  const frame = useRef<HTMLElement>(null)
  const floating = form === 'floating'
  const isWide = useMediaQuery('(min-width: 1360px)')

  useEffect(() => {
    if (!visible || !floating) return
    const before = document.activeElement
    frame.current?.focus()
    // On phones the chat covers the screen: the page behind must not scroll.
    document.documentElement.classList.add('max-md:overflow-hidden')
    return () => {
      document.documentElement.classList.remove('max-md:overflow-hidden')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [visible, floating])

  if (!visible) return null
  return (
    <section
      ref={frame}
      tabIndex={-1}
      role={floating ? 'dialog' : 'region'}
      aria-label="我的沟通"
      className={`${frames[form]} outline-none`}
      data-noprint
      onKeyDown={(event) => {
        if (floating && event.key === 'Escape' && !event.nativeEvent.isComposing) closeChat()
      }}
    >
      {form !== 'minimal' && <ConversationList floating={floating} hiddenOnPhone={entry !== null} />}
      <ConversationView form={form} hiddenOnPhone={entry === null && form !== 'minimal'} />
      {form === 'page' && isWide && entry?.conversationId != null && !entry.isService && (
        <ConversationDeals conversationId={entry.conversationId} />
      )}
    </section>
  )
}

/** Mounts the floating chat; loaded when the chat is first opened. */
export function mountChat(place: HTMLElement): void {
  createRoot(place).render(<ChatRoom form="floating" />)
}
