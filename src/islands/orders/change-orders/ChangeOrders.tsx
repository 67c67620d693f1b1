import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ChangeOrder, ChangeOrders as Changes } from '../../../contract/orders/change-orders.ts'
import { failures } from '../../../contract/failures.ts'
import { signMethodLabels } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import { compareTerms } from '../../../domain/orders/change-comparison.ts'
import {
  changeBlocker,
  changeOrderLabel,
  changeOrderName,
  isChangeApplied,
  isChangeProposed,
} from '../../../domain/orders/change-order-states.ts'
import { dealSideLabels, shortHash } from '../../../domain/orders/deal-record.ts'
import { isOrderClosed } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/change-orders.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Reauthenticate } from '../../accounts/security/Reauthenticate.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { PendingNotice } from '../requisitions/PendingNotice.tsx'
import { ChangeDialogs } from './ChangeDialogs.tsx'
import { ChangeReasons } from './ChangeReasons.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { SupplementButton } from './SupplementButton.tsx'

const words = { sign: '核对并签署', decline: '拒绝', withdraw: '撤回' } as const

const Signatures = ({ change }: { change: ChangeOrder }) => (
  <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-3">
    {change.signatures.map(({ side, name, method, at }) => (
      <li key={side}>
        {dealSideLabels[side]}签署：{name}，{signMethodLabels[method]}，<time dateTime={at}>{dateTime(at)}</time>
      </li>
    ))}
    <li title={change.fingerprint}>
      校验码 <span className="font-mono">{shortHash(change.fingerprint)}</span>
    </li>
    {isChangeProposed(change.status) && <li>签署期限 {dateTime(change.expiresAt)}</li>}
  </ul>
)

const Buttons = ({ change }: { change: ChangeOrder }) => {
  const name = changeOrderName(change.number)
  const supplement = isChangeApplied(change.status) ? change.baseVersion : null
  if (change.steps.length === 0 && supplement === null) return null
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {change.steps.map((step) => (
        <Button
          key={step}
          kind={step === 'sign' ? 'main' : 'plain'}
          className="max-md:h-11"
          aria-label={`${words[step]}：${name}`}
          onClick={() => store.openChangeDialog(step, change)}
        >
          {words[step]}
        </Button>
      ))}
      {supplement !== null && <SupplementButton supplement={supplement} />}
    </div>
  )
}

const Item = ({ change, side }: { change: ChangeOrder; side: Side }) => {
  const isOpen = isChangeProposed(change.status)
  const table = <ChangeTable rows={compareTerms(change.before, change.after)} name={changeOrderName(change.number)} />
  return (
    <li className="space-y-3 p-4 desk:px-6" aria-label={changeOrderName(change.number)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{changeOrderName(change.number)}</h3>
        <StateBadge {...changeOrderLabel(change.status, change.side === side)} />
        <span className="text-sm text-ink-3">{dealSideLabels[change.side]}提出</span>
        <time className="ml-auto text-sm text-ink-3" dateTime={change.createdAt}>
          {dateTime(change.createdAt)}
        </time>
      </div>
      <ChangeReasons change={change} />
      {isOpen ? (
        table
      ) : (
        <details>
          <summary className="text-accent hover:underline max-md:py-2">变更前后对照</summary>
          <div className="mt-2">{table}</div>
        </details>
      )}
      {change.obstacle !== null && <Notice tone="act" title={`现在不能签署：${change.obstacle}`} />}
      <Signatures change={change} />
      <Buttons change={change} />
    </li>
  )
}

const emptyText = ({ base }: Changes): string => {
  const blocker = changeBlocker(base)
  if (blocker !== null) return failures[blocker].message
  return '暂无变更单。价款、日期、里程碑或工作范围需要调整时，任何一方都可以提出，双方签署后生效。'
}

const ProposeButton = () => {
  const state = useStore(store.changeOrders)
  if (state.at !== 'ready' || !store.mayPropose(state.content)) return null
  return (
    <Button className="ml-auto max-md:h-11 print:hidden" onClick={store.openChangeProposal}>
      提出变更
    </Button>
  )
}

type Props = { side: Side; orderId: number; demo: boolean }

/** 变更单 of a running service order: list, proposal, signature, supplements. Closed orders show what there was. */
export const ChangeOrders = ({ side, orderId, demo }: Props) => {
  const state = useStore(store.changeOrders)
  const pending = useStore(store.pendingChange)
  useEffect(() => store.startChangeOrders(side, orderId), [side, orderId])
  if (state.at === 'ready' && state.content.data.length === 0 && isOrderClosed(state.content.base.status)) return null
  return (
    <section id="changes" className="mt-6 scroll-mt-16" aria-label="变更单">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg font-semibold">变更单</h2>
        <a className="text-sm text-accent hover:underline max-md:py-2.5 print:hidden" href={links.helpArticle(3313)}>
          如何变更订单
        </a>
        <ProposeButton />
      </div>
      {pending !== null && (
        <div className="mb-3">
          <PendingNotice requisition={pending} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="变更单"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadChangeOrders()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={2} className="min-h-[64px]" />}
      >
        {(changes) => (
          <div className="rounded-lg border border-line bg-surface">
            {changes.data.length === 0 ? (
              <p className="px-4 py-5 text-ink-3 desk:px-6">{emptyText(changes)}</p>
            ) : (
              <ol className="divide-y divide-line">
                {changes.data.map((change) => (
                  <Item key={change.changeId} change={change} side={side} />
                ))}
              </ol>
            )}
          </div>
        )}
      </AsyncContent>
      <ChangeDialogs />
      <Reauthenticate demo={demo} />
    </section>
  )
}
