import { useState } from 'react'
import { Figure } from './Figure.tsx'
import type { FigureName } from './mark-names.ts'

type Props = {
  picture?: string | undefined
  figure: FigureName
  /** Words for a screen reader where the picture says more than the title beside it. */
  label?: string | undefined
  /** Shape and size; the ground and the container are set here. */
  className?: string | undefined
}

/** A listing's picture; the plate of its category when there is none or it does not load. */
export const Picture = ({ picture, figure, label, className = 'aspect-[16/10] w-full' }: Props) => {
  const [broken, setBroken] = useState<string | undefined>()
  return (
    <span className={`@container block overflow-hidden bg-surface-2 ${className}`}>
      {picture && picture !== broken ? (
        <img
          src={picture}
          alt={label ?? ''}
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(picture)}
        />
      ) : (
        <Figure name={figure} label={label && `${label}（类目示意图）`} />
      )}
    </span>
  )
}
