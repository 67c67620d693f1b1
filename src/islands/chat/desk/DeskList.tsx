import { useStore } from '@nanostores/react'
import { deskListNames, deskLists, type DeskList as Which } from '../../../domain/chat/desk.ts'
import * as store from '../../../stores/chat/desk.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useNow } from '../../use-now.ts'
import { DeskRow } from './DeskRow.tsx'

const nothing: Readonly<Record<Which, readonly [title: string, text: string]>> = {
  waiting: ['没有待接待的访客', '新的访客来信后会出现在这里。'],
  mine: ['您没有正在接待的访客', '在“待接待”中选一位访客，点“接待”。'],
  open: ['现在没有访客', '访客来信后会按等待时间排在这里。'],
  closed: ['还没有结束的接待', '结束接待后可在这里查看评价。'],
}

/** Visitors of the desk: who waits longest first. */
export function DeskList() {
  const state = useStore(store.visits)
  const { list, current } = useStore(store.shown)
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const tabs = deskLists.map((key) => ({
    ...{ key, label: deskListNames[key] },
    count: key === 'closed' ? undefined : counts?.[key],
  }))
  return (
    <Tabs
      label="访客"
      tabs={tabs}
      current={list}
      onChange={(key) => store.show(deskLists.find((one) => one === key) ?? 'open')}
    >
      <Rows list={list} current={current} />
    </Tabs>
  )
}

function Rows({ list, current }: { list: Which; current: number }) {
  const state = useStore(store.visits)
  const chosen = useStore(store.chosen)
  const now = useNow()
  if (state.at === 'loading') {
    return (
      <div className="p-4">
        <Skeleton form="row" count={6} label="访客加载中" />
      </div>
    )
  }
  if (state.at === 'failed') {
    return <FailedState title="访客没有读到" text={state.failure.message} onRetry={() => void store.load()} />
  }
  const { data, total } = state.content
  if (data.length === 0) {
    const [title, text] = nothing[list]
    return <EmptyState drawing="message" title={title} text={text} />
  }
  return (
    <>
      {state.stale !== null && (
        <div className="p-3">
          <Notice tone="bad" title="列表没有更新，正在显示之前的内容" />
        </div>
      )}
      <ul className="divide-y divide-line" aria-label={deskListNames[list]}>
        {data.map((visit) => (
          <li key={visit.caseId}>
            <DeskRow visit={visit} chosen={visit.entry.conversationId === chosen} now={now} />
          </li>
        ))}
      </ul>
      {total > store.pageSize && (
        <div className="p-3">
          <Pager
            total={total}
            pageSize={store.pageSize}
            current={current}
            onChange={(page) => store.show(list, page)}
          />
        </div>
      )}
    </>
  )
}
