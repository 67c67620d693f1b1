import { ClipboardList } from 'lucide-react'
import { Figure } from '../../ui/Figure.tsx'
import { figureUrl } from '../../ui/figure-url.ts'
import { goodsFigures, serviceFigures } from '../../ui/mark-names.ts'

type Props = { picture: string | undefined; className: string }

const figures = [...serviceFigures, ...goodsFigures]

/** The plate of a card in the page's accent; demands have none and show a sheet. */
export function CardPicture({ picture, className }: Props) {
  const figure = figures.find((name) => figureUrl(name) === picture)
  return (
    <span
      className={`@container grid shrink-0 place-items-center overflow-hidden rounded-md bg-surface-2 ${className}`}
    >
      {figure === undefined ? <ClipboardList className="size-6 text-ink-3" /> : <Figure name={figure} />}
    </span>
  )
}
