import { RotateCw } from 'lucide-react'
import { discard, retry } from '../../stores/chat/outbox.ts'
import type { ThreadMessage } from '../../stores/chat/thread.ts'

type Props = { message: ThreadMessage; read: boolean }

/** How far an own message has come: on its way, arrived, read; refused or without connection, with 重试. */
export function MessageMark({ message: { state, reason, clientId }, read }: Props) {
  if (state === 'failed' || state === 'waiting') {
    return (
      <span className={`shrink-0 text-xs ${state === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
        {state === 'waiting' && '等待网络 '}
        <button
          type="button"
          className="inline-flex items-center gap-1 text-bad hover:underline max-md:min-h-11"
          title={reason}
          onClick={() => retry(clientId)}
        >
          <RotateCw className="size-3.5" />
          重试
        </button>
        <button
          type="button"
          className="ml-2 text-ink-3 hover:underline max-md:min-h-11"
          onClick={() => discard(clientId)}
        >
          删除
        </button>
      </span>
    )
  }
  return <span className="shrink-0 text-xs text-ink-3">{state === 'sending' ? '发送中' : read ? '已读' : '送达'}</span>
}
