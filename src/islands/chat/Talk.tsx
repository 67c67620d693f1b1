import { useStore } from '@nanostores/react'
import { useState, type DragEvent } from 'react'
import { asked, isWithin } from '../../stores/chat/finding.ts'
import { sendFiles } from '../../stores/chat/outbox.ts'
import { asking, findTarget, room } from '../../stores/chat/room.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { AboutBar } from './AboutBar.tsx'
import type { ChatForm } from './ChatRoom.tsx'
import { Composer } from './Composer.tsx'
import { FindHere } from './FindHere.tsx'
import { Messages } from './Messages.tsx'
import { TalkHead } from './TalkHead.tsx'

/** The right side: who it is, the messages, the text being written. */
export function Talk({ form, hiddenOnPhone }: { form: ChatForm; hiddenOnPhone: boolean }) {
  const { entry, about } = useStore(room)
  const question = useStore(asking)
  // Somebody was asked for and is not there yet: on phones that must be seen in place of the list.
  const hidden = hiddenOnPhone && question.at === 'nothing'
  const { within } = useStore(asked)
  const [over, setOver] = useState(false)
  const isFiles = (event: DragEvent) => entry !== null && event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    if (!isFiles(event) || entry === null) return
    event.preventDefault()
    setOver(false)
    void sendFiles(entry, [...event.dataTransfer.files])
  }
  return (
    <div
      onDragOver={(event) => {
        if (!isFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false)
      }}
      onDrop={drop}
      className={`min-w-0 flex-1 flex-col md:relative md:flex ${hidden ? 'hidden' : 'flex'} ${hiddenOnPhone && !hidden ? 'max-md:absolute max-md:inset-0 max-md:bg-surface' : ''}`}
    >
      <TalkHead form={form} />
      {over && (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 font-medium text-accent">
          松开鼠标，发送文件
        </p>
      )}
      {entry !== null ? (
        <>
          {isWithin(within, entry) ? (
            <FindHere entry={entry} />
          ) : (
            <>
              {about !== null && <AboutBar about={about} />}
              <Messages />
              <Composer />
            </>
          )}
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
