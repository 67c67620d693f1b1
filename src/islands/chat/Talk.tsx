import { useStore } from '@nanostores/react'
import { ChevronLeft, Store, X } from 'lucide-react'
import { links } from '../../domain/links.ts'
import { shownName } from '../../domain/chat/words.ts'
import { unread } from '../../stores/chat/conversations.ts'
import { asking, backToList, closeChat, findTarget, room } from '../../stores/chat/room.ts'
import { Certified } from '../../ui/Certified.tsx'
import { Count } from '../../ui/Count.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { AboutBar } from './AboutBar.tsx'
import type { ChatForm } from './ChatRoom.tsx'
import { Composer } from './Composer.tsx'
import { Messages } from './Messages.tsx'

const iconButton = 'grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

/** The right side: who it is, the messages, the text being written. */
export function Talk({ form, hiddenOnPhone }: { form: ChatForm; hiddenOnPhone: boolean }) {
  const { entry, about } = useStore(room)
  const question = useStore(asking)
  // Somebody was asked for and is not there yet: on phones that must be seen in place of the list.
  const hidden = hiddenOnPhone && question.at === 'nothing'
  return (
    <div
      className={`min-w-0 flex-1 flex-col md:flex ${hidden ? 'hidden' : 'flex'} ${hiddenOnPhone && !hidden ? 'max-md:absolute max-md:inset-0 max-md:bg-surface' : ''}`}
    >
      <Head form={form} />
      {entry !== null ? (
        <>
          {about !== null && <AboutBar about={about} />}
          <Messages />
          <Composer />
        </>
      ) : question.at === 'failed' ? (
        <FailedState title="没有找到沟通对象" text={question.failure.message} onRetry={() => void findTarget()} />
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

function Head({ form }: { form: ChatForm }) {
  const { entry } = useStore(room)
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
          <h2 className="truncate font-semibold max-md:flex-1 max-md:text-center">{shownName(entry.name)}</h2>
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
      <span className={entry === null || entry.shopId === null ? 'ml-auto max-md:w-11' : 'ml-auto max-md:hidden'} />
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
