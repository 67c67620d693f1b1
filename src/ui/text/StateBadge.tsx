import { StateShape } from './StateShape.tsx'
import { badgeShapeClass, badgeTintClass, toneTint, type Tone } from './state-shape.ts'

type Props = { tone: Tone; label: string; form?: 'tint' | 'shape' | undefined }

/** A state as label, shape and colour: `tint` in headings, `shape` in tables and rows. */
export const StateBadge = ({ tone, label, form = 'shape' }: Props) =>
  form === 'tint' ? (
    <span className={`${badgeTintClass} ${toneTint[tone]}`}>{label}</span>
  ) : (
    <span className={badgeShapeClass}>
      <StateShape tone={tone} />
      {label}
    </span>
  )
