import { useStore } from '@nanostores/react'
import { PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { openLetter } from '../../../stores/chat/message-centre/letter.ts'
import { startChatSync } from '../../../stores/chat/chat-sync.ts'
import * as store from '../../../stores/chat/message-centre/message-centre.ts'
import { setMessagesQuery } from '../../../stores/chat/message-centre/message-centre.ts'
import {
  messageTabs,
  parseMessagesQuery,
  type MessageTab,
  type MessagesQuery,
} from '../../../stores/chat/message-centre/message-rows.ts'
import { unreadMessages, watchUnreadMessages } from '../../../stores/chat/message-centre/unread-messages.ts'
import { openLetterForm, isLetterFormOpen } from '../../../stores/chat/message-centre/letter-form.ts'
import { parsePositiveInt } from '../../../stores/url-query.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { MessageList } from './MessageList.tsx'
import { LetterForm } from './LetterForm.tsx'
import { noticeGroupLabels, noticeGroups, notificationEvents } from '../../../domain/accounts/notifications.ts'
import { session } from '../../../stores/accounts/session.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import type { Side } from '../../../domain/sides.ts'

type MessageFiltersProps = { side: Side; query: MessagesQuery }

/** Notification groups of a side; operators also have those of the platform. */
function groupsOf(side: Side, isOperator: boolean) {
  const told = notificationEvents.filter(
    (entry) => entry.side === 'both' || entry.side === side || (isOperator && entry.side === 'operator'),
  )
  return noticeGroups.filter((group) => told.some((entry) => entry.group === group))
}

/** Filters of the messages: group, unread, day, keyword. */
const MessageFilters = ({ side, query }: MessageFiltersProps) => {
  const me = useStore(session)
  const unread = useStore(unreadMessages, { ssr: 'initial' })
  const isOperator = me.at === 'in' && me.user.isOperator
  const groups = query.tab === 'business' ? groupsOf(side, isOperator) : []
  const word = (group: (typeof groups)[number]) => {
    const count = unread?.groups[group] ?? 0
    return count === 0 ? noticeGroupLabels[group] : `${noticeGroupLabels[group]} ${count > 99 ? '99+' : count}`
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div role="group" aria-label="消息分组" className="flex flex-wrap gap-2">
        {query.tab !== 'sent' && (
          <Chip label="只看未读" chosen={query.unread} onChange={(on) => setMessagesQuery({ unread: on })} />
        )}
        {groups.map((group) => (
          <Chip
            key={group}
            label={word(group)}
            chosen={query.group === group}
            onChange={(on) => setMessagesQuery({ group: on ? group : undefined })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        <div className="flex items-center gap-2 max-md:w-full">
          <DateInput
            bare
            className="w-38 max-md:w-auto max-md:min-w-0 max-md:flex-1"
            label="开始日期"
            value={query.from}
            onChange={(from) => setMessagesQuery({ from })}
          />
          <span className="text-ink-3" aria-hidden>
            至
          </span>
          <DateInput
            bare
            className="w-38 max-md:w-auto max-md:min-w-0 max-md:flex-1"
            label="结束日期"
            value={query.until}
            onChange={(until) => setMessagesQuery({ until })}
          />
        </div>
        <ListSearch
          placeholder="搜索消息"
          keyword={query.keyword}
          onSearch={(keyword) => setMessagesQuery({ keyword })}
        />
      </div>
    </div>
  )
}

/** Permissions of the user for messages. */
export interface MessageRights {
  readonly userId: number
  readonly reply: boolean
  readonly remove: boolean
}

type Props = { side: Side; search: string; rights: MessageRights }

const tabLabels: Readonly<Record<MessageTab, string>> = { business: '业务消息', personal: '个人消息', sent: '已发送' }
const some = (count: number | undefined) => (count === undefined || count === 0 ? undefined : Math.min(count, 999))

/** The message centre: notices, letters, sent letters. */
export const MessageCentre = ({ side, search, rights }: Props) => {
  const query = useStore(store.messagesQuery) ?? parseMessagesQuery(new URLSearchParams(search))
  const unread = useStore(unreadMessages, { ssr: 'initial' })
  const isWriting = useStore(isLetterFormOpen)
  useEffect(() => {
    startChatSync()
    watchUnreadMessages()
    const stop = store.startMessageCentre()
    const named = parsePositiveInt(new URLSearchParams(location.search), 'id')
    if (named !== undefined) {
      store.openMessageId.set(named)
      void openLetter(named)
    }
    return stop
  }, [])
  const counts = { business: some(unread?.business), personal: some(unread?.personal), sent: undefined }
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">消息中心</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            kind="link"
            className="max-md:h-11"
            href={side === 'buyer' ? links.buyerPreferences() : links.sellerPreferences()}
          >
            通知设置
          </LinkButton>
          <LinkButton className="max-md:h-11" href={links.chat()}>
            我的沟通
          </LinkButton>
          {rights.reply && (
            <Button kind="main" className="max-md:h-11" onClick={() => void openLetterForm(rights.userId)}>
              <PenLine />
              写消息
            </Button>
          )}
        </div>
      </div>
      <Tabs
        label="消息分类"
        tabs={messageTabs.map((tab) => ({ key: tab, label: tabLabels[tab], count: counts[tab] }))}
        current={query.tab}
        onChange={(key) => store.setMessagesQuery({ tab: messageTabs.find((tab) => tab === key) ?? 'business' })}
      >
        <div className="space-y-3 pt-4">
          <MessageFilters side={side} query={query} />
          <MessageList query={query} rights={rights} />
        </div>
      </Tabs>
      {isWriting && <LetterForm />}
      <Toaster />
    </>
  )
}
