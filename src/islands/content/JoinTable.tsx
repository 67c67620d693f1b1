import { useStore } from '@nanostores/react'
import type { DigitalJoin } from '../../contract/content/digital.ts'
import { appKindLabels, deploymentLabels } from '../../domain/content/digital-apps.ts'
import { joinLabels, joinTransitions, mayStepJoin, type JoinEvent } from '../../domain/content/join-states.ts'
import { dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { ending, moving, step } from '../../stores/content/digital-joins.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { toast } from '../../ui/toast.ts'
import { HandledState, MobileLink } from '../handled-cells.tsx'
import { RowSteps } from '../RowSteps.tsx'

const words: Readonly<Record<JoinEvent, string>> = { take: '接手', accept: '同意', decline: '谢绝', release: '放回' }

/** What the operator may do with one, by the table of states and by whose it is. */
const Actions = ({ join }: { join: DigitalJoin }) => {
  const busy = useStore(moving) === join.joinId
  const allowed = steps(joinTransitions, join.status, 'operator').filter((event) =>
    mayStepJoin(event, join.status, join.mine),
  )
  const go = (event: JoinEvent) => {
    if (event === 'accept' || event === 'decline') return ending.open({ join, event })
    void step(join.joinId, event).then((done) => {
      if (done) toast.good(event === 'take' ? '已接手，请尽快联系' : '已放回待联系')
    })
  }
  return (
    <RowSteps steps={allowed} words={words} onward={['take', 'accept']} name={join.appName} busy={busy} onStep={go} />
  )
}

const columns: readonly Column<DigitalJoin>[] = [
  {
    key: 'app',
    head: '应用',
    className: 'min-w-60',
    cell: (join) => (
      <span className="block max-w-120 py-2">
        <b className="font-medium wrap-anywhere">{join.appName}</b>
        <span className="block text-sm text-ink-3">
          {appKindLabels[join.kind].label}，{deploymentLabels[join.deployment]}
        </span>
        <span className="block whitespace-pre-wrap text-ink-2 wrap-anywhere">{join.summary}</span>
        {join.website !== '' && <span className="block text-sm text-ink-3 wrap-anywhere">{join.website}</span>}
        {join.note !== '' && <span className="block text-sm text-ink-2 wrap-anywhere">结果：{join.note}</span>}
      </span>
    ),
  },
  {
    key: 'company',
    head: '厂商',
    cell: ({ company, contact, mobile, email }) => (
      <span className="block py-2">
        {company}
        <span className="block text-sm whitespace-nowrap text-ink-3">
          {contact} <MobileLink mobile={mobile} />
        </span>
        {email !== '' && <span className="block text-sm text-ink-3 wrap-anywhere">{email}</span>}
      </span>
    ),
  },
  {
    key: 'created',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, handlerName }) => <HandledState state={joinLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', align: 'right', cell: (join) => <Actions join={join} /> },
]

/** Applications of vendors, one a row. */
export const JoinTable = ({ rows }: { rows: readonly DigitalJoin[] }) => (
  <DataTable caption="厂商的入驻申请" columns={columns} rows={rows} rowKey={({ joinId }) => joinId} />
)
