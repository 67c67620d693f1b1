import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { blockTime, inBlocks } from '../../domain/chat/blocks.ts'
import { reload } from '../../stores/chat/room.ts'
import { loadOlder, thread, type ReadyThread } from '../../stores/chat/thread.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Message } from './Message.tsx'
import { useNow } from '../use-now.ts'

const box = 'min-h-0 flex-1 overflow-y-auto p-4'
/** Pixels from an edge that still count as being there. */
const near = 60

/** The messages of the open conversation. */
export function Messages() {
  const now = useStore(thread)
  if (now.at === 'failed') {
    return (
      <div className={box}>
        <FailedState title="聊天记录没有读到" text={now.failure.message} onRetry={reload} />
      </div>
    )
  }
  if (now.at !== 'ready') {
    return (
      <p className={`${box} text-center text-xs text-ink-3`} role="status">
        加载中...
      </p>
    )
  }
  return <Log key={now.key} now={now} />
}

function Log({ now }: { now: ReadyThread }) {
  const area = useRef<HTMLDivElement>(null)
  const before = useRef({ height: 0, last: '', atEnd: true })
  const at = useNow()

  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const { height, last: lastBefore, atEnd } = before.current
    const last = now.messages.at(-1)
    const id = last?.clientId ?? ''
    // New at the end: down to it, unless older ones are being read. Older ones in front: what was seen stays in place.
    if (id !== lastBefore && (atEnd || last?.mine === true || height === 0)) element.scrollTop = element.scrollHeight
    else if (id === lastBefore && !atEnd) element.scrollTop += element.scrollHeight - height
    else if (atEnd) element.scrollTop = element.scrollHeight
    before.current = { height: element.scrollHeight, last: id, atEnd: isAtEnd(element) }
  }, [now.messages])

  return (
    <div
      ref={area}
      className={`${box} space-y-3 max-md:space-y-4`}
      role="log"
      aria-live="polite"
      aria-label="聊天记录"
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        before.current = { ...before.current, height: currentTarget.scrollHeight, atEnd: isAtEnd(currentTarget) }
        if (currentTarget.scrollTop < near) void loadOlder()
      }}
    >
      <p className="text-center text-xs text-ink-3">
        {now.more ? (
          <button type="button" className="h-6 max-md:h-11" onClick={() => void loadOlder()}>
            加载中...
          </button>
        ) : (
          '无更多记录'
        )}
      </p>
      {/* One flat list: when older messages join a block, nothing that is shown is made anew. */}
      {inBlocks(now.messages).flatMap((block) => [
        <p key={`at ${block.messages[0]?.clientId}`} className="text-center text-xs text-ink-3">
          <time dateTime={block.at}>{blockTime(block.at, at)}</time>
        </p>,
        ...block.messages.map((message) => (
          <Message key={message.clientId} message={message} entry={now.entry} peerReadSeq={now.peerReadSeq} />
        )),
      ])}
    </div>
  )
}

const isAtEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < near
