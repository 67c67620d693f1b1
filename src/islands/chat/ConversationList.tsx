import { useStore } from '@nanostores/react'
import { Headset, House, X } from 'lucide-react'
import { links } from '../../domain/links.ts'
import { session } from '../../stores/accounts/session.ts'
import { conversations, loadConversations, unread } from '../../stores/chat/conversations.ts'
import { asked, endSearch, search } from '../../stores/chat/finding.ts'
import { closeChat, room } from '../../stores/chat/room.ts'
import { keyOf } from '../../stores/chat/sides.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChatSettings } from './ChatSettings.tsx'
import { Entry } from './Entry.tsx'
import { FoundList } from './FoundList.tsx'
import { SearchField } from './SearchField.tsx'
import { useNow } from '../use-now.ts'

type Props = { floating: boolean; hiddenOnPhone: boolean }

/** The left side: every conversation, the platform's first. Six are seen at once, more scroll. */
export function ConversationList({ floating, hiddenOnPhone }: Props) {
  const count = useStore(unread) ?? 0
  const me = useStore(session)
  // An agent has the way to the desk in its place.
  const agent = me.at === 'in' && me.user.isService
  const now = useStore(asked)
  // Within one conversation the search stands beside the list, not in it.
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
              href={links.serviceDesk()}
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
          onChange={(value) => search(value, null)}
          onEnd={endSearch}
        />
      </div>
      {keyword === '' ? <Entries /> : <FoundList />}
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
        <Skeleton form="row" count={6} label="会话加载中" />
      </div>
    )
  }
  if (now.at === 'failed') {
    return <FailedState title="会话没有读到" text={now.failure.message} onRetry={() => void loadConversations()} />
  }
  if (now.entries.length === 0) {
    return <EmptyState drawing="message" title="还没有会话" text="在店铺、服务或商品页点“联系客服”，就能开始沟通。" />
  }
  const openKey = open === null ? undefined : keyOf(open)
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto max-md:divide-y max-md:divide-line">
      {now.entries.map((entry) => (
        <li key={keyOf(entry)}>
          <Entry entry={entry} chosen={keyOf(entry) === openKey} now={at} />
        </li>
      ))}
      <li className="py-6 text-center text-sm text-ink-3 md:hidden">无更多记录</li>
    </ul>
  )
}
