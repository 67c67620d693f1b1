import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { needLabels, needStatuses } from '../../domain/demands/need-states.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/demands/needs.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { NeedDialog } from './NeedDialog.tsx'
import { NeedTable } from './NeedTable.tsx'

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的留言" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="还没有访客留下电话" text="访客在需求大厅留下电话与需要后会出现在这里。" />
  )

/** What visitors left with a phone number, for operators: take it, call, say what came of it. */
export const Needs = ({ search }: { search: string }) => {
  const state = useStore(store.needs)
  const refusal = useStore(store.refusal)
  const query = useStore(store.query) ?? readListQuery(search, needStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">访客留言</h1>
      {refusal !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={refusal.message} />
        </div>
      )}
      <ListFrame
        state={state}
        what="访客的留言"
        onRetry={() => void store.load()}
        search={{
          placeholder: '需要、联系人或电话',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '处理状态',
          tabs: stateTabs(
            needStatuses,
            (status) => needLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: needStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
      >
        {({ data }) => <NeedTable rows={data} />}
      </ListFrame>
      <NeedDialog />
      <Toaster />
    </>
  )
}
