import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../../ui/button/Button.tsx'

type Props<Row> = {
  rows: readonly Row[]
  /** Display name of a row: 步骤. */
  name: string
  most: number
  /** Creates an empty row. */
  fresh: () => Row
  onChange: (rows: Row[]) => void
  /** Minimum number of rows. */
  least?: number | undefined
  /** Cells of a row; `put` changes some of its values. */
  children: (row: Row, at: number, put: (change: Partial<Row>) => void) => ReactNode
  hint?: ReactNode
}

/** Editable rows: add, move and remove by mouse and keyboard (Alt with an arrow key moves). */
export const ListingRows = <Row extends object>(props: Props<Row>) => {
  const { rows, name, most, fresh, onChange, least = 0, children, hint } = props
  const list = useRef<HTMLUListElement>(null)
  /** After the next render, focuses the first input of a row. */
  const focusRow = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>('input, button')?.focus())
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || to < 0 || to >= rows.length) return
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row))
    focusRow(to)
  }
  const remove = (at: number) => {
    onChange(rows.toSpliced(at, 1))
    focusRow(Math.max(0, at - 1))
  }
  return (
    <div>
      <ul ref={list} className="space-y-3">
        {rows.map((row, at) => (
          <li
            key={at}
            className="flex items-start gap-2 max-md:flex-wrap max-md:rounded-lg max-md:border max-md:border-line max-md:p-3"
            onKeyDown={(event) => {
              const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
              if (step === undefined) return
              event.preventDefault()
              move(at, at + step)
            }}
          >
            <div className="min-w-0 flex-1 max-md:basis-full">
              {children(row, at, (change) => onChange(rows.with(at, { ...row, ...change })))}
            </div>
            <span className="flex shrink-0 max-md:ml-auto">
              <Tool label={`上移${name} ${at + 1}`} disabled={at === 0} onClick={() => move(at, at - 1)}>
                <ArrowUp className="size-4" />
              </Tool>
              <Tool label={`下移${name} ${at + 1}`} disabled={at === rows.length - 1} onClick={() => move(at, at + 1)}>
                <ArrowDown className="size-4" />
              </Tool>
              <Tool label={`删除${name} ${at + 1}`} disabled={rows.length <= least} onClick={() => remove(at)}>
                <Trash2 className="size-4" />
              </Tool>
            </span>
          </li>
        ))}
      </ul>
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-1 ${rows.length > 0 ? 'mt-3' : ''}`}>
        <Button
          size="sm"
          className="max-md:h-11"
          disabled={rows.length >= most}
          onClick={() => {
            onChange([...rows, fresh()])
            focusRow(rows.length)
          }}
        >
          <Plus className="size-4" />
          添加{name}
        </Button>
        <span className="text-sm text-ink-3">{hint ?? `最多 ${most} 项，空行不会保存。`}</span>
      </div>
    </div>
  )
}

/** Icon button at the end of a row. */
const Tool = (props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) => (
  <Button
    square
    kind="plain"
    className="w-8! border-0! bg-transparent! text-ink-3 hover:text-accent max-md:size-11!"
    aria-label={props.label}
    title={props.label}
    disabled={props.disabled}
    onClick={props.onClick}
  >
    {props.children}
  </Button>
)
