import { chipClass } from './chip-class.ts'

type Props = {
  label: string
  chosen: boolean
  onChange: (chosen: boolean) => void
  disabled?: boolean | undefined
}

/** Toggle chip; several may be selected. For a single selection use Radio. */
export const Chip = ({ label, chosen, onChange, disabled }: Props) => (
  <button
    type="button"
    className={chipClass(chosen, disabled)}
    aria-pressed={chosen}
    disabled={disabled}
    onClick={() => onChange(!chosen)}
  >
    {label}
  </button>
)
