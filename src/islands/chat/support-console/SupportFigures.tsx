import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { AgentFigures, SupportStatistics } from '../../../contract/chat/support.ts'
import { formatWait, secondsSince, supportDays } from '../../../domain/chat/support.ts'
import { loadSupportFigures, supportFigures } from '../../../stores/chat/support-console/figures.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useNow } from '../../use-now.ts'

const waitOf = (seconds: number | null): string => (seconds === null ? '--' : formatWait(seconds))
const scoreOf = (satisfaction: number | null): string => (satisfaction === null ? '--' : satisfaction.toFixed(2))

const columns: readonly Column<AgentFigures>[] = [
  {
    key: 'name',
    head: '客服',
    className: 'min-w-32',
    cell: ({ name, present }) => (
      <>
        <span className="font-medium">{name}</span>
        <span className="ml-2 text-sm text-ink-3">{present ? '在线' : '离线'}</span>
      </>
    ),
  },
  { key: 'open', head: '接待中', align: 'right', className: 'tabular-nums', cell: ({ open }) => open },
  { key: 'answered', head: '已答复', align: 'right', className: 'tabular-nums', cell: ({ answered }) => answered },
  {
    key: 'median',
    head: '首次答复中位数',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ median }) => waitOf(median),
  },
  {
    key: 'satisfaction',
    head: '满意度',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ satisfaction, ratings }) => (ratings === 0 ? '--' : `${scoreOf(satisfaction)}（${ratings} 次）`),
  },
]

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <li className="min-w-0 rounded-lg border border-line bg-surface p-4">
    <p className="text-sm text-ink-2">{name}</p>
    <p className="mt-1 text-2xl font-semibold tabular-nums">{value}</p>
    <p className="mt-1 text-sm text-ink-3">{note}</p>
  </li>
)

const Totals = ({ statistics }: { statistics: SupportStatistics }) => {
  const now = useNow()
  const { waiting, waitingSince, today, week, ratings, satisfaction } = statistics
  const noteOf = ({ answered, p90 }: SupportStatistics['today']) =>
    answered === 0 ? '暂无答复' : `${answered} 位访客，90% 在 ${waitOf(p90)}内`
  return (
    <ul className="grid grid-cols-2 gap-3 desk:grid-cols-4">
      <Figure
        name="等待中"
        value={`${waiting} 人`}
        note={waitingSince === null ? '没有访客等待' : `最长已等待 ${formatWait(secondsSince(waitingSince, now))}`}
      />
      <Figure name="今日首次答复中位数" value={waitOf(today.median)} note={noteOf(today)} />
      <Figure name={`近 ${supportDays} 天首次答复中位数`} value={waitOf(week.median)} note={noteOf(week)} />
      <Figure
        name="近 30 天满意度"
        value={scoreOf(satisfaction)}
        note={ratings === 0 ? '暂无评价' : `${ratings} 次评价`}
      />
    </ul>
  )
}

/** Waiting, answers and agents of the platform's support; for operators. */
export function SupportFigures() {
  const state = useStore(supportFigures)
  useEffect(() => void loadSupportFigures(), [])
  return (
    <section aria-labelledby="support-figures" className="mb-8 space-y-4">
      <h2 id="support-figures" className="text-lg font-semibold">
        接待情况
      </h2>
      {state.at === 'loading' && <Skeleton count={5} label="接待情况加载中" />}
      {state.at === 'failed' && (
        <FailedState
          title="接待情况加载失败"
          text={state.failure.message}
          busy={state.retrying}
          onRetry={() => void loadSupportFigures()}
        />
      )}
      {state.at === 'ready' && (
        <>
          <Totals statistics={state.content.statistics} />
          <h3 className="font-medium">每位客服，近 {supportDays} 天</h3>
          {state.content.agents.length === 0 ? (
            <EmptyState title="暂无客服账号" size="panel" />
          ) : (
            <DataTable
              caption="每位客服的接待情况"
              columns={columns}
              rows={state.content.agents}
              rowKey={({ userId }) => userId}
            />
          )}
        </>
      )}
    </section>
  )
}
