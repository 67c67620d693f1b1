import { useStore } from '@nanostores/react'
import { supportListLabels, supportLists, type SupportList as Which } from '../../../domain/chat/support.ts'
import * as store from '../../../stores/chat/support-console/support-console.ts'
import { openCase } from '../../../stores/chat/support-console/support-console.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { useNow } from '../../use-now.ts'
import type { SupportCase } from '../../../contract/chat/support.ts'
import { listTime } from '../../../domain/chat/blocks.ts'
import { readContent } from '../../../domain/chat/content.ts'
import { shownName } from '../../../domain/chat/phrases.ts'
import { Count } from '../../../ui/text/Count.tsx'
import { ParticipantAvatar } from '../ParticipantAvatar.tsx'
import { WaitingTime } from './WaitingTime.tsx'

/** One support case: visitor, last message, waiting time, agent. */
function CaseRow({ visit, chosen, now }: { visit: SupportCase; chosen: boolean; now: string }) {
  const { entry, waitingSince, agentName, closedAt, score } = visit
  const time = closedAt ?? entry.addTime
  return (
    <button
      type="button"
      className={`relative flex w-full items-start gap-2.5 px-4 py-3 text-left ${chosen ? 'bg-accent-soft' : 'hover:bg-surface-2'}`}
      aria-current={chosen || undefined}
      onClick={() => openCase(visit)}
    >
      {chosen && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <ParticipantAvatar entry={entry} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{shownName(entry.name)}</span>
          {time !== null && <span className="shrink-0 text-xs text-ink-2">{listTime(time, now)}</span>}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-xs text-ink-2">
            {entry.lastWord === '' ? '还没有消息' : readContent(entry.lastWord).lastShort}
          </span>
          <Count count={chosen ? 0 : entry.count} label="条未读消息" />
        </span>
        <span className="mt-1 flex items-center justify-between gap-2 text-xs">
          {waitingSince === null ? (
            <span className="text-ink-2">{closedAt === null ? '已答复' : '已结束'}</span>
          ) : (
            <WaitingTime since={waitingSince} />
          )}
          <span className="truncate text-ink-2">
            {closedAt !== null && score !== null ? `${score} 分` : agentName === '' ? '待接待' : agentName}
          </span>
        </span>
      </span>
    </button>
  )
}

const emptyTexts: Readonly<Record<Which, readonly [title: string, text: string]>> = {
  waiting: ['没有待接待的访客', '新的访客来信后会出现在这里。'],
  mine: ['您没有正在接待的访客', '在“待接待”中选一位访客，点“接待”。'],
  open: ['现在没有访客', '访客来信后会按等待时间排在这里。'],
  closed: ['还没有结束的接待', '结束接待后可在这里查看评价。'],
}

/** Support cases, longest waiting first. */
export function CaseList() {
  const state = useStore(store.supportCases)
  const { list, current } = useStore(store.caseListQuery)
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const tabs = supportLists.map((key) => ({
    key,
    label: supportListLabels[key],
    count: key === 'closed' ? undefined : counts?.[key],
  }))
  return (
    <Tabs
      label="访客"
      tabs={tabs}
      current={list}
      onChange={(key) => store.showCaseList(supportLists.find((one) => one === key) ?? 'open')}
    >
      <Rows list={list} current={current} />
    </Tabs>
  )
}

function Rows({ list, current }: { list: Which; current: number }) {
  const state = useStore(store.supportCases)
  const chosen = useStore(store.openConversationId)
  const now = useNow()
  if (state.at === 'loading') {
    return (
      <div className="p-4">
        <Skeleton form="row" count={6} label="访客加载中" />
      </div>
    )
  }
  if (state.at === 'failed') {
    return <FailedState title="访客没有读到" text={state.failure.message} onRetry={() => void store.loadCases()} />
  }
  const { data, total } = state.content
  if (data.length === 0) {
    const [title, text] = emptyTexts[list]
    return <EmptyState drawing="message" title={title} text={text} />
  }
  return (
    <>
      {state.stale !== null && (
        <div className="p-3">
          <Notice tone="bad" title="列表没有更新，正在显示之前的内容" />
        </div>
      )}
      <ul className="divide-y divide-line" aria-label={supportListLabels[list]}>
        {data.map((visit) => (
          <li key={visit.caseId}>
            <CaseRow visit={visit} chosen={visit.entry.conversationId === chosen} now={now} />
          </li>
        ))}
      </ul>
      {total > store.pageSize && (
        <div className="p-3">
          <Pager
            total={total}
            pageSize={store.pageSize}
            current={current}
            onChange={(page) => store.showCaseList(list, page)}
          />
        </div>
      )}
    </>
  )
}
