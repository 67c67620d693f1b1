import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { classLabels, classStatuses } from '../../domain/live/classes.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as editor from '../../stores/live/class-form.ts'
import * as store from '../../stores/live/hosted.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { CardSkeleton } from '../demands/TableSkeleton.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { CancelClassDialog } from './CancelClassDialog.tsx'
import { ClassForm } from './ClassForm.tsx'
import { HostedClassCard } from './HostedClassCard.tsx'

/** 店铺课程: classes that the shop runs. */
export const HostedClasses = ({ search, who }: { search: string; who: number }) => {
  const state = useStore(store.hosted)
  const query = useStore(store.query) ?? readListQuery(search, classStatuses)
  useEffect(() => store.start(), [])
  const add = () => editor.open(null, who)
  const saved = (status: string) => {
    toast.good(status === 'pending_review' ? '已提交审核' : '已发布到直播课堂')
    void store.load()
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">店铺课程</h1>
        <Button kind="main" onClick={add}>
          发布课程
        </Button>
      </div>
      <ListFrame
        state={state}
        what="课程"
        permission="corporate_show"
        onRetry={() => void store.load()}
        search={{
          placeholder: '课程或主讲人',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '课程状态',
          tabs: stateTabs(
            classStatuses,
            (status) => classLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: classStatuses.find((status) => status === key) }),
        }}
        skeleton={<CardSkeleton lines={3} />}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={
          query.keyword === '' && query.status === undefined ? (
            <EmptyState title="还没有课程" text="发布一门直播课，让买家了解您的技术与项目。">
              <Button kind="main" onClick={add}>
                发布课程
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="没有符合条件的课程" text="换个状态或关键词再看看。">
              <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
            </EmptyState>
          )
        }
      >
        {({ data }) => (
          <ul className="space-y-3">
            {data.map((row) => (
              <HostedClassCard key={row.classId} row={row} who={who} />
            ))}
          </ul>
        )}
      </ListFrame>
      <ClassForm onSaved={saved} />
      <CancelClassDialog />
      <Toaster />
    </>
  )
}
