import { bookingOpsLabels } from '../../domain/projects/booking-states.ts'
import { bookings } from '../../stores/projects/bookings.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { BookingTable } from './BookingTable.tsx'

/** Visits to parks, for operators: a word with the park, then the answer. */
export const Bookings = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">看场预约</h1>
    <FilteredList
      list={bookings}
      search={search}
      what="看场预约"
      placeholder="园区、联系人或电话"
      tabs={{ label: '处理状态', labelOf: (status) => bookingOpsLabels[status] }}
      empty={<EmptyState drawing="done" title="还没有人预约看场" text="在园区页面提交的预约会出现在这里。" />}
    >
      {({ data }) => <BookingTable rows={data} />}
    </FilteredList>
    <BookingDialog />
    <Toaster />
  </>
)
