import { ClipboardList } from 'lucide-react'
import { Figure } from '../../ui/Figure.tsx'
import { figureOfUrl } from '../../ui/figure-url.ts'

type Props = { picture: string | undefined; className: string }

/** The plate of a card in the page's accent; demands have none and show a sheet. */
export function CardPicture({ picture, className }: Props) {
  const figure = figureOfUrl(picture)
  return (
    <span
      className={`@container grid shrink-0 place-items-center overflow-hidden rounded-md bg-surface-2 ${className}`}
    >
      {figure === undefined ? <ClipboardList className="size-6 text-ink-3" /> : <Figure name={figure} />}
    </span>
  )
}
