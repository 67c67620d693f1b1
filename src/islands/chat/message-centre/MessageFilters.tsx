import { useStore } from '@nanostores/react'
import { noticeGroupLabels, noticeGroups, notificationEvents } from '../../../domain/accounts/notifications.ts'
import { session } from '../../../stores/accounts/session.ts'
import { choose } from '../../../stores/chat/message-centre.ts'
import type { MessagesQuery } from '../../../stores/chat/message-rows.ts'
import { unreadMessages } from '../../../stores/chat/unread-messages.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { DateInput } from '../../../ui/DateInput.tsx'
import { ListSearch } from '../../ListSearch.tsx'

type Props = { side: 'buyer' | 'seller'; query: MessagesQuery }

/** Groups that a side is told of; operators those of the platform as well. */
function groupsOf(side: 'buyer' | 'seller', isOperator: boolean) {
  const told = notificationEvents.filter(
    (entry) => entry.side === 'both' || entry.side === side || (isOperator && entry.side === 'operator'),
  )
  return noticeGroups.filter((group) => told.some((entry) => entry.group === group))
}

/** Which messages are shown: by group, unread, day and word. */
export const MessageFilters = ({ side, query }: Props) => {
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
          <Chip label="只看未读" chosen={query.unread} onChange={(on) => choose({ unread: on })} />
        )}
        {groups.map((group) => (
          <Chip
            key={group}
            label={word(group)}
            chosen={query.group === group}
            onChange={(on) => choose({ group: on ? group : undefined })}
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
            onChange={(from) => choose({ from })}
          />
          <span className="text-ink-3" aria-hidden>
            ~
          </span>
          <DateInput
            bare
            className="w-38 max-md:w-auto max-md:min-w-0 max-md:flex-1"
            label="结束日期"
            value={query.until}
            onChange={(until) => choose({ until })}
          />
        </div>
        <ListSearch placeholder="搜索消息" keyword={query.keyword} onSearch={(keyword) => choose({ keyword })} />
      </div>
    </div>
  )
}
