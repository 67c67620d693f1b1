import { needLabels } from '../../domain/demands/need-states.ts'
import { needs, refusal } from '../../stores/demands/needs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { LastRefusal } from '../LastRefusal.tsx'
import { NeedDialog } from './NeedDialog.tsx'
import { NeedTable } from './NeedTable.tsx'

/** What visitors left with a phone number, for operators: take it, call, say what came of it. */
export const Needs = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">访客留言</h1>
    <LastRefusal refusal={refusal} />
    <FilteredList
      list={needs}
      search={search}
      what="访客留言"
      placeholder="需要、联系人或电话"
      tabs={{ label: '处理状态', labelOf: (status) => needLabels[status] }}
      empty={
        <EmptyState drawing="done" title="还没有访客留下电话" text="访客在需求大厅留下电话与需要后会出现在这里。" />
      }
    >
      {({ data }) => <NeedTable rows={data} />}
    </FilteredList>
    <NeedDialog />
    <Toaster />
  </>
)
