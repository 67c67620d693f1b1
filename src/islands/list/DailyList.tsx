import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Permission } from '../../domain/accounts/permissions.ts'
import type { DailyList as List } from '../../stores/daily-list.ts'
import { isFiltered, noFilter, parseDailyQuery, savedQuery, type DailyQuery } from '../../stores/daily-query.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Tab } from '../../ui/navigation/tabs-class.ts'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { AmountRange } from './AmountRange.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { DayRange } from './DayRange.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { ListFrame } from './ListFrame.tsx'
import { ListSearch } from './ListSearch.tsx'
import type { Paged } from './ListRows.tsx'
import { SavedFilterMenu } from './SavedFilterMenu.tsx'
import { useRowKeys } from './use-row-keys.ts'

type RowOf<P extends Paged> = P['data'][number]

type Props<Status extends string, Key extends string, P extends Paged> = {
  list: List<Status, Key, P>
  /** Query of the address, so that the server renders the same list. */
  search: string
  /** Noun for texts: 订单. */
  what: string
  permission: Permission
  /** Placeholder of the search field; without it there is none. */
  placeholder?: string | undefined
  /** Filters before those of days and amounts. */
  filters?: ReactNode
  /** What its amount bounds are about: 金额; without it there are none. */
  amount?: string | undefined
  /** What its day bounds are about: 下单日期; without it there are none. */
  days?: string | undefined
  /** Tabs of the states, or others that say what is chosen. */
  tabs: {
    label: string
    tabsOf: (page: P | undefined) => Tab[]
    current?: string
    onChange?: (key: string) => void
  }
  /** Caption of the table. */
  caption: string
  /** The first one names the row; it and the actions are always shown. */
  columns: readonly Column<RowOf<P>>[]
  rowName: (row: RowOf<P>) => string
  /** Actions for the selected rows of the page; without them rows are not selected. */
  bulk?: ((rows: readonly RowOf<P>[]) => ReactNode) | undefined
  /** Shown without rows and filters. */
  empty: ReactNode
  /** Above the tabs, once loaded. */
  notice?: ((page: P) => ReactNode) | undefined
}

const isChoosable = <Row,>(column: Column<Row>, at: number) => at > 0 && column.isActions !== true

/**
 * A list that people work in all day: search, bounds of days and amounts, saved filters, chosen columns, sort order,
 * selection with bulk actions, and keys. Rows are cards on phones, selected in a mode with its actions at the foot.
 */
export const DailyList = <Status extends string, Key extends string, P extends Paged>(props: Props<Status, Key, P>) => {
  const { list, search, what, permission, tabs, caption, columns, rowName, bulk, empty, notice } = props
  const { statuses, sortKeys, pageSize } = list
  const state = useStore(list.state)
  const query = useStore(list.query) ?? parseDailyQuery(search, statuses, sortKeys)
  const shown = useStore(list.columns.keys)
  const chosen = useStore(list.selected)
  const [isSelecting, setSelecting] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => list.start(), [list])
  useRowKeys({ box, onHelp: useCallback(() => setHelping(true), []) })
  const { sortBy, sortDown, status, current } = query
  const page = state.at === 'ready' ? state.content : undefined
  const rows: readonly RowOf<P>[] = page?.data ?? []
  const selectedRows = rows.filter((row) => chosen.has(list.rowKey(row)))
  const endSelection = () => {
    setSelecting(false)
    list.select(new Set())
  }
  return (
    <div ref={box}>
      <Filters {...props} query={query} keyHelp={{ isOpen: isHelping, onChange: setHelping }} />
      {page !== undefined && notice?.(page)}
      <ListFrame
        state={state}
        what={what}
        permission={permission}
        onRetry={() => void list.load()}
        tabs={{
          label: tabs.label,
          tabs: tabs.tabsOf(page),
          current: tabs.current ?? status ?? 'all',
          onChange: tabs.onChange ?? ((key) => list.updateQuery({ status: statuses.find((each) => each === key) })),
        }}
        page={{ size: pageSize, current, onChange: (next) => list.updateQuery({ current: next }) }}
        empty={
          isFiltered(query) ? (
            <EmptyState title={`没有符合条件的${what}`} text="请调整状态、条件或关键词。">
              <Button onClick={() => list.updateQuery(noFilter)}>清空条件</Button>
            </EmptyState>
          ) : (
            empty
          )
        }
      >
        {({ data }) => (
          <>
            {bulk !== undefined && (
              <div className="mb-3 flex items-center justify-end gap-2 md:hidden">
                {isSelecting && (
                  <Button
                    className="h-11"
                    onClick={() => list.select(new Set(chosen.size === data.length ? [] : data.map(list.rowKey)))}
                  >
                    {chosen.size === data.length ? '取消全选' : '全选本页'}
                  </Button>
                )}
                <Button className="h-11" onClick={isSelecting ? endSelection : () => setSelecting(true)}>
                  {isSelecting ? '结束选择' : '选择'}
                </Button>
              </div>
            )}
            <DataTable
              caption={caption}
              columns={columns.filter(
                (column, at) => !isChoosable(column, at) || shown.includes(column.key) || column.key === sortBy,
              )}
              rows={data}
              rowKey={list.rowKey}
              rowName={rowName}
              chosen={bulk === undefined ? undefined : chosen}
              onChoose={list.select}
              bulk={bulk?.(selectedRows)}
              work={{ isSelecting }}
              sort={sortBy === undefined ? null : { by: sortBy, down: sortDown }}
              onSort={(sort) =>
                list.updateQuery({ sortBy: sortKeys.find((key) => key === sort?.by), sortDown: sort?.down ?? false })
              }
            />
          </>
        )}
      </ListFrame>
      {isSelecting && (
        <div className="sticky bottom-0 z-20 -mx-4 mt-3 border-t border-line bg-surface px-4 py-3 md:hidden">
          <p role="status" className="text-sm">
            已选 <b className="font-semibold">{selectedRows.length}</b> 项
          </p>
          {selectedRows.length > 0 && (
            <div className="mt-2 flex flex-wrap items-center gap-2 [&_a]:min-h-11 [&_button]:min-h-11">
              {bulk?.(selectedRows)}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Sort orders for phones, which have no heads of columns. */
const sortEntries = <Status extends string, Key extends string, P extends Paged>(
  columns: readonly Column<RowOf<P>>[],
  list: List<Status, Key, P>,
): MenuEntry[] => [
  { label: '默认顺序', onChoose: () => list.updateQuery({ sortBy: undefined, sortDown: false }) },
  ...columns
    .filter(({ sortable }) => sortable === true)
    .flatMap(({ key, head }) =>
      [false, true].map((sortDown) => ({
        label: `${head}${sortDown ? '降序' : '升序'}`,
        onChoose: () => list.updateQuery({ sortBy: list.sortKeys.find((each) => each === key), sortDown }),
      })),
    ),
]

type FiltersProps<Status extends string, Key extends string, P extends Paged> = Props<Status, Key, P> & {
  query: DailyQuery<Status, Key>
  keyHelp: { isOpen: boolean; onChange: (isOpen: boolean) => void }
}

/** Search, bounds, saved filters, sort order on phones, and the columns. */
const Filters = <Status extends string, Key extends string, P extends Paged>(props: FiltersProps<Status, Key, P>) => {
  const { list, placeholder, filters, amount, days, columns, query, keyHelp } = props
  const { statuses, sortKeys } = list
  return (
    <div className="mb-1 flex flex-wrap items-center gap-2">
      {placeholder !== undefined && (
        <ListSearch
          placeholder={placeholder}
          keyword={query.keyword}
          onSearch={(keyword) => list.updateQuery({ keyword })}
        />
      )}
      {filters}
      {days !== undefined && (
        <DayRange
          label={days}
          from={query.from}
          until={query.until}
          onChange={(changed) => list.updateQuery(changed)}
        />
      )}
      {amount !== undefined && (
        <AmountRange
          label={amount}
          from={query.amountFrom}
          to={query.amountTo}
          onChange={({ from, to }) => list.updateQuery({ amountFrom: from, amountTo: to })}
        />
      )}
      <div className="flex flex-wrap gap-2 md:ml-auto">
        <SavedFilterMenu
          filters={list.savedFilters}
          query={savedQuery(query)}
          onApply={(saved) =>
            list.updateQuery({ ...parseDailyQuery(saved, statuses, sortKeys), extra: query.extra, current: 1 })
          }
        />
        <div className="md:hidden">
          <Menu label="排序" entries={sortEntries(columns, list)} />
        </div>
        <ColumnChooser shown={list.columns} columns={columns.filter(isChoosable)} />
        <KeyHelp
          isOpen={keyHelp.isOpen}
          onOpen={() => keyHelp.onChange(true)}
          onClose={() => keyHelp.onChange(false)}
        />
      </div>
    </div>
  )
}
