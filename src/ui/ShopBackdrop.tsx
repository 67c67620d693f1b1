import { backdropShape } from './shop-backdrop-class.ts'
import { backdrops } from './shop-backdrops.ts'

type Props = {
  /** Which of the nine, from 0. */
  place: number
  /** `phone` stands behind a head as on a phone, `sample` alone to be chosen. */
  form?: 'head' | 'phone' | 'sample' | undefined
}

const shapes = { head: backdropShape.class, phone: backdropShape.phone, sample: backdropShape.sample }

/** The drawing behind a shop's head: one of nine. */
export const ShopBackdrop = ({ place, form = 'head' }: Props) => {
  const backdrop = backdrops[place]
  if (backdrop === undefined) return null
  return (
    <svg
      viewBox={form === 'sample' ? backdropShape.sampleBox : backdropShape.viewBox}
      preserveAspectRatio={backdropShape.fit}
      className={shapes[form]}
      fill="none"
      stroke="var(--accent-line)"
      strokeWidth={form === 'sample' ? 4 : 1.5}
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
