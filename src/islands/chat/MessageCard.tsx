import { ChevronRight } from 'lucide-react'
import { cardWords, isCard, type MessageContent } from '../../domain/chat/content.ts'
import { CardPicture } from './CardPicture.tsx'

/** A demand, service or product that is talked about. */
export function MessageCard({ content: { status, url, imgUrl, title, price } }: { content: MessageContent }) {
  if (!isCard(status) || url === undefined) return null
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
