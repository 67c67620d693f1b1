import { useStore } from '@nanostores/react'
import { MessageCircleQuestion } from 'lucide-react'
import type { OfferView } from '../../contract/demands/offer-view.ts'
import { canBeAsked } from '../../domain/demands/offer-messages.ts'
import { openThread, seen } from '../../stores/demands/offer-thread.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  offer: Pick<OfferView, 'offerId' | 'messageCount' | 'lastMessage' | 'status'>
  /** The side that looks. */
  side: 'buyer' | 'seller'
  /** Who is asked, for those who hear the page. */
  who: string
  className?: string | undefined
}

/** Opens the questions about an offer: how many there are, and whether the other side waits for an answer. */
export const ThreadButton = ({ offer, side, who, className = '' }: Props) => {
  const { messageCount, lastMessage, status } = offer
  const seenAt = useStore(seen)[String(offer.offerId)]
  const theirs = lastMessage !== null && lastMessage.side !== side
  const fresh = theirs && (seenAt === undefined || Date.parse(lastMessage.at) - Date.parse(seenAt) > 1)
  // A question waits until it is answered; an answer is news until it was read here.
  const waiting = side === 'seller' ? canBeAsked(status) && theirs : fresh
  if (messageCount === 0 && !canBeAsked(status)) return null
  const word = messageCount === 0 && side === 'buyer' ? '提问' : '问答'
  return (
    <Button className={`px-2! ${className}`} onClick={() => void openThread(offer.offerId)}>
      <MessageCircleQuestion className="size-4" aria-hidden />
      {word}
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
