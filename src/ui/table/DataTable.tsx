import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../form/Checkbox.tsx'
import * as look from './table-class.ts'

/** Sort order; null for the list's default order. */
export type Sort = { by: string; down: boolean } | null

export type Column<Row> = {
  key: string
  head: string
  /** Buttons and links of the row; shown without its header on phones. */
  isActions?: true
  /** Names the row beside the first column; shown without its header on phones. */
  isLead?: true
  cell: (row: Row) => ReactNode
  align?: look.Align | undefined
  /** The column header becomes a button: ascending, descending, default. */
  sortable?: boolean | undefined
  className?: string | undefined
}

type Props<Row, Key extends string | number> = {
  /** Caption for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Row name for its check box. Required with `chosen`. */
  rowName?: ((row: Row) => string) | undefined
  /** Keys of the selected rows; without it rows are not selectable. */
  chosen?: ReadonlySet<Key> | undefined
  onChoose?: ((chosen: ReadonlySet<Key>) => void) | undefined
  /** Bulk actions of the selected rows. */
  bulk?: ReactNode
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Replaces the rows: an EmptyState, a FailedState, a Skeleton. */
  instead?: ReactNode
  /**
   * A list that people work in all day: rows of 56 px that take the focus (`data-row`), cards on phones, whose check
   * boxes are shown while selecting. The bulk actions are at the foot of the phone then, see DailyList.
   */
  work?: { readonly isSelecting: boolean } | undefined
  /** Custom row on phones, where stacked cells are not enough. */
  phone?: ((row: Row) => ReactNode) | undefined
}

const nextSort = (by: string, sort: Sort): Sort =>
  sort?.by !== by ? { by, down: false } : sort.down ? null : { by, down: true }

const SortHead = ({
  head,
  by,
  sort,
  onSort,
}: {
  head: string
  by: string
  sort: Sort
  onSort: (sort: Sort) => void
}) => {
  const mine = sort?.by === by
  const Icon = !mine ? ChevronsUpDown : sort.down ? ChevronDown : ChevronUp
  return (
    <button
      type="button"
      className={`inline-flex items-center gap-1 print:inline-flex! ${mine ? 'font-medium text-ink' : ''}`}
      onClick={() => onSort(nextSort(by, sort))}
    >
      {head}
      <Icon className="size-3.5" />
    </button>
  )
}

const sorted = (by: string, sort: Sort | undefined) =>
  sort?.by !== by ? undefined : sort.down ? 'descending' : 'ascending'

const PhoneRows = <Row, Key extends string | number>({ caption, rows, rowKey, phone }: Props<Row, Key>) => (
  <ul className="divide-y divide-line rounded-lg border border-line bg-surface md:hidden" aria-label={caption}>
    {rows.map((row) => (
      <li key={rowKey(row)} className="p-4">
        {phone?.(row)}
      </li>
    ))}
  </ul>
)

/** Table with sorting and selection. Amounts right, rows 44 px high, selected rows tinted. */
export const DataTable = <Row, Key extends string | number>(props: Props<Row, Key>) =>
  props.phone === undefined ? (
    <Table {...props} />
  ) : (
    <>
      <div className="max-md:hidden">
        <Table {...props} />
      </div>
      <PhoneRows {...props} />
    </>
  )

const Table = <Row, Key extends string | number>(props: Props<Row, Key>) => {
  const { caption, columns, rows, rowKey, rowName, chosen, onChoose, bulk, sort = null, onSort, instead, work } = props
  const isPhoneSelectable = chosen !== undefined && work?.isSelecting !== false
  const height = work === undefined ? 'usual' : 'work'
  const choose = (key: Key, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(key)
    else next.delete(key)
    onChoose?.(next)
  }
  const keys = rows.map(rowKey)
  const count = keys.filter((key) => chosen?.has(key)).length
  const chooseAll = (on: boolean) => onChoose?.(new Set(on ? keys : []))
  return (
    <div className={`${look.tableBoxClass} ${work === undefined ? '' : look.workBoxClass}`}>
      {count > 0 && (
        <div
          className={`flex flex-wrap items-center gap-4 border-b border-line bg-accent-soft px-4 py-2 ${work === undefined ? '' : 'max-md:hidden'}`}
          role="status"
        >
          <span>
            已选 <b className="font-semibold">{count}</b> 项
          </span>
          {bulk}
          <button type="button" className="ml-auto text-ink-2 hover:text-accent" onClick={() => chooseAll(false)}>
            取消选择
          </button>
        </div>
      )}
      <div className={look.tableScrollClass} tabIndex={0} role="region" aria-label={caption}>
        <table className={`${look.tableClass} ${look.phoneTableClass}`}>
          <caption className="sr-only">{caption}</caption>
          <thead className={`${look.tableHeadClass} max-md:hidden`}>
            <tr>
              {chosen && (
                <th scope="col" className="h-10 w-10 pl-4">
                  <Checkbox
                    aria-label="全选"
                    checked={count > 0 && count === keys.length}
                    mixed={count > 0 && count < keys.length}
                    disabled={keys.length === 0}
                    onChange={(event) => chooseAll(event.target.checked)}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  aria-sort={sorted(column.key, sort)}
                  className={`${look.headCellClass(column.align)} ${column.className ?? ''} ${column.isActions ? `${look.actionColumnClass} md:bg-surface-2` : ''}`}
                >
                  {column.sortable && onSort ? (
                    <SortHead head={column.head} by={column.key} sort={sort} onSort={onSort} />
                  ) : (
                    column.head
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {!instead && (
            <tbody className="max-md:block">
              {rows.map((row) => {
                const key = rowKey(row)
                const on = chosen?.has(key) ?? false
                return (
                  <tr
                    key={key}
                    data-row={work === undefined ? undefined : key}
                    tabIndex={work === undefined ? undefined : -1}
                    className={`${look.rowClass(on)} ${look.phoneRowClass(isPhoneSelectable)} ${work === undefined ? '' : look.workRowClass}`}
                  >
                    {chosen && (
                      <td className={`h-11 pl-4 ${look.phoneCheckClass} ${isPhoneSelectable ? '' : 'max-md:hidden'}`}>
                        <Checkbox
                          aria-label={`选择 ${rowName?.(row) ?? key}`}
                          checked={on}
                          onChange={(event) => choose(key, event.target.checked)}
                        />
                      </td>
                    )}
                    {columns.map((column, at) => (
                      <td
                        key={column.key}
                        data-head={column.head}
                        className={`${look.cellClass(column.align, height)} ${column.className ?? ''} ${column.isActions ? look.actionCellClass(on) : ''} ${look.phoneCellClass(at, column.isActions === true, column.isLead === true)}`}
                      >
                        <div className="min-w-0 md:contents">{column.cell(row)}</div>
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          )}
        </table>
      </div>
      {instead && <div className="px-4">{instead}</div>}
    </div>
  )
}
