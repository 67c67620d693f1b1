import { useStore } from '@nanostores/react'
import type { Need } from '../../contract/demands/needs.ts'
import { mayStep, needLabels, needTransitions, type NeedEvent } from '../../domain/demands/need-states.ts'
import { dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { ending, moving, step } from '../../stores/demands/needs.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { toast } from '../../ui/toast.ts'
import { HandledState, MobileLink } from '../handled-cells.tsx'
import { RowSteps } from '../RowSteps.tsx'

const words: Readonly<Record<NeedEvent, string>> = { take: '接手', finish: '完成', drop: '关闭', release: '放回' }

/** What the operator may do with one, by the table of states and by whose it is. */
const Actions = ({ need }: { need: Need }) => {
  const busy = useStore(moving) === need.needId
  const allowed = steps(needTransitions, need.status, 'operator').filter((event) =>
    mayStep(event, need.status, need.mine ? 0 : null, 0),
  )
  const go = (event: NeedEvent) => {
    if (event === 'finish' || event === 'drop') return ending.open({ need, event })
    void step(need.needId, event).then((done) => {
      if (done) toast.good(event === 'take' ? '已接手，请尽快联系' : '已放回待联系')
    })
  }
  return (
    <RowSteps
      steps={allowed}
      words={words}
      onward={['take', 'finish']}
      name={need.text.slice(0, 20)}
      busy={busy}
      onStep={go}
    />
  )
}

const columns: readonly Column<Need>[] = [
  {
    key: 'text',
    head: '需要',
    className: 'min-w-60',
    cell: (need) => (
      <span className="block max-w-120 py-2">
        <span className="whitespace-pre-wrap wrap-anywhere">{need.text}</span>
        {need.categoryName !== '' && <span className="block text-sm text-ink-3">{need.categoryName}</span>}
        {need.note !== '' && <span className="block text-sm text-ink-2 wrap-anywhere">结果：{need.note}</span>}
      </span>
    ),
  },
  {
    key: 'mobile',
    head: '电话',
    className: 'whitespace-nowrap',
    cell: ({ mobile, contact }) => (
      <span className="block py-2">
        <MobileLink mobile={mobile} />
        <span className="block text-sm text-ink-3">{contact === '' ? '未留称呼' : contact}</span>
      </span>
    ),
  },
  {
    key: 'created',
    head: '留下时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, handlerName }) => <HandledState state={needLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', align: 'right', cell: (need) => <Actions need={need} /> },
]

/** Wishes, one a row. */
export const NeedTable = ({ rows }: { rows: readonly Need[] }) => (
  <DataTable caption="访客留下的需要" columns={columns} rows={rows} rowKey={({ needId }) => needId} />
)
