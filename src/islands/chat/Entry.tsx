import { BellOff, Pin } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { listTime } from '../../domain/chat/blocks.ts'
import { readContent } from '../../domain/chat/content.ts'
import { shownName } from '../../domain/chat/words.ts'
import { select } from '../../stores/chat/room.ts'
import { Count } from '../../ui/Count.tsx'
import { Face } from './Face.tsx'

/** One conversation of the list: who, the last words, when, and what is unread. */
export function Entry({ entry, chosen, now }: { entry: ConversationEntry; chosen: boolean; now: string }) {
  const name = shownName(entry.name)
  return (
    <button
      type="button"
      className={`relative flex h-[62px] w-full items-center gap-2.5 px-3 text-left max-md:h-18 max-md:px-4 ${chosen ? 'bg-surface' : 'hover:bg-surface-3'}`}
      aria-current={chosen || undefined}
      onClick={() => void select(entry)}
    >
      {chosen && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent max-md:hidden" />}
      <Face entry={entry} />
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
                ? '有问题随时问我们'
                : '还没有消息'
              : readContent(entry.lastWord).lastShort}
          </span>
          {entry.muted && <BellOff className="ml-auto size-3.5 shrink-0 text-ink-3" aria-label="免打扰" />}
          <Count count={entry.count} label="条未读消息" className={entry.muted ? 'bg-ink-3!' : ''} />
        </span>
      </span>
    </button>
  )
}
