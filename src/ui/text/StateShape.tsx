import { toneShape, type Tone } from './state-shape.ts'

type Props = {
  tone: Tone
  /** Size; default 14 px. */
  className?: string | undefined
}

/** Shape of a state, shown beside its label. */
export const StateShape = ({ tone, className = 'size-3.5' }: Props) => {
  const { colour, ring, dot, sign } = toneShape[tone]
  return (
    <svg
      className={`shrink-0 ${colour} ${className}`}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {ring ? <circle cx="7" cy="7" r="4.25" /> : <circle cx="7" cy="7" r="5" fill="currentColor" stroke="none" />}
      {dot && <circle cx="7" cy="7" r="1.6" fill="currentColor" stroke="none" />}
      {sign && <path d={sign} stroke="var(--surface)" />}
    </svg>
  )
}
