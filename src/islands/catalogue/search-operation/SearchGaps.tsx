import type { SearchGap } from '../../../contract/catalogue/search-operation.ts'
import { links } from '../../../domain/links.ts'
import { searchLink, searchTypes } from '../../../domain/shell/search.ts'
import { searchGaps } from '../../../stores/catalogue/search-operation.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'

const labels = { unanswered: { label: '无完整结果' }, unopened: { label: '有结果无人打开' } } as const

const columns: readonly Column<SearchGap>[] = [
  {
    key: 'term',
    head: '搜索词',
    className: 'min-w-48',
    cell: ({ kind, term, isTreated }) => (
      <span className="flex flex-wrap items-center gap-2 py-2">
        <a href={searchLink(kind, term)} className="wrap-anywhere hover:text-accent max-md:leading-11">
          {term}
        </a>
        {isTreated && <Tag label="已维护" />}
      </span>
    ),
  },
  { key: 'kind', head: '类型', className: 'whitespace-nowrap', cell: ({ kind }) => searchTypes[kind].label },
  { key: 'searches', head: '搜索次数', align: 'right', cell: ({ searches }) => searches },
  { key: 'partly', head: '部分匹配', align: 'right', cell: ({ partly }) => partly },
  { key: 'opened', head: '打开结果', align: 'right', cell: ({ opened }) => opened },
  { key: 'days', head: '天数', align: 'right', cell: ({ days }) => days },
  { key: 'last', head: '最近一天', className: 'whitespace-nowrap tabular-nums', cell: ({ lastDay }) => lastDay },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: ({ term }) => (
      <LinkButton
        size="sm"
        className="max-md:h-11"
        href={links.opsSearchKnowledge({ add: term })}
        aria-label={`添加同义词：${term}`}
      >
        添加同义词
      </LinkButton>
    ),
  },
]

/** Searches of the last 30 days without an answer, or with one that nobody opens. */
export const SearchGaps = ({ search }: { search: string }) => (
  <>
    <h1 className="text-2xl font-semibold">搜索词</h1>
    <p className="mt-1 mb-4 text-ink-2">近 30 天。一天内至少三个地址搜过的词才计入，同一地址一天只计一次。</p>
    <FilteredList
      list={searchGaps}
      search={search}
      what="搜索词"
      placeholder="搜索词中的文字"
      tabs={{ label: '结果', labelOf: (status) => labels[status] }}
      empty={<EmptyState drawing="done" title="暂无这样的搜索词" text="无完整结果的搜索词会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable
          caption="无完整结果或无人打开的搜索词"
          columns={columns}
          rows={data}
          rowKey={({ kind, term }) => `${kind} ${term}`}
        />
      )}
    </FilteredList>
  </>
)
