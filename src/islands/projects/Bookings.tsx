import { useStore } from '@nanostores/react'
import {
  bookingOpsLabels,
  visitParts,
  bookingEvents,
  bookingTransitions,
} from '../../domain/projects/booking-states.ts'
import { bookingAnswer, bookings } from '../../stores/projects/bookings.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { FilteredList } from '../list/FilteredList.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import type { OpsBooking } from '../../contract/projects/bookings.ts'
import { links } from '../../domain/links.ts'
import { dateTime } from '../../domain/time.ts'
import { allowedEvents } from '../../domain/transition.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { AssignedState, MobileLink } from '../list/assignee-cells.tsx'
import { RowActions } from '../form/RowActions.tsx'

const words = { confirm: '确认', decline: '谢绝' } as const

const Actions = ({ row }: { row: OpsBooking }) => {
  const allowed = allowedEvents(bookingTransitions, row.status, 'operator')
  return (
    <RowActions
      steps={bookingEvents.filter((event) => allowed.includes(event))}
      words={words}
      onward={['confirm']}
      name={`${row.parkName} ${row.visitOn} ${row.contact}`}
      onStep={(event) => bookingAnswer.open({ booking: row, event })}
    />
  )
}

const columns: readonly Column<OpsBooking>[] = [
  {
    key: 'visit',
    head: '园区与时间',
    className: 'min-w-48',
    cell: ({ parkId, parkName, visitOn, visitPart, people }) => (
      <span className="block py-2">
        <a
          href={links.park(parkId)}
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {parkName}
        </a>
        <span className="block text-sm text-ink-2 tabular-nums">
          {visitOn} {visitParts[visitPart]}，{people} 人
        </span>
      </span>
    ),
  },
  {
    key: 'contact',
    head: '联系人',
    className: 'whitespace-nowrap',
    cell: ({ contact, mobile, companyName, loginName }) => (
      <span className="block py-2">
        {contact} <MobileLink mobile={mobile} />
        <span className="block text-sm text-ink-3">{companyName || loginName}</span>
      </span>
    ),
  },
  {
    key: 'purpose',
    head: '考察内容',
    className: 'min-w-48',
    cell: ({ purpose, note }) => (
      <span className="block max-w-100 py-2 wrap-anywhere">
        {purpose || '--'}
        {note !== '' && <span className="block text-sm text-ink-2">答复：{note}</span>}
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
    cell: ({ status, handlerName }) => <AssignedState state={bookingOpsLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (row) => <Actions row={row} /> },
]

/** Table of visits. */
const BookingTable = ({ rows }: { rows: readonly OpsBooking[] }) => (
  <DataTable caption="实地考察预约" columns={columns} rows={rows} rowKey={({ bookingId }) => bookingId} />
)

const dialogTexts = {
  confirm: {
    title: '确认实地考察预约',
    confirm: '确认预约',
    label: '给预约人的说明',
    hint: '如接待人、集合地点与登记要求，选填。',
    done: '已确认，预约人会收到通知',
  },
  decline: {
    title: '谢绝实地考察预约',
    confirm: '谢绝预约',
    label: '原因或建议的时间',
    hint: undefined,
    done: '已答复，预约人会收到通知',
  },
} as const

/** Dialog to answer a visit. */
const BookingDialog = () => {
  const now = useStore(bookingAnswer.state)
  if (now === null) return null
  const { booking, event } = now.subject
  const { done, ...words } = dialogTexts[event]
  const { parkName, visitOn, visitPart, people, contact, mobile } = booking
  return (
    <ReasonDialog
      open
      {...words}
      text={`${parkName}，${visitOn} ${visitParts[visitPart]}，${people} 人，${contact} ${mobile}`}
      required={event === 'decline'}
      maxLength={300}
      calm={event === 'confirm'}
      busy={now.sending}
      failure={now.failure}
      onCancel={bookingAnswer.close}
      onConfirm={(note) => void bookingAnswer.submit(note).then((taken) => taken && toast.success(done))}
    />
  )
}

/** Requested park visits, for operators. */
export const Bookings = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">实地考察预约</h1>
    <FilteredList
      list={bookings}
      search={search}
      what="实地考察预约"
      placeholder="园区、联系人或完整手机号"
      tabs={{ label: '处理状态', labelOf: (status) => bookingOpsLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无实地考察预约" text="在园区页面提交的预约会出现在这里。" />}
    >
      {({ data }) => <BookingTable rows={data} />}
    </FilteredList>
    <BookingDialog />
    <Toaster />
  </>
)
