import { X } from 'lucide-react'
import { filterChipClass, filterCrossClass } from './chip-class.ts'

type Props = { group: string; label: string; onRemove: () => void }

/** An active filter with a remove button. */
export const FilterChip = ({ group, label, onRemove }: Props) => (
  <span className={filterChipClass}>
    <span className="text-ink-2">{group}：</span>
    {label}
    <button type="button" className={filterCrossClass} aria-label={`移除 ${group} ${label}`} onClick={onRemove}>
      <X className="size-3.5" />
    </button>
  </span>
)
