import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { Illustration } from '../ui/picture/Illustration.tsx'
import { illustrationOfUrl, ownPicture } from '../ui/picture/illustration-url.ts'

type Props = {
  /** Address of an uploaded picture or of a figure; without one a sheet stands for it. */
  picture: string | undefined
  className: string
}

/** What something is recognised by: its uploaded picture, else the figure of its category; demands show a sheet. */
export function CardPicture({ picture = '', className }: Props) {
  const [broken, setBroken] = useState('')
  const figure = illustrationOfUrl(picture)
  const own = picture === broken ? '' : (ownPicture(picture) ?? '')
  return (
    <span
      className={`@container grid shrink-0 place-items-center overflow-hidden rounded-md bg-surface-2 ${className}`}
    >
      {own !== '' ? (
        <img src={own} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : figure === undefined ? (
        <ClipboardList className="size-6 text-ink-3" />
      ) : (
        <Illustration name={figure} />
      )}
    </span>
  )
}
