import type { ReactNode } from 'react'
import { Tabs } from '../../ui/navigation/Tabs.tsx'
import type { Tab } from '../../ui/navigation/tabs-class.ts'
import { ListSearch } from './ListSearch.tsx'
import { ListRows, type ListRowsProps, type Paged } from './ListRows.tsx'

type Props<P extends Paged> = ListRowsProps<P> & {
  search?: { placeholder: string; keyword: string; onSearch: (keyword: string) => void } | undefined
  /** Filters beside the search field. */
  filters?: ReactNode
  tabs?: { label: string; tabs: readonly Tab[]; current: string; onChange: (key: string) => void } | undefined
}

/** A list with search, filters, tabs, pagination and all states. */
export const ListFrame = <P extends Paged>(props: Props<P>) => {
  const { search, filters, tabs, ...rows } = props
  const { state } = rows
  const body = (
    <div
      className={search || filters || tabs ? 'pt-4' : undefined}
      aria-busy={state.at === 'ready' && state.refreshing}
    >
      <ListRows {...rows} />
    </div>
  )
  return (
    <>
      {filters ? (
        <div className="mb-1 flex flex-wrap items-center gap-2">
          {search && <ListSearch {...search} />}
          {filters}
        </div>
      ) : (
        search && <ListSearch {...search} />
      )}
      {tabs ? <Tabs {...tabs}>{body}</Tabs> : body}
    </>
  )
}

/** Status tabs of a list, with counts once loaded. */
export function stateTabs<S extends string>(
  statuses: readonly S[],
  labelOf: (status: S) => { label: string },
  counts: Readonly<Partial<Record<S, number>>> | undefined,
): Tab[] {
  const of = (status: S) => counts && (counts[status] ?? 0)
  const all = counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return [
    { key: 'all', label: '全部', count: all },
    ...statuses.map((status) => ({ key: status, label: labelOf(status).label, count: of(status) })),
  ]
}
