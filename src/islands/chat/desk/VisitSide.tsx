import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { caseEventNames, scoreNames } from '../../../domain/chat/desk.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import type { DeskCase, DeskEvent } from '../../../contract/chat/desk.ts'
import * as store from '../../../stores/chat/desk.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { VisitActions } from './VisitActions.tsx'
import { Wait } from './Wait.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-3">
    <dt className="w-14 shrink-0 text-ink-2">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

const Facts = ({ visit }: { visit: DeskCase }) => (
  <dl className="space-y-1.5 text-sm">
    <Fact name="来访">
      <time dateTime={visit.openedAt}>{dateTime(visit.openedAt)}</time>
    </Fact>
    <Fact name="接待人">{visit.agentName === '' ? '待接待' : visit.agentName}</Fact>
    {visit.waitingSince !== null && (
      <Fact name="等待">
        <Wait since={visit.waitingSince} />
      </Fact>
    )}
    {visit.closedAt !== null && (
      <Fact name="结束">
        <time dateTime={visit.closedAt}>{dateTime(visit.closedAt)}</time>
      </Fact>
    )}
    {visit.closedAt !== null && (
      <Fact name="评价">
        {visit.score === null ? '访客还没有评价' : `${visit.score} 分（${scoreNames[visit.score - 1] ?? ''}）`}
        {visit.words !== '' && <span className="block text-ink-2">{visit.words}</span>}
      </Fact>
    )}
  </dl>
)

const Event = ({ event }: { event: DeskEvent }) => (
  <li className="text-sm">
    <p className="flex justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">
        {event.by === '' ? '访客' : event.by} {event.event === 'rated' ? '评价' : caseEventNames[event.event]}{' '}
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

/** The open visit: how it stands, what can be done, what the agents did and noted. */
export function VisitSide() {
  const state = useStore(store.visit)
  const refusal = useStore(store.refusal)
  if (state.at === 'loading') return <Skeleton form="row" count={4} label="接待记录加载中" />
  if (state.at === 'failed') {
    return <FailedState title="接待记录没有读到" text={state.failure.message} onRetry={() => void store.load()} />
  }
  const { case: visit, events } = state.content
  if (visit === null) return <p className="text-sm text-ink-2">这个会话还没有来访记录。</p>
  return (
    <div className="space-y-4">
      {refusal !== null && <Notice tone="bad" title={refusal.message} />}
      <Facts visit={visit} />
      <VisitActions visit={visit} />
      <section aria-labelledby="visit-events">
        <h2 id="visit-events" className="mb-2 text-sm font-semibold">
          接待记录与备注
        </h2>
        <p className="mb-2 text-xs text-ink-2">只有客服可见</p>
        <ol className="space-y-2.5">
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      </section>
    </div>
  )
}
