import { backdropShape } from './shop-backdrop-class.ts'
import { backdrops } from './shop-backdrops.ts'

type Props = {
  /** Index of the backdrop, from 0. */
  place: number
  /** `phone`: behind a header on phones; `sample`: alone, for choosing. */
  form?: 'head' | 'phone' | 'sample' | undefined
}

const shapes = { head: backdropShape.class, phone: backdropShape.phone, sample: backdropShape.sample }

/** Backdrop of a shop's header: one of nine. */
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
