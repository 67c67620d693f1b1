import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { joinLabels, joinStatuses } from '../../domain/content/join-states.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/content/digital-joins.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { JoinDialog } from './JoinDialog.tsx'
import { JoinTable } from './JoinTable.tsx'

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的申请" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="还没有厂商申请入驻" text="厂商在数字应用商店提交申请后会出现在这里。" />
  )

/** Vendors that want to stand in the digital store, for operators: take it, talk, say what came of it. */
export const DigitalJoins = ({ search }: { search: string }) => {
  const state = useStore(store.joins)
  const refusal = useStore(store.refusal)
  const query = useStore(store.query) ?? readListQuery(search, joinStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">应用入驻申请</h1>
      {refusal !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={refusal.message} />
        </div>
      )}
      <ListFrame
        state={state}
        what="入驻申请"
        onRetry={() => void store.load()}
        search={{
          placeholder: '企业、应用、联系人或电话',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '处理状态',
          tabs: stateTabs(
            joinStatuses,
            (status) => joinLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: joinStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
      >
        {({ data }) => <JoinTable rows={data} />}
      </ListFrame>
      <JoinDialog />
      <Toaster />
    </>
  )
}
