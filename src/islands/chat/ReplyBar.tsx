import { X } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { shownName } from '../../domain/chat/words.ts'
import { replyToNobody } from '../../stores/chat/replying.ts'
import type { Quote } from '../../stores/chat/thread.ts'

type Props = { reply: Quote; entry: ConversationEntry; threadKey: string }

/** What the text being written answers. */
export const ReplyBar = ({ reply, entry, threadKey }: Props) => (
  <p className="mx-3 mt-2 flex items-center gap-2 rounded-md bg-surface-2 py-1 pr-1 pl-3 text-xs text-ink-2">
    <span className="min-w-0 flex-1 truncate">
      回复{reply.mine ? '我' : shownName(entry.name)}：{reply.short}
    </span>
    <button
      type="button"
      className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-surface-3 max-md:size-11"
      aria-label="不回复这一条"
      onClick={() => replyToNobody(threadKey)}
    >
      <X className="size-4" />
    </button>
  </p>
)
