import { CardPicture } from '../CardPicture.tsx'

/** Picture and name of an order with the other side below: first cell of order tables. */
export function PictureName({ picture, name, otherName }: { picture: string; name: string; otherName: string }) {
  return (
    <span className="flex items-center gap-3">
      <CardPicture picture={picture} className="size-12 border border-line" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium md:line-clamp-1" title={name}>
          {name}
        </span>
        <span className="block text-sm text-ink-3">{otherName}</span>
      </span>
    </span>
  )
}
