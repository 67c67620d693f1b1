import { useStore } from '@nanostores/react'
import { ChevronsDown } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { blockTime, inBlocks } from '../../domain/chat/blocks.ts'
import { reloadThread } from '../../stores/chat/room.ts'
import { thread, type ReadyThread } from '../../stores/chat/thread.ts'
import { loadNewer, loadOlder } from '../../stores/chat/thread-loading.ts'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Message } from './Message.tsx'
import { useNow } from '../use-now.ts'

const box = 'min-h-0 flex-1 overflow-y-auto p-4 [overflow-anchor:none]'
/** Distance in pixels within which an edge counts as reached. */
const near = 60

/** The messages of the open conversation. */
export function Messages() {
  const now = useStore(thread)
  if (now.at === 'failed') {
    return (
      <div className={box}>
        <FailedState title="聊天记录加载失败" text={now.failure.message} onRetry={reloadThread} />
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

/** Scroll position, restored when messages around it change. */
interface ScrollAnchor {
  readonly atEnd: boolean
  readonly last: string
  readonly id: string
  readonly top: number
}

function Log({ now }: { now: ReadyThread }) {
  const area = useRef<HTMLDivElement>(null)
  const seen = useRef<ScrollAnchor>({ atEnd: true, last: '', id: '', top: 0 })
  const at = useNow()
  // While old messages are shown, unsent ones are hidden.
  const shown = useMemo(
    () => (now.newer ? now.messages.filter(({ seq }) => seq !== null) : now.messages),
    [now.messages, now.newer],
  )

  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const before = seen.current
    const last = shown.at(-1)
    const isNew = last !== undefined && last.clientId !== before.last
    // Scroll to new messages at the end unless older ones are being read; otherwise keep the position.
    if (!now.newer && (before.atEnd || (isNew && last.mine))) element.scrollTop = element.scrollHeight
    else {
      const anchor = rowOf(element, before.id)
      if (anchor !== null) element.scrollTop = anchor.offsetTop - before.top
    }
    seen.current = scrollAnchorOf(element, last?.clientId ?? '')
  }, [shown, now.newer])

  useLayoutEffect(() => {
    const [element, jump] = [area.current, now.jumpedTo]
    if (element === null || jump === null) return
    element.querySelector(`[data-seq="${jump.seq}"]`)?.scrollIntoView({ block: 'center' })
    seen.current = { ...scrollAnchorOf(element, seen.current.last), atEnd: false }
  }, [now.jumpedTo])

  return (
    <>
      <div
        ref={area}
        className={`${box} relative space-y-3 max-md:space-y-4`}
        role="log"
        aria-live="polite"
        aria-label="聊天记录"
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          seen.current = scrollAnchorOf(currentTarget, seen.current.last)
          if (currentTarget.scrollTop < near) void loadOlder()
          if (now.newer && isAtEnd(currentTarget)) void loadNewer()
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
        {/* One flat list: when older messages join a block, rendered ones are not recreated. */}
        {inBlocks(shown).flatMap((block) => [
          <p key={`at ${block.messages[0]?.clientId}`} className="text-center text-xs text-ink-3">
            <time dateTime={block.at}>{blockTime(block.at, at)}</time>
          </p>,
          ...block.messages.map((message) => (
            <Message
              key={message.clientId}
              message={message}
              entry={now.entry}
              threadKey={now.key}
              peerReadSeq={now.peerReadSeq}
              now={at}
              chosen={message.seq !== null && message.seq === now.jumpedTo?.seq}
            />
          )),
        ])}
      </div>
      {now.newer && (
        <button
          type="button"
          className="mx-auto mb-2 inline-flex h-8 shrink-0 items-center gap-1 rounded-full border border-line-strong bg-surface px-3 text-xs text-accent hover:border-accent max-md:h-11"
          onClick={reloadThread}
        >
          <ChevronsDown className="size-4" />
          回到最新消息
        </button>
      )}
    </>
  )
}

const rowsOf = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('[data-message]')]
const rowOf = (element: HTMLElement, id: string) => rowsOf(element).find((row) => row.dataset['message'] === id) ?? null

/** The first visible message and its position. */
function scrollAnchorOf(element: HTMLElement, last: string): ScrollAnchor {
  const first = rowsOf(element).find((row) => row.offsetTop + row.offsetHeight > element.scrollTop)
  const top = first === undefined ? 0 : first.offsetTop - element.scrollTop
  return { atEnd: isAtEnd(element), last, id: first?.dataset['message'] ?? '', top }
}

const isAtEnd = (element: HTMLElement) => element.scrollHeight - element.scrollTop - element.clientHeight < near
