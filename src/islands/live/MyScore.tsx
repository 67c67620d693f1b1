import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ScoreEntry } from '../../contract/live/scores.ts'
import { scoreReasonLabels, scoreRules } from '../../domain/live/scores.ts'
import { links } from '../../domain/links.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/live/scores.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ListFrame } from '../list/ListFrame.tsx'

const tabs = [
  { key: 'all', label: '全部' },
  { key: 'earned', label: '获得' },
  { key: 'spent', label: '使用' },
] as const

const count = (points: number) => points.toLocaleString('en-US')
const signed = (points: number) => `${points > 0 ? '+' : ''}${count(points)}`
const tone = (points: number) => (points > 0 ? 'text-good' : 'text-ink')

const columns: readonly Column<ScoreEntry>[] = [
  { key: 'at', head: '时间', cell: ({ at }) => dateTime(at), className: 'whitespace-nowrap tabular-nums' },
  { key: 'reason', head: '事项', cell: ({ reason }) => scoreReasonLabels[reason], className: 'whitespace-nowrap' },
  { key: 'title', head: '课程或期次', cell: ({ title }) => title },
  {
    key: 'points',
    head: '积分',
    align: 'right',
    className: 'tabular-nums',
    cell: ({ points }) => <b className={`font-medium ${tone(points)}`}>{signed(points)}</b>,
  },
  { key: 'balance', head: '余额', align: 'right', cell: ({ balance }) => count(balance), className: 'tabular-nums' },
]

const PhoneRow = ({ row }: { row: ScoreEntry }) => (
  <div className="flex items-start justify-between gap-3">
    <div className="min-w-0">
      <p className="font-medium">{scoreReasonLabels[row.reason]}</p>
      <p className="truncate text-sm text-ink-2">{row.title}</p>
      <p className="text-sm text-ink-3 tabular-nums">{dateTime(row.at)}</p>
    </div>
    <p className="shrink-0 text-right tabular-nums">
      <b className={`text-lg font-semibold ${tone(row.points)}`}>{signed(row.points)}</b>
      <span className="block text-sm text-ink-3">余额 {count(row.balance)}</span>
    </p>
  </div>
)

type SumsProps = { balance: number; earned: number; spent: number }
const Sums = ({ balance, earned, spent }: SumsProps) => (
  <section
    className="mb-4 flex flex-wrap items-center gap-x-10 gap-y-3 rounded-lg border border-line bg-surface p-4 desk:p-6"
    aria-label="积分余额"
  >
    {[
      ['积分余额', count(balance)],
      ['累计获得', count(earned)],
      ['累计使用', count(spent)],
    ].map(([label, value], index) => (
      <p key={label}>
        <span className="block text-sm text-ink-3">{label}</span>
        <b className={`font-semibold tabular-nums ${index === 0 ? 'text-3xl text-accent' : 'text-xl'}`}>{value}</b>
      </p>
    ))}
    <span className="ml-auto flex gap-2 max-md:w-full">
      <LinkButton kind="main" href={links.luckDraw()} className="max-md:flex-1">
        幸运抽奖
      </LinkButton>
      <LinkButton href={links.live()} className="max-md:h-11 max-md:flex-1">
        观看课程
      </LinkButton>
    </span>
  </section>
)

const Rules = () => (
  <section className="mt-6 rounded-lg border border-line bg-surface p-4 desk:p-6" aria-labelledby="score-rules">
    <h2 id="score-rules" className="font-semibold">
      积分规则
    </h2>
    <dl className="mt-2 divide-y divide-line">
      {scoreRules.map(({ reason, rule, points }) => (
        <div key={reason} className="flex gap-4 py-2.5">
          <dt className="w-28 shrink-0">{scoreReasonLabels[reason]}</dt>
          <dd className="min-w-0 flex-1 text-ink-2">{rule}</dd>
          <dd className="shrink-0 text-accent tabular-nums">{points}</dd>
        </div>
      ))}
    </dl>
  </section>
)

/** 课程积分: balance, movements, rules. */
export const MyScore = ({ search }: { search: string }) => {
  const state = useStore(store.scores)
  const query = useStore(store.scoresQuery) ?? store.parseScoresQuery(new URLSearchParams(search))
  useEffect(() => store.startScores(), [])
  const sums = state.at === 'ready' ? state.content : { balance: 0, earned: 0, spent: 0 }
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">课程积分</h1>
      <Sums balance={sums.balance} earned={sums.earned} spent={sums.spent} />
      <ListFrame
        state={state}
        what="积分明细"
        onRetry={() => void store.loadScores()}
        tabs={{
          label: '积分明细',
          tabs,
          current: query.part,
          onChange: (key) => store.setScoresQuery({ part: store.scoreParts.find((part) => part === key) ?? 'all' }),
        }}
        page={{
          size: store.pageSize,
          current: query.current,
          onChange: (current) => store.setScoresQuery({ current }),
        }}
        empty={
          <EmptyState title="暂无积分" text="登录后观看直播或回放，每看满 1 分钟得 1 分。">
            <LinkButton kind="main" href={links.live()}>
              观看课程
            </LinkButton>
          </EmptyState>
        }
      >
        {({ data }) => (
          <DataTable
            caption="积分明细"
            columns={columns}
            rows={data}
            rowKey={({ entryId }) => entryId}
            phone={(row) => <PhoneRow row={row} />}
          />
        )}
      </ListFrame>
      <Rules />
    </>
  )
}
