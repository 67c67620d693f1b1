import { backdropShape } from './shop-backdrop-class.ts'
import { backdrops } from './shop-backdrops.ts'

type Props = {
  /** Which of the nine, from 0. */
  place: number
  /** Stands alone to be chosen, instead of behind a shop's head. */
  sample?: boolean | undefined
}

/** The drawing behind a shop's head: one of nine. */
export const ShopBackdrop = ({ place, sample = false }: Props) => {
  const backdrop = backdrops[place]
  if (backdrop === undefined) return null
  return (
    <svg
      viewBox={sample ? backdropShape.sampleBox : backdropShape.viewBox}
      preserveAspectRatio={backdropShape.fit}
      className={sample ? 'block h-full w-full' : backdropShape.class}
      fill="none"
      stroke="var(--accent-line)"
      strokeWidth={sample ? 3 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={backdrop.lines} />
      {backdrop.dots.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="var(--accent-tint)" />
      ))}
    </svg>
  )
}
