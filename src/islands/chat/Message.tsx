import { ChevronRight, RotateCw } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/conversations.ts'
import { isAutomatic } from '../../domain/chat/away.ts'
import { cardWords, type MessageContent } from '../../domain/chat/content.ts'
import { retry } from '../../stores/chat/outbox.ts'
import type { ThreadMessage } from '../../stores/chat/thread.ts'
import { CardPicture } from './CardPicture.tsx'
import { Face } from './Face.tsx'

type Props = { message: ThreadMessage; entry: ConversationEntry; peerReadSeq: number }

/** One message: own at the right with how far it has come, the other side's at the left. Text is a text node. */
export function Message({ message, entry, peerReadSeq }: Props) {
  const { mine, content } = message
  return (
    <div className={mine ? 'flex flex-row-reverse items-end gap-2' : 'flex items-start gap-2'}>
      {!mine && <Face entry={entry} size="sm" />}
      <div className={`flex max-w-[76%] min-w-0 flex-col gap-2 ${mine ? 'items-end' : 'items-start'}`}>
        {content.text !== '' && !isOnlyLink(content) && (
          <p
            className={`rounded-lg px-3 py-2 break-words whitespace-pre-wrap ${mine ? 'rounded-tr-sm bg-accent-tint' : 'rounded-tl-sm bg-surface-2'}`}
          >
            {content.text}
          </p>
        )}
        <MessageCard content={content} />
        {isAutomatic(message) && <span className="text-xs text-ink-3">自动回复</span>}
      </div>
      {mine && <Mark message={message} read={message.seq !== null && message.seq <= peerReadSeq} />}
    </div>
  )
}

/** A card whose text is nothing but its link needs no bubble beside it. */
const isOnlyLink = ({ status, text, url }: MessageContent) =>
  status !== 'text' && url !== undefined && !/\s/.test(text) && text.endsWith(url)

function MessageCard({ content: { status, url, imgUrl, title, price } }: { content: MessageContent }) {
  if (status === 'text' || url === undefined) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className="block w-[264px] max-w-full overflow-hidden rounded-lg border border-line bg-surface hover:border-accent"
    >
      <span className="flex gap-3 p-3">
        <CardPicture picture={imgUrl} className="size-16" />
        <span className="min-w-0">
          <span className="two-lines font-medium">{title}</span>
          <span className="mt-0.5 block font-semibold">{price}</span>
        </span>
      </span>
      <span className="flex items-center justify-between border-t border-line px-3 py-1.5 text-xs text-ink-3">
        <span>{cardWords[status]}</span>
        <span className="inline-flex items-center text-accent">
          查看
          <ChevronRight />
        </span>
      </span>
    </a>
  )
}

/** How far an own message has come: on its way, arrived, read; refused or without connection, with 重试. */
function Mark({ message: { state, reason, clientId }, read }: { message: ThreadMessage; read: boolean }) {
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
      </span>
    )
  }
  return <span className="shrink-0 text-xs text-ink-3">{state === 'sending' ? '发送中' : read ? '已读' : '送达'}</span>
}
