import { useStore } from '@nanostores/react'
import { joinLabels, joinTransitions, mayStepJoin, type JoinEvent } from '../../domain/content/join-states.ts'
import { joinDecision, digitalJoins, joinFailure, movingJoinId, moveJoin } from '../../stores/content/digital-joins.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { FilteredList } from '../list/FilteredList.tsx'
import { LastFailure } from '../review/LastFailure.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import type { DigitalJoin } from '../../contract/content/digital.ts'
import { appKindLabels, deploymentLabels } from '../../domain/content/digital-apps.ts'
import { dateTime } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { AssignedState, MobileLink } from '../list/assignee-cells.tsx'
import { RowActions } from '../form/RowActions.tsx'

const words: Readonly<Record<JoinEvent, string>> = { take: '接手', accept: '同意', decline: '谢绝', release: '放回' }

/** Actions of the operator, by state and assignee. */
const Actions = ({ join }: { join: DigitalJoin }) => {
  const busy = useStore(movingJoinId) === join.joinId
  const allowed = allowedEvents(joinTransitions, join.status, 'operator').filter((event) =>
    mayStepJoin(event, join.status, join.mine),
  )
  const go = (event: JoinEvent) => {
    if (event === 'accept' || event === 'decline') return joinDecision.open({ join, event })
    void moveJoin(join.joinId, event).then((done) => {
      if (done) toast.success(event === 'take' ? '已接手，请尽快联系' : '已放回待联系')
    })
  }
  return (
    <RowActions steps={allowed} words={words} onward={['take', 'accept']} name={join.appName} busy={busy} onStep={go} />
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
    cell: ({ status, handlerName }) => <AssignedState state={joinLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (join) => <Actions join={join} /> },
]

/** Table of vendor applications. */
const JoinTable = ({ rows }: { rows: readonly DigitalJoin[] }) => (
  <DataTable caption="厂商的入驻申请" columns={columns} rows={rows} rowKey={({ joinId }) => joinId} />
)

const dialogTexts = {
  accept: { title: '同意入驻', confirm: '同意入驻', label: '结果与后续安排', done: '已同意入驻' },
  decline: { title: '谢绝入驻', confirm: '谢绝入驻', label: '原因', done: '已谢绝' },
} as const

/** Decision on an application, with its result. */
const JoinDialog = () => {
  const now = useStore(joinDecision.state)
  if (now === null) return null
  const { join, event } = now.subject
  const { done, ...words } = dialogTexts[event]
  return (
    <ReasonDialog
      open
      {...words}
      text={`${join.company}：${join.appName}`}
      hint="登录后提交申请的厂商会在消息中心看到"
      maxLength={500}
      calm={event === 'accept'}
      busy={now.sending}
      failure={now.failure}
      onCancel={joinDecision.close}
      onConfirm={(note) => void joinDecision.submit(note).then((taken) => taken && toast.success(done))}
    />
  )
}

/** Applications of vendors to the digital store, for operators: assign, decide. */
export const DigitalJoins = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">应用入驻申请</h1>
    <LastFailure refusal={joinFailure} />
    <FilteredList
      list={digitalJoins}
      search={search}
      what="入驻申请"
      placeholder="企业、应用、姓名或完整手机号"
      tabs={{ label: '处理状态', labelOf: (status) => joinLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无厂商申请入驻" text="厂商在数字应用商店提交申请后会出现在这里。" />}
    >
      {({ data }) => <JoinTable rows={data} />}
    </FilteredList>
    <JoinDialog />
    <Toaster />
  </>
)
