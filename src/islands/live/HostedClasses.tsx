import { classLabels } from '../../domain/live/classes.ts'
import * as editor from '../../stores/live/class-form.ts'
import { hosted } from '../../stores/live/hosted.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { CancelClassDialog } from './CancelClassDialog.tsx'
import { ClassForm } from './ClassForm.tsx'
import { HostedClassCard } from './HostedClassCard.tsx'

/** 店铺课程: classes that the shop runs. */
export const HostedClasses = ({ search, who }: { search: string; who: number }) => {
  const add = () => editor.open(null, who)
  const saved = ({ status, changeWaits }: editor.SavedClass) => {
    if (changeWaits) toast.good('修改已提交审核，通过前公开页面仍为原内容')
    else toast.good(status === 'pending_review' ? '已提交审核' : '已发布到直播课堂')
    void hosted.load()
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">店铺课程</h1>
        <Button kind="main" onClick={add}>
          发布课程
        </Button>
      </div>
      <FilteredList
        list={hosted}
        search={search}
        what="课程"
        permission="corporate_show"
        placeholder="课程或主讲人"
        tabs={{ label: '课程状态', labelOf: (status) => classLabels[status] }}
        skeleton={<CardSkeleton lines={3} />}
        empty={
          <EmptyState title="还没有课程" text="发布一门直播课，让买家了解您的技术与项目。">
            <Button kind="main" onClick={add}>
              发布课程
            </Button>
          </EmptyState>
        }
      >
        {({ data }) => (
          <ul className="space-y-3">
            {data.map((row) => (
              <HostedClassCard key={row.classId} row={row} who={who} />
            ))}
          </ul>
        )}
      </FilteredList>
      <ClassForm onSaved={saved} />
      <CancelClassDialog />
      <Toaster />
    </>
  )
}
