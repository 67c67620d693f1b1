import { useStore } from '@nanostores/react'
import { ChevronLeft, Store, X } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { links } from '../../domain/links.ts'
import { shownName } from '../../domain/chat/words.ts'
import { conversations, unread } from '../../stores/chat/conversations.ts'
import { asking, backToList, closeChat, room } from '../../stores/chat/room.ts'
import { keyOf } from '../../stores/chat/sides.ts'
import { writing } from '../../stores/chat/typing.ts'
import { Certified } from '../../ui/Certified.tsx'
import { Count } from '../../ui/Count.tsx'
import type { ChatForm } from './ChatRoom.tsx'
import { TalkMenu } from './TalkMenu.tsx'

const iconButton = 'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

/** Who it is, what they are doing, and what can be done with the conversation. */
export function TalkHead({ form }: { form: ChatForm }) {
  const { entry: shown } = useStore(room)
  const entry = useLatest(shown)
  const isWriting = useStore(writing)[entry?.conversationId ?? 0] === true
  const question = useStore(asking)
  const all = useStore(unread) ?? 0
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
      {entry !== null && <TalkMenu entry={entry} />}
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

/** The open conversation as the list knows it now: it may have got its number, been pinned or silenced meanwhile. */
function useLatest(entry: ConversationEntry | null): ConversationEntry | null {
  const now = useStore(conversations)
  if (entry === null || now.at !== 'ready') return entry
  return now.entries.find((known) => keyOf(known) === keyOf(entry)) ?? entry
}
