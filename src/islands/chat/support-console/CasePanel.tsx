import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { SupportCase, SupportCaseEvent } from '../../../contract/chat/support.ts'
import { caseEventLabels, scoreLabels } from '../../../domain/chat/support.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import { session } from '../../../stores/accounts/session.ts'
import { openHandOver } from '../../../stores/chat/support-console/hand-over.ts'
import * as store from '../../../stores/chat/support-console/support-console.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { WaitingTime } from './WaitingTime.tsx'

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
        {visit.score === null ? '访客还没有评价' : `${visit.score} 分（${scoreLabels[visit.score - 1] ?? ''}）`}
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

/** The open support case: state, actions, events and notes of the agents. */
export function CasePanel() {
  const state = useStore(store.caseDetails)
  const refusal = useStore(store.caseFailure)
  if (state.at === 'loading') return <Skeleton form="row" count={4} label="接待记录加载中" />
  if (state.at === 'failed') {
    return <FailedState title="接待记录没有读到" text={state.failure.message} onRetry={() => void store.loadCases()} />
  }
  const { case: visit, events } = state.content
  if (visit === null) return <p className="text-sm text-ink-2">这个会话还没有来访记录。</p>
  return (
    <div className="space-y-4">
      {refusal !== null && <Notice tone="bad" title={refusal.message} />}
      <Facts visit={visit} />
      <CaseActions visit={visit} />
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
