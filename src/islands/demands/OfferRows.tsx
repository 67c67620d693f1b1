import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

type Props = {
  label: string
  caption: string
  /** Class of the width below which the table scrolls. */
  width: string
  columns: readonly { head: string; must?: boolean; className?: string }[]
  /** What a row is called on its buttons: 项目. */
  one: string
  rows: readonly { readonly id: string }[]
  most: number
  onAdd: () => void
  onRemove: (index: number) => void
  /** The cells of a row between its number and its button. */
  cells: (index: number, id: string) => ReactNode
  /** The cells below, right of the button that adds a row; it is so many columns wide. */
  sums: ReactNode
  addSpan: number
}

/** Rows that are typed into an offer: numbered, added at the end, never all taken away. */
export const OfferRows = (props: Props) => {
  const { label, caption, width, columns, one, rows, most, onAdd, onRemove, cells, sums, addSpan } = props
  return (
    <div
      className="relative overflow-x-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={`w-full table-fixed text-left ${width}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface-2 text-sm text-ink-2">
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
        <tbody>
          {rows.map(({ id }, index) => (
            <tr key={id} className="border-t border-line align-top">
              <td className="py-3.5 pl-4 text-ink-3">{index + 1}</td>
              {cells(index, id)}
              <td className="py-2 pr-2 text-center">
                <Button
                  square
                  kind="plain"
                  className="border-0! text-ink-3 hover:text-bad"
                  aria-label={`删除${one} ${index + 1}`}
                  disabled={rows.length < 2}
                  onClick={() => onRemove(index)}
                >
                  <Trash2 className="size-4" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line bg-surface-2">
            <td />
            <td className="px-2 py-2" colSpan={addSpan}>
              <Button kind="link" disabled={rows.length >= most} onClick={onAdd}>
                <Plus className="size-4" />
                添加{one}
              </Button>
            </td>
            {sums}
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
