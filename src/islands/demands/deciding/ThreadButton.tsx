import { useStore } from '@nanostores/react'
import { MessageCircleQuestion } from 'lucide-react'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import { acceptsMessages } from '../../../domain/demands/offer-states.ts'
import { openOfferThread, seenMessages } from '../../../stores/demands/deciding/offer-thread.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = {
  offer: Pick<OfferView, 'offerId' | 'messageCount' | 'lastMessage' | 'status'>
  /** The viewing side. */
  side: Side
  /** Name of the other side, for screen readers. */
  who: string
  className?: string | undefined
}

/** Opens the thread of an offer: number of messages, and whether the other side waits for an answer. */
export const ThreadButton = ({ offer, side, who, className = '' }: Props) => {
  const { messageCount, lastMessage, status } = offer
  const seenAt = useStore(seenMessages)[String(offer.offerId)]
  const theirs = lastMessage !== null && lastMessage.side !== side
  const fresh = theirs && (seenAt === undefined || Date.parse(lastMessage.at) - Date.parse(seenAt) > 1)
  // The seller sees open questions; the buyer sees unread answers.
  const waiting = side === 'seller' ? acceptsMessages(status) && theirs : fresh
  if (messageCount === 0 && !acceptsMessages(status)) return null
  const buttonText = messageCount === 0 && side === 'buyer' ? '提问' : '问答'
  return (
    <Button className={`px-2! ${className}`} onClick={() => void openOfferThread(offer.offerId)}>
      <MessageCircleQuestion className="size-4" aria-hidden />
      {buttonText}
      {messageCount > 0 && (
        <span className={waiting ? 'font-semibold text-warn' : 'text-ink-3'}>
          {messageCount}
          {waiting && (side === 'seller' ? '（待回复）' : '（新回复）')}
        </span>
      )}
      <span className="sr-only">：{who}</span>
    </Button>
  )
}
