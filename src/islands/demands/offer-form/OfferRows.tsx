import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/button/Button.tsx'

type Props = {
  label: string
  caption: string
  /** Class of the width below which the table scrolls. */
  width: string
  columns: readonly { head: string; must?: boolean; className?: string }[]
  /** Row name on buttons: 项目. */
  one: string
  /** Number of rows. */
  rows: number
  list: RefObject<HTMLTableSectionElement | null>
  most: number
  onAdd: () => void
  onRemove: (index: number) => void
  /** Cells of a row between its number and its button. */
  cells: (index: number) => ReactNode
  /** Footer cells right of the add button, which spans this many columns. */
  sums: ReactNode
  addSpan: number
}

type CellProps = {
  head: string
  must?: boolean | undefined
  /** Full width on phones. */
  wide?: boolean | undefined
  /** A computed sum. */
  sum?: boolean | undefined
  children: ReactNode
}

/** Cell of a row; on phones, where rows are cards, it shows its column name. */
export const RowCell = ({ head, must, wide, sum, children }: CellProps) => (
  <td
    className={`px-2 max-md:p-0 ${wide ? 'max-md:col-span-2' : ''} ${sum ? 'py-3.5 text-right font-medium' : 'py-2'}`}
  >
    <span aria-hidden className={`block text-sm font-normal text-ink-2 md:hidden ${sum ? '' : 'mb-1'}`}>
      {head}
      {must && <span className="text-bad">*</span>}
    </span>
    {children}
  </td>
)

/** Editable rows: numbered, added at the end, at least one. Cards on phones. */
export const OfferRows = (props: Props) => {
  const { label, caption, width, columns, one, rows, list, most, onAdd, onRemove, cells, sums, addSpan } = props
  return (
    <div
      className="relative overflow-x-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={`w-full table-fixed text-left max-md:block ${width}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface-2 text-sm text-ink-2 max-md:hidden">
          <tr>
            <th scope="col" className="h-10 w-9 pl-4 font-normal">
              <span className="sr-only">序号</span>
            </th>
            {columns.map(({ head, must, className }) => (
              <th key={head} scope="col" className={`px-2 font-normal${className ? ` ${className}` : ''}`}>
                {head}
                {must && <span className="text-bad">*</span>}
              </th>
            ))}
            <th scope="col" className="w-11 pr-2">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody ref={list} className="max-md:block">
          {Array.from({ length: rows }, (_row, index) => (
            <tr
              key={index}
              className="border-t border-line align-top max-md:grid max-md:grid-cols-2 max-md:gap-3 max-md:px-4 max-md:pb-4 max-md:first:border-t-0"
            >
              <td className="py-3.5 pl-4 text-ink-3 max-md:col-start-1 max-md:row-start-1 max-md:p-0 max-md:self-center">
                <span className="md:hidden">{one} </span>
                {index + 1}
              </td>
              {cells(index)}
              <td className="py-2 pr-2 text-center max-md:col-start-2 max-md:row-start-1 max-md:-mr-3 max-md:justify-self-end max-md:p-0">
                <Button
                  square
                  kind="plain"
                  className="border-0! text-ink-3 hover:text-bad"
                  aria-label={`删除${one} ${index + 1}`}
                  disabled={rows < 2}
                  onClick={() => onRemove(index)}
                >
                  <Trash2 className="size-4" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="max-md:block">
          <tr className="border-t border-line bg-surface-2 max-md:flex max-md:flex-wrap max-md:items-center max-md:px-2 max-md:py-1">
            <td className="max-md:hidden" />
            <td className="px-2 py-2 max-md:flex-1" colSpan={addSpan}>
              <Button kind="link" disabled={rows >= most} onClick={onAdd}>
                <Plus className="size-4" />
                添加{one}
              </Button>
            </td>
            {sums}
            <td className="max-md:hidden" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
