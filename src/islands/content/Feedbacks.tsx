import type { Feedback } from '../../contract/content/questions.ts'
import { links } from '../../domain/links.ts'
import { orDashes } from '../../domain/masks.ts'
import { dateTime } from '../../domain/time.ts'
import { feedbacks } from '../../stores/content/feedbacks.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { FilteredList } from '../list/FilteredList.tsx'

const labels = {
  useless: { label: '没用', tone: 'act' },
  useful: { label: '有用', tone: 'good' },
} as const

const columns: readonly Column<Feedback>[] = [
  {
    key: 'title',
    head: '问题',
    className: 'min-w-60',
    cell: ({ questionId, title }) =>
      title === '' ? (
        <span className="text-ink-3">编号 {questionId}，已不再展示</span>
      ) : (
        <a
          href={links.helpArticle(questionId)}
          className="block py-2 hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {title}
        </a>
      ),
  },
  {
    key: 'useful',
    head: '评价',
    className: 'whitespace-nowrap',
    cell: ({ useful }) => <StateBadge {...labels[useful ? 'useful' : 'useless']} />,
  },
  {
    key: 'text',
    head: '说明',
    className: 'min-w-60',
    cell: ({ text }) => (
      <span className="block max-w-120 py-2 whitespace-pre-wrap wrap-anywhere">{orDashes(text)}</span>
    ),
  },
  {
    key: 'who',
    head: '读者',
    className: 'whitespace-nowrap',
    cell: ({ loginName }) => (loginName === '' ? '访客' : loginName),
  },
  {
    key: 'created',
    head: '时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
]

/** Feedback on questions of the help centre, for operators, newest first. */
export const Feedbacks = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">帮助评价</h1>
    <FilteredList
      list={feedbacks}
      search={search}
      what="读者评价"
      placeholder="说明中的文字"
      tabs={{ label: '评价', labelOf: (verdict) => labels[verdict] }}
      empty={<EmptyState drawing="done" title="暂无读者评价" text="读者在帮助中心点击有用或没用后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="读者对帮助的评价" columns={columns} rows={data} rowKey={({ feedbackId }) => feedbackId} />
      )}
    </FilteredList>
  </>
)
