import { Field, Label, Switch as HeadlessSwitch } from '@headlessui/react'

type Props = {
  label: string
  on: boolean
  onChange: (on: boolean) => void
  disabled?: boolean | undefined
}

/** Takes effect at once, without a save button; otherwise use a check box. */
export const Switch = ({ label, on, onChange, disabled = false }: Props) => (
  <Field
    disabled={disabled}
    className={`inline-flex items-center gap-2 max-md:min-h-11 ${disabled ? 'text-ink-disabled' : ''}`}
  >
    <HeadlessSwitch
      checked={on}
      onChange={onChange}
      className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-line-control transition-colors data-checked:bg-accent data-disabled:bg-line-strong"
    >
      <span className={`absolute size-4 rounded-full bg-white transition-[left] ${on ? 'left-4.5' : 'left-0.5'}`} />
    </HeadlessSwitch>
    <Label>{label}</Label>
  </Field>
)
