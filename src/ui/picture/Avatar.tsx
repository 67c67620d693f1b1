import { useState } from 'react'
import { companyLogo } from '../../domain/pictures/company-logo.ts'
import { avatarClass, avatarLetter, type AvatarSize } from './avatar-letter.ts'

type Props = {
  name: string
  kind: 'org' | 'person'
  size?: AvatarSize | undefined
  picture?: string | undefined
}

/** The same logo as Avatar.astro draws. */
const Logo = ({ name }: { name: string }) => {
  const { ground, groundFill, ornament, letterFill } = companyLogo(name)
  return (
    <svg viewBox="0 0 40 40" className="size-full">
      <path d={ground} fill={groundFill} />
      {ornament && <path d={ornament} stroke={letterFill} strokeWidth="2.5" strokeLinecap="round" fill="none" />}
      <text x="20" y="26" textAnchor="middle" fontSize="17" fontWeight="600" fill={letterFill}>
        {avatarLetter(name, 'org')}
      </text>
    </svg>
  )
}

/** A picture, else a drawn logo of a company or the distinctive character of a person. Decorative: the name is shown beside it. */
export const Avatar = ({ name, kind, size = 'md', picture }: Props) => {
  const [broken, setBroken] = useState<string | undefined>()
  return (
    <span className={avatarClass(kind, size)} aria-hidden>
      {picture && picture !== broken ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : kind === 'org' ? (
        <Logo name={name} />
      ) : (
        avatarLetter(name, kind)
      )}
    </span>
  )
}
