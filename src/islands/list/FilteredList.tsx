import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { parseListQuery } from '../../stores/list-query.ts'
import type { FilteredList as List } from '../../stores/filtered-list.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ListFrame, stateTabs } from './ListFrame.tsx'
import type { ListRowsProps, Paged } from './ListRows.tsx'

type Page<S extends string> = Paged & { readonly counts?: Readonly<Partial<Record<S, number>>> }

type Props<S extends string, P extends Page<S>> = Pick<
  ListRowsProps<P>,
  'what' | 'permission' | 'skeleton' | 'empty' | 'children'
> & {
  /** Filters beside the search field. */
  filters?: ReactNode
  list: List<S, P>
  /** Query of the URL, so that the server renders the same list. */
  search: string
  /** Placeholder of the search field; without it there is no search. */
  placeholder?: string
  /** Status tabs; without it there are none. */
  tabs?: { label: string; labelOf: (status: S) => { label: string } }
}

/**
 * Renders a filtered list of a store with search, status tabs, pagination and all states. `empty` is shown if no filter
 * is set.
 */
export const FilteredList = <S extends string, P extends Page<S>>(props: Props<S, P>) => {
  const { list, search, placeholder, tabs, empty, ...rows } = props
  const { statuses, setQuery, load, start, pageSize } = list
  const state = useStore(list.state)
  const query = useStore(list.query) ?? parseListQuery(search, statuses)
  useEffect(() => start(), [start])
  const { keyword, status, current } = query
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const ways = [...(tabs ? ['状态'] : []), ...(placeholder === undefined ? [] : ['关键词'])].join('或')
  const filtered = (
    <EmptyState title={`没有符合条件的${rows.what}`} text={ways === '' ? undefined : `请调整${ways}。`}>
      <Button onClick={() => setQuery({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  )
  return (
    <ListFrame
      {...rows}
      state={state}
      onRetry={() => void load()}
      search={
        placeholder === undefined
          ? undefined
          : { placeholder, keyword, onSearch: (word) => setQuery({ keyword: word }) }
      }
      tabs={
        tabs && {
          label: tabs.label,
          tabs: stateTabs(statuses, tabs.labelOf, counts),
          current: status ?? 'all',
          onChange: (key) => setQuery({ status: statuses.find((each) => each === key) }),
        }
      }
      page={{ size: pageSize, current, onChange: (page) => setQuery({ current: page }) }}
      empty={keyword !== '' || status !== undefined || current > 1 ? filtered : empty}
    />
  )
}
