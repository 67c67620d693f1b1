import { useStore } from '@nanostores/react'
import type { Booking } from '../../contract/projects/bookings.ts'
import { links } from '../../domain/links.ts'
import { bookingLabels, bookingTransitions, visitParts } from '../../domain/projects/booking-states.ts'
import { dateTime } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import { visitCancellation, ownVisits } from '../../stores/projects/bookings.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../list/FilteredList.tsx'

const when = ({ visitOn, visitPart }: Booking) => `${visitOn} ${visitParts[visitPart]}`

const columns: readonly Column<Booking>[] = [
  {
    key: 'park',
    head: '园区',
    className: 'min-w-48',
    cell: ({ parkId, parkName, districtName, note }) => (
      <span className="block py-2">
        <a
          href={links.park(parkId)}
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {parkName}
        </a>
        <span className="block text-sm text-ink-3">{districtName}</span>
        {note !== '' && <span className="block text-sm text-ink-2 wrap-anywhere">答复：{note}</span>}
      </span>
    ),
  },
  { key: 'when', head: '到访时间', className: 'whitespace-nowrap tabular-nums', cell: when },
  {
    key: 'who',
    head: '人数与联系人',
    className: 'whitespace-nowrap',
    cell: ({ people, contact }) => `${people} 人，${contact}`,
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
    cell: ({ status }) => <StateBadge {...bookingLabels[status]} />,
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (visit) =>
      allowedEvents(bookingTransitions, visit.status, 'person').includes('cancel') ? (
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`取消预约：${visit.parkName} ${when(visit)}`}
          onClick={() => visitCancellation.open(visit)}
        >
          取消预约
        </Button>
      ) : null,
  },
]

const CancelVisit = () => {
  const now = useStore(visitCancellation.state)
  if (now === null) return null
  const { subject, sending, failure } = now
  return (
    <Confirm
      open
      onCancel={visitCancellation.close}
      onConfirm={() => void visitCancellation.submit().then((done) => done && toast.success('已取消预约'))}
      title="取消这次实地考察预约？"
      text={failure === null ? `${subject.parkName}，${when(subject)}。取消后可以重新预约。` : failure.message}
      confirm="取消预约"
      cancel="保留"
      danger
      busy={sending}
    />
  )
}

/** Park visits requested by the user, with their answers. */
export const Visits = ({ search }: { search: string }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">我的实地考察预约</h1>
      <LinkButton href={links.parks()} kind="outline" className="max-md:h-11">
        药械选址
      </LinkButton>
    </div>
    <FilteredList
      list={ownVisits}
      search={search}
      what="实地考察预约"
      empty={
        <EmptyState title="暂无实地考察预约" text="选定园区后提交预约，平台与园区核对时间后通知您。">
          <LinkButton href={links.parks()} kind="main">
            药械选址
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => (
        <DataTable caption="我的实地考察预约" columns={columns} rows={data} rowKey={({ bookingId }) => bookingId} />
      )}
    </FilteredList>
    <CancelVisit />
    <Toaster />
  </>
)
