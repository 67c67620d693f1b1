import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { bookingOpsLabels, bookingStatuses } from '../../domain/projects/booking-states.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/projects/bookings.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { BookingTable } from './BookingTable.tsx'

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的预约" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="还没有人预约看场" text="在园区页面提交的预约会出现在这里。" />
  )

/** Visits to parks, for operators: a word with the park, then the answer. */
export const Bookings = ({ search }: { search: string }) => {
  const state = useStore(store.bookings)
  const query = useStore(store.query) ?? readListQuery(search, bookingStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">看场预约</h1>
      <ListFrame
        state={state}
        what="看场预约"
        onRetry={() => void store.load()}
        search={{
          placeholder: '园区、联系人或电话',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '处理状态',
          tabs: stateTabs(
            bookingStatuses,
            (status) => bookingOpsLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: bookingStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
      >
        {({ data }) => <BookingTable rows={data} />}
      </ListFrame>
      <BookingDialog />
      <Toaster />
    </>
  )
}
