import { ClipboardList } from 'lucide-react'

type Props = { picture: string | undefined; className: string }

/** The plate of a card in the page's accent; demands have none and show a sheet. */
export const CardPicture = ({ picture, className }: Props) => (
  <span className={`@container grid shrink-0 place-items-center overflow-hidden rounded-md bg-surface-2 ${className}`}>
    {picture === undefined ? (
      <ClipboardList className="size-6 text-ink-3" />
    ) : (
      <img src={picture} alt="" className="size-full object-contain" />
    )}
  </span>
)
