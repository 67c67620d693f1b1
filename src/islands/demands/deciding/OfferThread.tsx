import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OfferMessage } from '../../../contract/demands/offer-decisions.ts'
import { acceptsMessages, type OfferStatus } from '../../../domain/demands/offer-states.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/deciding/offer-thread.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { AsyncContent } from '../../list/AsyncContent.tsx'

type Props = {
  demandId: number
  /** Status of the offers on this page, by id: whether messages can still be sent. */
  statusOf: (offerId: number) => OfferStatus | undefined
  /** Called after a message was sent, to refresh counts beside the thread. */
  onSent?: (() => void) | undefined
}

const Message = ({ message, own }: { message: OfferMessage; own: boolean }) => (
  <div className={`flex flex-col ${own ? 'items-end' : 'items-start'}`}>
    <p className="text-xs text-ink-3">
      {own ? '我方' : message.by} · <time dateTime={message.createdAt}>{dateTime(message.createdAt)}</time>
    </p>
    <p
      className={`mt-1 max-w-[86%] rounded-lg px-3 py-2 break-words whitespace-pre-line ${own ? 'bg-accent-soft' : 'bg-surface-3'}`}
    >
      {message.text}
    </p>
  </div>
)

const scrollIntoView = (end: HTMLDivElement | null): void => {
  end?.scrollIntoView({ block: 'nearest' })
}

const MessageForm = ({ onSaid }: { onSaid: () => void }) => {
  const { text, sending, failure } = useStore(store.threadMessageForm)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'text')?.message
  const send = () => void store.submitThreadMessage().then((said) => said && onSaid())
  return (
    <form
      className="mt-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {failure !== null && fault === undefined && (
        <div className="mb-3">
          <Notice tone="bad" title={failure.message}>
            {failure.code === 0 && '网络可能中断。再次发送不会重复。'}
          </Notice>
        </div>
      )}
      <Textarea
        label="您的提问或回复"
        rows={3}
        maxLength={1000}
        typed={text.length}
        value={text}
        error={fault}
        onChange={(event) => store.setThreadMessage(event.target.value)}
      />
      <div className="mt-3 flex justify-end">
        <Button type="submit" kind="main" busy={sending} disabled={text.trim() === ''}>
          发送
        </Button>
      </div>
    </form>
  )
}

/** Questions and answers about one offer, for buyer and supplier. */
export const OfferThread = ({ demandId, statusOf, onSent = () => {} }: Props) => {
  const offerId = useStore(store.openThreadOfferId)
  const state = useStore(store.offerThread)
  useEffect(() => store.followOfferThread(demandId), [demandId])
  if (offerId === null) return null
  const status = statusOf(offerId)
  const other = state.at === 'ready' ? state.content.other : ''
  return (
    <Dialog
      open
      persistsInput
      width="md"
      form="sheet"
      onClose={store.closeOfferThread}
      title={other === '' ? '报价问答' : `与${other}的报价问答`}
      text="仅供需双方可见，随报价长期保留；商务沟通可用在线沟通。"
    >
      <AsyncContent
        state={state}
        what="问答"
        onRetry={() => void store.loadOfferThread()}
        skeleton={<div className="skeleton h-40 rounded-lg" />}
      >
        {({ data, side }) => (
          <>
            {data.length === 0 ? (
              <p className="py-6 text-center text-ink-3">暂无提问。可就报价明细、周期、方案细节提出问题。</p>
            ) : (
              <div className="space-y-4" role="log" aria-label="问答记录">
                {data.map((message) => (
                  <Message key={message.messageId} message={message} own={message.side === side} />
                ))}
                {/* The newest message stays visible, also when one arrives. */}
                <div key={data.length} ref={scrollIntoView} />
              </div>
            )}
            {status === undefined || acceptsMessages(status) ? (
              <MessageForm onSaid={onSent} />
            ) : (
              <p className="mt-4 border-t border-line pt-4 text-sm text-ink-3">这份报价已结束，不能再提问。</p>
            )}
          </>
        )}
      </AsyncContent>
    </Dialog>
  )
}
