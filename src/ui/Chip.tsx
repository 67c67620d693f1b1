import { chipClass } from './chip-class.ts'

type Props = {
  label: string
  chosen: boolean
  onChange: (chosen: boolean) => void
  disabled?: boolean | undefined
}

/** A choice that switches on and off; several may be chosen. One of several: Radio. */
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
