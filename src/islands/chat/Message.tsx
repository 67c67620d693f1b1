import { useStore } from '@nanostores/react'
import { ChevronRight, Flag, Reply, RotateCcw } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import { linkPreviewLabels, isLinkPreview, type MessageContent } from '../../domain/chat/content.ts'
import { links } from '../../domain/links.ts'
import { mayRecall } from '../../domain/chat/recall.ts'
import { shownName } from '../../domain/chat/phrases.ts'
import { editRecalledText, recallMessage, startReply, recalledTexts } from '../../stores/chat/outbox/reply.ts'
import { jumpToMessage } from '../../stores/chat/room.ts'
import type { Quote, ThreadMessage } from '../../stores/chat/thread.ts'
import { CardPicture } from '../CardPicture.tsx'
import { ParticipantAvatar } from './ParticipantAvatar.tsx'
import { MessageFile, MessageStatus, RatingCard } from './message-parts.tsx'

/** Card of a demand, service or product. */
function MessageCard({ content: { status, url, imgUrl, title, price } }: { content: MessageContent }) {
  if (!isLinkPreview(status) || url === undefined) return null
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
        <span>{linkPreviewLabels[status]}</span>
        <span className="inline-flex items-center text-accent">
          查看
          <ChevronRight />
        </span>
      </span>
    </a>
  )
}

type Props = {
  message: ThreadMessage
  entry: ConversationEntry
  threadKey: string
  peerReadSeq: number
  now: string
  /** Whether this is the selected search hit. */
  chosen: boolean
}

/** One message: own ones at the right with their delivery state, others at the left. The text is a text node. */
export function Message({ message, entry, threadKey, peerReadSeq, now, chosen }: Props) {
  const { mine, content, author, reply } = message
  const place = { 'data-message': message.clientId, 'data-seq': message.seq ?? undefined }
  if (content.status === 'recalled') return <Recalled message={message} threadKey={threadKey} place={place} />
  if (content.status === 'notice' || content.status === 'rating') {
    return (
      <div {...place} tabIndex={-1} className="outline-none">
        {content.status === 'rating' ? (
          <RatingCard message={message} />
        ) : (
          <p className="text-center text-xs text-ink-3">{content.text}</p>
        )}
      </div>
    )
  }
  return (
    <div
      {...place}
      tabIndex={-1}
      className={`group outline-none ${mine ? 'flex flex-row-reverse items-end gap-2' : 'flex items-start gap-2'} ${chosen ? '-mx-2 rounded-lg bg-accent-soft px-2 py-1' : ''}`}
    >
      {!mine && <ParticipantAvatar entry={entry} size="sm" />}
      <div className={`flex max-w-[76%] min-w-0 flex-col gap-1.5 ${mine ? 'items-end' : 'items-start'}`}>
        {author !== null && <span className="text-xs text-ink-3">{author}</span>}
        {content.text !== '' && !isOnlyLink(content) && (
          <div
            className={`max-w-full rounded-lg px-3 py-2 ${mine ? 'rounded-tr-sm bg-accent-tint' : 'rounded-tl-sm bg-surface-2'}`}
          >
            {reply !== null && <Quoted reply={reply} entry={entry} />}
            <p className="break-words whitespace-pre-wrap">{content.text}</p>
          </div>
        )}
        <MessageCard content={content} />
        <MessageFile message={message} />
        {isAutomatic(message) && <span className="text-xs text-ink-3">自动回复</span>}
      </div>
      <div className={`flex shrink-0 items-center gap-1 ${mine ? 'flex-row-reverse' : 'self-center'}`}>
        {mine && <MessageStatus message={message} read={message.seq !== null && message.seq <= peerReadSeq} />}
        <Actions message={message} threadKey={threadKey} now={now} />
      </div>
    </div>
  )
}

/** A card whose text is only its link needs no text bubble. */
const isOnlyLink = ({ status, text, url }: MessageContent) =>
  isLinkPreview(status) && url !== undefined && !/\s/.test(text) && text.endsWith(url)

const Quoted = ({ reply, entry }: { reply: Quote; entry: ConversationEntry }) => (
  <button
    type="button"
    className="mb-1 block w-full truncate border-l-2 border-line-strong pl-2 text-left text-xs text-ink-2 hover:text-accent max-md:min-h-11"
    onClick={() => jumpToMessage(reply.seq)}
  >
    {reply.mine ? '我' : shownName(entry.name)}：{reply.short}
  </button>
)

type ActionsProps = Pick<Props, 'message' | 'threadKey' | 'now'>

const action =
  'grid size-7 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-accent max-md:size-11'

/** Actions on a message, shown on hover, focus or touch. */
function Actions({ message, threadKey, now }: ActionsProps) {
  if (message.seq === null) return null
  const canRecall = message.own && !isAutomatic(message) && mayRecall(message.at, now)
  const seen =
    'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 max-md:hidden max-md:group-focus-within:flex'
  return (
    <span className={`flex ${seen}`}>
      <button
        type="button"
        className={action}
        aria-label="回复此消息"
        title="回复"
        onClick={() => startReply(threadKey, message)}
      >
        <Reply className="size-4" />
      </button>
      {!message.mine && message.id !== undefined && (
        <a
          href={links.report('message', message.id)}
          target="_blank"
          rel="noopener"
          className={action}
          aria-label="举报此消息"
          title="举报"
        >
          <Flag className="size-4" />
        </a>
      )}
      {canRecall && (
        <button
          type="button"
          className={action}
          aria-label="撤回此消息"
          title="撤回"
          onClick={() => void recallMessage(message)}
        >
          <RotateCcw className="size-4" />
        </button>
      )}
    </span>
  )
}

type RecalledProps = { message: ThreadMessage; threadKey: string; place: object }

/** Placeholder of a recalled message; an own text can be edited again. */
function Recalled({ message, threadKey, place }: RecalledProps) {
  const texts = useStore(recalledTexts)
  const who = message.own ? '您' : message.mine ? (message.author ?? '同事') : '对方'
  return (
    <p {...place} className="text-center text-xs text-ink-3">
      {who}撤回了一条消息
      {texts[message.clientId] !== undefined && (
        <button
          type="button"
          className="ml-2 text-accent hover:underline max-md:min-h-11"
          onClick={() => editRecalledText(threadKey, message)}
        >
          重新编辑
        </button>
      )}
    </p>
  )
}
