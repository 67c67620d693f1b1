import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { EntryCell, EntryField } from '../../../domain/content/entries/entry-field.ts'
import * as choices from '../../../stores/content/entries/entry-choices.ts'
import { addRow, moveRow, removeRow, setRow } from '../../../stores/content/entries/entry-form.ts'
import type { RowValue } from '../../../stores/content/entries/entry-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

type Fault = (name: string) => string | undefined
type CellProps = { cell: EntryCell; value: string; error: string | undefined; onChange: (value: string) => void }

const AppCell = ({ cell, value, error, onChange }: CellProps) => {
  const found = useStore(choices.foundEntries).app
  useEffect(() => {
    if (choices.foundEntries.get().app.length === 0) void choices.searchEntries('app', '')
  }, [])
  return (
    <Select
      label={cell.label}
      required
      error={error}
      options={found.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value === '' ? null : value}
      onChange={onChange}
    />
  )
}

const Cell = (props: CellProps) => {
  const { cell, value, error, onChange } = props
  const { label, required, hint } = cell
  if (cell.as === 'app') return <AppCell {...props} />
  if (cell.as === 'choice') {
    return (
      <Select
        label={label}
        required={required}
        error={error}
        hint={hint}
        options={cell.options}
        value={value === '' ? null : value}
        onChange={onChange}
      />
    )
  }
  const shared = { label, required, error, hint, value, maxLength: cell.max }
  return cell.as === 'area' ? (
    <Textarea {...shared} rows={cell.max > 1000 ? 5 : 2} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <Input {...shared} onChange={(event) => onChange(event.target.value)} />
  )
}

type MovesProps = { name: string; word: string; at: number; last: number; bare?: boolean | undefined }

/** Buttons that move or remove a row. */
const Moves = ({ name, word, at, last, bare }: MovesProps) => {
  const button = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button
      size="sm"
      kind="plain"
      square
      className="max-md:size-11"
      aria-label={`${label}${word} ${at + 1}`}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </Button>
  )
  return (
    <div className={bare ? 'flex gap-1 md:pt-7' : 'mb-3 flex items-center justify-between gap-2'}>
      {!bare && (
        <span className="text-sm text-ink-3">
          {word} {at + 1}
        </span>
      )}
      <span className="flex gap-1">
        {button('上移', <ArrowUp />, () => moveRow(name, at, -1), at === 0)}
        {button('下移', <ArrowDown />, () => moveRow(name, at, 1), at === last)}
        {button('移除', <Trash2 />, () => removeRow(name, at))}
      </span>
    </div>
  )
}

type Props = {
  field: Extract<EntryField, { as: 'rows' }>
  rows: readonly RowValue[]
  fault: Fault
}

/** List of rows that can be added, moved and removed. */
export const RowsField = ({ field, rows, fault }: Props) => {
  const { name, label, required, cells, most, row: word } = field
  // Rows of short texts are rendered in one line each.
  const compact = cells.length <= 3 && cells.every(({ as }) => as === 'text' || as === 'choice')
  const whole = rows.some((_, at) => cells.some((cell) => fault(`${name}.${at}.${cell.name}`)))
  return (
    <Field label={label} required={required} group error={whole ? undefined : fault(name)} className="md:col-span-2">
      {(_ids, labelId) => (
        <div role="group" aria-labelledby={labelId} className="space-y-3">
          {rows.map((row, at) => (
            <div
              key={at}
              className={`rounded-lg border border-line ${compact ? 'flex flex-wrap items-start gap-x-4 gap-y-2 p-3' : 'p-4'}`}
              role="group"
              aria-label={`${word} ${at + 1}`}
            >
              {!compact && <Moves name={name} word={word} at={at} last={rows.length - 1} />}
              <div className={`grid min-w-0 flex-1 items-start gap-4 ${compact ? 'md:grid-cols-3' : 'md:grid-cols-2'}`}>
                {cells.map((cell) => (
                  <Cell
                    key={cell.name}
                    cell={cell}
                    value={row[cell.name] ?? ''}
                    error={fault(`${name}.${at}.${cell.name}`)}
                    onChange={(value) => setRow(name, at, { [cell.name]: value })}
                  />
                ))}
              </div>
              {compact && <Moves name={name} word={word} at={at} last={rows.length - 1} bare />}
            </div>
          ))}
          {rows.length < most && (
            <Button
              size="sm"
              className="max-md:h-11"
              onClick={() => addRow(name, Object.fromEntries(cells.map((cell) => [cell.name, ''])))}
            >
              添加{word}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
