import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import type { Letter } from '../../../contract/chat/message-rows.ts'
import { maxLetterLength } from '../../../domain/chat/letters.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/chat/message-centre/letter.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import type { MessageRights } from './MessageCentre.tsx'

const nameOf = ({ mine, from, to }: Letter) =>
  mine ? `我 → ${to}` : [from.companyName, from.name].filter((word) => word !== '').join('　')

const LetterMessage = ({ letter }: { letter: Letter }) => (
  <li className={`rounded-md px-3 py-2 ${letter.mine ? 'bg-accent-soft' : 'border border-line bg-surface'}`}>
    <p className="text-xs text-ink-2">
      <span className="font-medium">{nameOf(letter)}</span>　<time dateTime={letter.at}>{dateTime(letter.at)}</time>
    </p>
    <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{letter.text}</p>
  </li>
)

const ReplyBox = () => {
  const { text, sending, failure } = useStore(store.letterReply)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void store.sendReply().then((sent) => {
      if (sent) toast.success('回复已发送')
    })
  }
  return (
    <form className="mt-3" onSubmit={send}>
      {failure && (
        <div className="mb-3">
          <Notice tone="bad" title={failure.message} />
        </div>
      )}
      <Textarea
        label="回复"
        rows={3}
        maxLength={maxLetterLength}
        typed={text.length}
        value={text}
        disabled={sending}
        onChange={(event) => store.setReplyText(event.target.value)}
      />
      <div className="mt-2 flex justify-end">
        <Button kind="main" type="submit" className="max-md:h-11" busy={sending} disabled={text.trim() === ''}>
          发送
        </Button>
      </div>
    </form>
  )
}

const reached = ({ recipients, read, delivered }: NonNullable<store.OpenLetter['reach']>) =>
  delivered ? `已送达 ${recipients} 人，${read} 人已读` : `正在送达，已送达 ${recipients} 人`

/** The open letter with its replies and the reply form. */
export const LetterThread = ({ rights }: { rights: MessageRights }) => {
  const state = useStore(store.letter)
  return (
    <AsyncContent
      state={state}
      what="这条消息"
      onRetry={() => store.reloadLetter()}
      skeleton={<CardSkeleton lines={3} />}
    >
      {({ letters, replies, reach }) => (
        <>
          <ol className="space-y-3" aria-label="往来消息">
            {letters.map((letter) => (
              <LetterMessage key={letter.recordId} letter={letter} />
            ))}
          </ol>
          {reach && <p className="mt-2 text-sm text-ink-3">{reached(reach)}</p>}
          {replies && rights.reply && <ReplyBox />}
          {!replies && letters.some(({ mine, from }) => !mine && from.isPlatform) && (
            <LinkButton size="sm" className="mt-3 max-md:h-11" href={links.chat({ service: 1 })}>
              联系平台客服
            </LinkButton>
          )}
        </>
      )}
    </AsyncContent>
  )
}
