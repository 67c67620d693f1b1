import { useStore } from '@nanostores/react'
import {
  supportListLabels,
  supportLists,
  type SupportList as Which,
  caseEventLabels,
  scoreLabels,
  secondsSince,
  formatWait,
} from '../../../domain/chat/support.ts'
import * as store from '../../../stores/chat/support-console/support-console.ts'
import { openCase } from '../../../stores/chat/support-console/support-console.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { useNow } from '../../use-now.ts'
import type { SupportCase, SupportCaseEvent } from '../../../contract/chat/support.ts'
import { listTime } from '../../../domain/chat/blocks.ts'
import { readContent } from '../../../domain/chat/content.ts'
import { shownName } from '../../../domain/chat/phrases.ts'
import { Count } from '../../../ui/text/Count.tsx'
import { ParticipantAvatar } from '../ParticipantAvatar.tsx'
import { type ReactNode, useState, useEffect } from 'react'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import { session } from '../../../stores/accounts/session.ts'
import { openHandOver } from '../../../stores/chat/support-console/hand-over.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

/** Waiting time, updated continuously; highlighted as urgent after five minutes. */
function WaitingTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsSince(since, now)
  return (
    <span className={`tabular-nums ${seconds >= 300 ? 'text-bad' : 'text-ink-2'}`}>已等待 {formatWait(seconds)}</span>
  )
}

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
            {entry.lastWord === '' ? '暂无消息' : readContent(entry.lastWord).lastShort}
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
  waiting: ['暂无待接待的访客', '新的访客来信后会出现在这里。'],
  mine: ['暂无接待中的访客', '在“待接待”中选一位访客，点“接待”。'],
  open: ['暂无访客', '访客来信后会按等待时间排在这里。'],
  closed: ['暂无已结束的接待', '结束接待后可在这里查看评价。'],
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
        <Skeleton count={6} label="访客加载中" />
      </div>
    )
  }
  if (state.at === 'failed') {
    return <FailedState title="访客加载失败" text={state.failure.message} onRetry={() => void store.loadCases()} />
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
          <Notice tone="bad" title="列表更新失败，当前显示之前的内容" />
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

/** Actions on a support case: take, hand over, close. */
function CaseActions({ visit }: { visit: SupportCase }) {
  const me = useStore(session)
  const moving = useStore(store.isCaseActionPending)
  const [ending, setEnding] = useState(false)
  const own = me.at === 'in' && visit.agentId === me.user.userId
  if (visit.closedAt !== null) return null
  const take = () => void store.takeCase(visit).then((done) => done && toast.success('已由您接待'))
  const end = () =>
    void store.closeCase(visit).then((done) => {
      setEnding(false)
      if (done) toast.success('已结束接待')
    })
  return (
    <div className="flex flex-wrap gap-2">
      {!own && (
        <Button kind="main" size="sm" className="max-md:h-11" busy={moving} onClick={take}>
          {visit.agentId === null ? '接待' : '由我接手'}
        </Button>
      )}
      {(own || visit.agentId === null) && (
        <>
          <Button size="sm" className="max-md:h-11" disabled={moving} onClick={() => openHandOver(visit)}>
            转接
          </Button>
          <Button size="sm" className="max-md:h-11" disabled={moving} onClick={() => setEnding(true)}>
            结束接待
          </Button>
        </>
      )}
      <Confirm
        open={ending}
        onCancel={() => setEnding(false)}
        onConfirm={end}
        busy={moving}
        title="结束这次接待吗？"
        text="访客会收到评价邀请；访客再次来信时会重新排队。"
        confirm="结束接待"
      />
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-14 shrink-0 text-ink-2">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

const Facts = ({ visit }: { visit: SupportCase }) => (
  <dl className="space-y-1.5 text-sm">
    <Fact name="来访">
      <time dateTime={visit.openedAt}>{dateTime(visit.openedAt)}</time>
    </Fact>
    <Fact name="接待人">{visit.agentName === '' ? '待接待' : visit.agentName}</Fact>
    {visit.waitingSince !== null && (
      <Fact name="等待">
        <WaitingTime since={visit.waitingSince} />
      </Fact>
    )}
    {visit.closedAt !== null && (
      <Fact name="结束">
        <time dateTime={visit.closedAt}>{dateTime(visit.closedAt)}</time>
      </Fact>
    )}
    {visit.closedAt !== null && (
      <Fact name="评价">
        {visit.score === null ? '访客尚未评价' : `${visit.score} 分（${scoreLabels[visit.score - 1] ?? ''}）`}
        {visit.words !== '' && <span className="block text-ink-2">{visit.words}</span>}
      </Fact>
    )}
  </dl>
)

const Event = ({ event }: { event: SupportCaseEvent }) => (
  <li className="text-sm">
    <p className="flex justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        {event.by === '' ? '访客' : event.by} {event.event === 'rated' ? '评价' : caseEventLabels[event.event]}{' '}
        {event.to}
      </span>
      <time className="shrink-0 text-xs text-ink-2" dateTime={event.at}>
        {monthMinute(event.at)}
      </time>
    </p>
    {event.note !== '' && (
      <p className="mt-1 rounded-md bg-surface-2 px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap text-ink-2">
        {event.note}
      </p>
    )}
  </li>
)

/** The open support case: state and actions. */
export function CasePanel() {
  const state = useStore(store.caseDetails)
  const refusal = useStore(store.caseFailure)
  if (state.at === 'loading') return <Skeleton count={4} label="接待记录加载中" />
  if (state.at === 'failed') {
    return <FailedState title="接待记录加载失败" text={state.failure.message} onRetry={() => void store.loadCases()} />
  }
  const { case: visit } = state.content
  if (visit === null) return <p className="text-sm text-ink-2">该会话暂无来访记录。</p>
  return (
    <div className="space-y-4">
      {refusal !== null && <Notice tone="bad" title={refusal.message} />}
      <Facts visit={visit} />
      <CaseActions visit={visit} />
    </div>
  )
}

/** Events and notes of the agents about the open case. */
export function CaseEvents() {
  const state = useStore(store.caseDetails)
  if (state.at !== 'ready' || state.content.case === null) return null
  return (
    <section aria-labelledby="visit-events">
      <h2 id="visit-events" className="mb-2 text-sm font-semibold">
        接待记录与备注
      </h2>
      <p className="mb-2 text-xs text-ink-2">只有客服可见</p>
      <ol className="space-y-2.5">
        {state.content.events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}
