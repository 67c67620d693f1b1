import { useStore } from '@nanostores/react'
import { needLabels } from '../../domain/demands/need-states.ts'
import * as store from '../../stores/demands/needs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { NeedDialog } from './NeedDialog.tsx'
import { NeedTable } from './NeedTable.tsx'

/** What visitors left with a phone number, for operators: take it, call, say what came of it. */
export const Needs = ({ search }: { search: string }) => {
  const refusal = useStore(store.refusal)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">访客留言</h1>
      {refusal !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={refusal.message} />
        </div>
      )}
      <FilteredList
        list={store.needs}
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
}
