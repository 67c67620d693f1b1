import type { OpsBooking } from '../../contract/projects/bookings.ts'
import { links } from '../../domain/links.ts'
import {
  bookingEvents,
  bookingOpsLabels,
  bookingTransitions,
  visitParts,
} from '../../domain/projects/booking-states.ts'
import { dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { answering } from '../../stores/projects/bookings.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { HandledState, MobileLink } from '../handled-cells.tsx'
import { RowSteps } from '../RowSteps.tsx'

const words = { confirm: '确认', decline: '谢绝' } as const

const Actions = ({ row }: { row: OpsBooking }) => {
  const allowed = steps(bookingTransitions, row.status, 'operator')
  return (
    <RowSteps
      steps={bookingEvents.filter((event) => allowed.includes(event))}
      words={words}
      onward={['confirm']}
      name={`${row.parkName} ${row.visitOn} ${row.contact}`}
      onStep={(event) => answering.open({ booking: row, event })}
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
    head: '想看什么',
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
    cell: ({ status, handlerName }) => <HandledState state={bookingOpsLabels[status]} handler={handlerName} />,
  },
  { key: 'action', head: '操作', align: 'right', cell: (row) => <Actions row={row} /> },
]

/** Visits, one a row. */
export const BookingTable = ({ rows }: { rows: readonly OpsBooking[] }) => (
  <DataTable caption="看场预约" columns={columns} rows={rows} rowKey={({ bookingId }) => bookingId} />
)
