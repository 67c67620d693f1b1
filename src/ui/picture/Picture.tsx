import { useState } from 'react'
import { Illustration } from './Illustration.tsx'
import type { IllustrationName } from './mark-names.ts'

type Props = {
  picture?: string | undefined
  figure: IllustrationName
  /** Alternative text where the picture says more than the title beside it. */
  label?: string | undefined
  /** Shape and size; background and container are set here. */
  className?: string | undefined
}

/** A listing's picture; the category's illustration when missing or not loading. */
export const Picture = ({ picture, figure, label, className = 'aspect-[16/10] w-full' }: Props) => {
  const [broken, setBroken] = useState<string | undefined>()
  return (
    <span className={`picture ${className}`}>
      {picture && picture !== broken ? (
        <img
          src={picture}
          alt={label ?? ''}
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(picture)}
        />
      ) : (
        <Illustration name={figure} label={label && `${label}（示意图）`} />
      )}
    </span>
  )
}
