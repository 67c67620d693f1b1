import type { InquiryMessage } from '../../contract/catalogue/inquiries.ts'
import { dateTime } from '../../domain/time.ts'

type Props = { messages: readonly InquiryMessage[]; side: 'asker' | 'seller' }

/** What was said, oldest first, as it was typed; one's own words are tinted. */
export const InquiryThread = ({ messages, side }: Props) => (
  <ol className="space-y-3">
    {messages.map((message, index) => {
      const own = message.side === side
      const who = own ? '我' : message.side === 'seller' ? '供应商' : '买家'
      return (
        <li key={index} className={`rounded-md px-3 py-2 ${own ? 'bg-accent-soft' : 'bg-surface-2'}`}>
          <p className="text-xs text-ink-2">
            <span className="font-medium">{who}</span>　<time dateTime={message.at}>{dateTime(message.at)}</time>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{message.text}</p>
        </li>
      )
    })}
  </ol>
)
