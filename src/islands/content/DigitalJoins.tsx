import { joinLabels } from '../../domain/content/join-states.ts'
import { joins, refusal } from '../../stores/content/digital-joins.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { LastRefusal } from '../LastRefusal.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { JoinTable } from './JoinTable.tsx'

/** Vendors that want to stand in the digital store, for operators: take it, talk, say what came of it. */
export const DigitalJoins = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">应用入驻申请</h1>
    <LastRefusal refusal={refusal} />
    <FilteredList
      list={joins}
      search={search}
      what="入驻申请"
      placeholder="企业、应用、联系人或电话"
      tabs={{ label: '处理状态', labelOf: (status) => joinLabels[status] }}
      empty={<EmptyState drawing="done" title="还没有厂商申请入驻" text="厂商在数字应用商店提交申请后会出现在这里。" />}
    >
      {({ data }) => <JoinTable rows={data} />}
    </FilteredList>
    <JoinDialog />
    <Toaster />
  </>
)
