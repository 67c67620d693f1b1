import { useState } from 'react'
import { avatarClass, avatarLetter, type AvatarSize } from './avatar-letter.ts'

type Props = {
  name: string
  kind: 'org' | 'person'
  size?: AvatarSize | undefined
  picture?: string | undefined
}

/** A picture, or the distinctive character of the name. Decorative: the name is shown beside it. */
export const Avatar = ({ name, kind, size = 'md', picture }: Props) => {
  const [broken, setBroken] = useState<string | undefined>()
  return (
    <span className={avatarClass(kind, size)} aria-hidden>
      {picture && picture !== broken ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : (
        avatarLetter(name, kind)
      )}
    </span>
  )
}
