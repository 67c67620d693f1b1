import type { OpsBooking } from '../../contract/projects/bookings.ts'
import { links } from '../../domain/links.ts'
import { bookingOpsLabels, bookingTransitions, visitParts } from '../../domain/projects/booking-states.ts'
import { dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { open } from '../../stores/projects/bookings.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

const Actions = ({ row }: { row: OpsBooking }) => {
  const allowed = steps(bookingTransitions, row.status, 'operator')
  const name = `${row.parkName} ${row.visitOn} ${row.contact}`
  return (
    <span className="flex flex-wrap justify-end gap-2 py-2">
      {allowed.includes('confirm') && (
        <Button
          size="sm"
          kind="outline"
          className="max-md:h-11"
          aria-label={`确认：${name}`}
          onClick={() => open(row, 'confirm')}
        >
          确认
        </Button>
      )}
      {allowed.includes('decline') && (
        <Button size="sm" className="max-md:h-11" aria-label={`谢绝：${name}`} onClick={() => open(row, 'decline')}>
          谢绝
        </Button>
      )}
    </span>
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
        {contact}{' '}
        <a
          href={`tel:${mobile}`}
          className="tabular-nums hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {mobile}
        </a>
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
    cell: ({ status, handlerName }) => (
      <>
        <StateBadge {...bookingOpsLabels[status]} />
        {handlerName !== '' && <span className="block text-sm text-ink-3">{handlerName}</span>}
      </>
    ),
  },
  { key: 'action', head: '操作', align: 'right', cell: (row) => <Actions row={row} /> },
]

/** Visits, one a row. */
export const BookingTable = ({ rows }: { rows: readonly OpsBooking[] }) => (
  <DataTable caption="看场预约" columns={columns} rows={rows} rowKey={({ bookingId }) => bookingId} />
)
