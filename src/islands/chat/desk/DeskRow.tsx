import type { DeskCase } from '../../../contract/chat/desk.ts'
import { listTime } from '../../../domain/chat/blocks.ts'
import { readContent } from '../../../domain/chat/content.ts'
import { shownName } from '../../../domain/chat/words.ts'
import { open } from '../../../stores/chat/desk.ts'
import { Count } from '../../../ui/Count.tsx'
import { Face } from '../Face.tsx'
import { Wait } from './Wait.tsx'

/** One visitor: who, the last words, how long they wait, who has them. */
export function DeskRow({ visit, chosen, now }: { visit: DeskCase; chosen: boolean; now: string }) {
  const { entry, waitingSince, agentName, closedAt, score } = visit
  const time = closedAt ?? entry.addTime
  return (
    <button
      type="button"
      className={`relative flex w-full items-start gap-2.5 px-4 py-3 text-left ${chosen ? 'bg-accent-soft' : 'hover:bg-surface-2'}`}
      aria-current={chosen || undefined}
      onClick={() => open(visit)}
    >
      {chosen && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <Face entry={entry} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{shownName(entry.name)}</span>
          {time !== null && <span className="shrink-0 text-xs text-ink-2">{listTime(time, now)}</span>}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-xs text-ink-2">
            {entry.lastWord === '' ? '还没有消息' : readContent(entry.lastWord).lastShort}
          </span>
          <Count count={chosen ? 0 : entry.count} label="条未读消息" />
        </span>
        <span className="mt-1 flex items-center justify-between gap-2 text-xs">
          {waitingSince === null ? (
            <span className="text-ink-2">{closedAt === null ? '已答复' : '已结束'}</span>
          ) : (
            <Wait since={waitingSince} />
          )}
          <span className="truncate text-ink-2">
            {closedAt !== null && score !== null ? `${score} 分` : agentName === '' ? '待接待' : agentName}
          </span>
        </span>
      </span>
    </button>
  )
}
