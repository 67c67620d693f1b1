import type { ProgrammeChoice } from '../../../contract/projects/programmes.ts'
import { Select } from '../../../ui/form/Select.tsx'

type Props = {
  choices: readonly ProgrammeChoice[]
  /** null = none. */
  value: number | null
  /** In which the item is now, if it is not among the choices. */
  current?: number | null
  onChange: (programmeId: number | null) => void
  bare?: boolean
  disabled?: boolean
  error?: string | undefined
  hint?: string
  className?: string
}

/** Chooses one of the person's R&D programmes, or none. */
export const ProgrammeSelect = ({ choices, value, current = null, onChange, ...rest }: Props) => {
  const others = new Set([current, value].filter((id) => id !== null))
  for (const { programmeId } of choices) others.delete(programmeId)
  return (
    <Select
      {...rest}
      label="研发项目"
      options={[
        { value: 0, label: '不归入项目' },
        ...choices.map(({ programmeId, code, name }) => ({ value: programmeId, label: `${code} ${name}` })),
        // Kept in sight, though nothing can be added to them.
        ...[...others].map((id) => ({ value: id, label: '其他项目（不可归入）' })),
      ]}
      value={value ?? 0}
      onChange={(chosen) => onChange(chosen === 0 ? null : chosen)}
    />
  )
}
