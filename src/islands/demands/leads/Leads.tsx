import { useStore } from '@nanostores/react'
import { leadLabels, canStepLead, leadTransitions, type LeadEvent } from '../../../domain/demands/lead-states.ts'
import { leadClosing, leads, leadStepFailure, movingLead, submitLeadStep } from '../../../stores/demands/leads/leads.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FilteredList } from '../../list/FilteredList.tsx'
import { LastFailure } from '../../review/LastFailure.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import type { Lead } from '../../../contract/demands/leads.ts'
import { dateTime } from '../../../domain/time.ts'
import { allowedEvents } from '../../../domain/transition.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { AssignedState, MobileLink } from '../../list/assignee-cells.tsx'
import { RowActions } from '../../form/RowActions.tsx'

const eventLabels: Readonly<Record<LeadEvent, string>> = { take: '接手', finish: '完成', drop: '关闭', release: '放回' }

/** Actions by the state table and the handler of the lead. */
const Actions = ({ need }: { need: Lead }) => {
  const busy = useStore(movingLead) === need.needId
  const allowed = allowedEvents(leadTransitions, need.status, 'operator').filter((event) =>
    canStepLead(event, need.status, need.mine ? 0 : null, 0),
  )
  const go = (event: LeadEvent) => {
    if (event === 'finish' || event === 'drop') return leadClosing.open({ lead: need, event })
    void submitLeadStep(need.needId, event).then((done) => {
      if (done) toast.success(event === 'take' ? '已接手，请尽快联系' : '已放回待联系')
    })
  }
  return (
    <RowActions
      steps={allowed}
      words={eventLabels}
      onward={['take', 'finish']}
      name={need.text.slice(0, 20)}
      busy={busy}
      onStep={go}
    />
  )
}

const columns: readonly Column<Lead>[] = [
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
    cell: ({ status, handlerName }) => <AssignedState state={leadLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (need) => <Actions need={need} /> },
]

/** Table of leads. */
const LeadTable = ({ rows }: { rows: readonly Lead[] }) => (
  <DataTable caption="访客留下的需要" columns={columns} rows={rows} rowKey={({ needId }) => needId} />
)

const leadTexts = {
  finish: { title: '完成这条留言', confirm: '完成', label: '联系的结果', done: '已完成' },
  drop: { title: '关闭这条留言', confirm: '关闭留言', label: '关闭的原因', done: '已关闭' },
} as const

/** Dialog that closes a lead with its result. */
const LeadDialog = () => {
  const now = useStore(leadClosing.state)
  if (now === null) return null
  const { lead, event } = now.subject
  const { done, ...words } = leadTexts[event]
  return (
    <ReasonDialog
      open
      {...words}
      text={lead.text}
      maxLength={500}
      calm={event === 'finish'}
      busy={now.sending}
      failure={now.failure}
      onCancel={leadClosing.close}
      onConfirm={(note) => void leadClosing.submit(note).then((taken) => taken && toast.success(done))}
    />
  )
}

/** Leads of visitors with a phone number, for operators: claim, call, close with a result. */
export const Leads = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">访客留言</h1>
    <LastFailure refusal={leadStepFailure} />
    <FilteredList
      list={leads}
      search={search}
      what="访客留言"
      placeholder="需要、联系人或完整手机号"
      tabs={{ label: '处理状态', labelOf: (status) => leadLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无访客留言" text="访客在需求大厅留下电话与需要后会出现在这里。" />}
    >
      {({ data }) => <LeadTable rows={data} />}
    </FilteredList>
    <LeadDialog />
    <Toaster />
  </>
)
