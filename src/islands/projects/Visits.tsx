import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Booking } from '../../contract/projects/bookings.ts'
import { links } from '../../domain/links.ts'
import { bookingLabels, bookingTransitions, visitParts } from '../../domain/projects/booking-states.ts'
import { dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import * as store from '../../stores/projects/own-visits.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame } from '../ListFrame.tsx'

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
    align: 'right',
    cell: (visit) =>
      steps(bookingTransitions, visit.status, 'person').includes('cancel') ? (
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`取消预约：${visit.parkName} ${when(visit)}`}
          onClick={() => store.askCancel(visit)}
        >
          取消预约
        </Button>
      ) : (
        <span className="text-ink-3">--</span>
      ),
  },
]

const CancelVisit = () => {
  const now = useStore(store.cancelling)
  return (
    <Confirm
      open={now !== null}
      onCancel={store.dismiss}
      onConfirm={() => void store.cancel().then((done) => done && toast.good('已取消预约'))}
      title="取消这次看场预约？"
      text={now === null ? undefined : `${now.visit.parkName}，${when(now.visit)}。取消后可以重新预约。`}
      confirm="取消预约"
      cancel="保留"
      danger
      busy={now?.sending === true}
    />
  )
}

/** Visits to parks that the person asked for, with what the platform answered. */
export const Visits = () => {
  const state = useStore(store.visits)
  const refusal = useStore(store.refusal)
  const current = useStore(store.query)?.current ?? 1
  useEffect(() => store.start(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">我的看场预约</h1>
        <LinkButton href={links.parks()} kind="outline" className="max-md:h-11">
          药械选址
        </LinkButton>
      </div>
      {refusal !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={refusal.message} />
        </div>
      )}
      <ListFrame
        state={state}
        what="看场预约"
        onRetry={() => void store.load()}
        page={{ size: store.pageSize, current, onChange: (page) => store.choose({ current: page }) }}
        empty={
          <EmptyState title="还没有预约看场" text="选定园区后提交预约，平台与园区核对时间后通知您。">
            <LinkButton href={links.parks()} kind="main">
              药械选址
            </LinkButton>
          </EmptyState>
        }
      >
        {({ data }) => (
          <DataTable caption="我的看场预约" columns={columns} rows={data} rowKey={({ bookingId }) => bookingId} />
        )}
      </ListFrame>
      <CancelVisit />
      <Toaster />
    </>
  )
}
