import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { SupportCustomer } from '../../../contract/chat/support-customer.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { date } from '../../../domain/time.ts'
import { openConversationId } from '../../../stores/chat/support-console/support-console.ts'
import * as store from '../../../stores/chat/support-console/customer.ts'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

/** A link where the agent may open the record, else text. */
const Ref = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? (
    <span className="min-w-0 font-medium wrap-anywhere">{children}</span>
  ) : (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="min-w-0 font-medium wrap-anywhere text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {children}
    </a>
  )

const Rows = ({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) => (
  <div>
    <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
    {children.length === 0 ? (
      <p className="text-sm text-ink-2">{empty}</p>
    ) : (
      <ul className="divide-y divide-line rounded-md border border-line" aria-label={title}>
        {children}
      </ul>
    )}
  </div>
)
const row = 'space-y-0.5 px-2.5 py-2 text-sm'
const line = 'flex items-baseline justify-between gap-3'

const Customer = ({ customer }: { customer: SupportCustomer }) => {
  const { company, orders, demands, opens } = customer
  if (company === null) return <p className="text-sm text-ink-2">个人用户，尚未加入企业，没有订单与需求。</p>
  const { companyId, name, certification, isSuspended, isSaler } = company
  return (
    <div className="space-y-4">
      <div className="space-y-1 text-sm">
        <Ref href={opens.records ? links.opsCompanies({ id: companyId }) : undefined}>{name}</Ref>
        <p className="flex flex-wrap items-center gap-x-3">
          <StateBadge {...certification} />
          <span className="text-ink-2">{isSaler ? '供应商' : '采购方'}</span>
        </p>
        {isSuspended && <p className="text-bad">企业已被平台停用，不能发起新的交易。</p>}
      </div>
      <Rows title="最近的订单" empty="暂无订单">
        {orders.map(({ orderId, orderNo, side, state, total, createdAt }) => (
          <li key={orderId} className={row}>
            <span className={line}>
              <Ref href={opens.trade ? links.opsOrders({ id: orderId }) : undefined}>{orderNo}</Ref>
              <span className="shrink-0 tabular-nums">¥{yuan(total)}</span>
            </span>
            <span className={`${line} text-ink-2`}>
              <StateBadge {...state} />
              <span className="shrink-0 text-xs">
                {side === 'buyer' ? '采购' : '销售'}，{date(createdAt)}
              </span>
            </span>
          </li>
        ))}
      </Rows>
      <Rows title="最近的需求" empty="暂无需求">
        {demands.map(({ demandId, demandNo, title, state, deadline }) => (
          <li key={demandId} className={row}>
            <Ref href={opens.records ? links.opsTenders({ id: demandId }) : undefined}>{title}</Ref>
            <span className="block text-xs text-ink-2">{demandNo}</span>
            <span className={`${line} text-ink-2`}>
              <StateBadge {...state} />
              <span className="shrink-0 text-xs">{date(deadline)} 截止</span>
            </span>
          </li>
        ))}
      </Rows>
    </div>
  )
}

const withheld = {
  taken: '这位访客由另一位客服接待，接手后可查看客户资料。',
  closed: '接待已结束，不再显示客户资料。访客再次来信后可查看。',
} as const

/** Company, newest orders and demands of the visitor. */
export function CustomerPanel() {
  const state = useStore(store.supportCustomer)
  const conversationId = useStore(openConversationId)
  return (
    <section aria-labelledby="case-customer" className="space-y-2.5">
      <h2 id="case-customer" className="text-sm font-semibold">
        客户资料
      </h2>
      {state.at === 'loading' && <Skeleton count={4} label="客户资料加载中" />}
      {state.at === 'failed' && (
        <FailedState
          title="客户资料加载失败"
          text={state.failure.message}
          busy={state.retrying}
          onRetry={() => conversationId !== null && void store.loadCustomer(conversationId)}
        />
      )}
      {state.at === 'ready' && state.stale !== null && (
        <p className="text-sm text-bad">更新失败，当前显示之前的内容。</p>
      )}
      {state.at === 'ready' &&
        (state.content.at === 'shown' ? (
          <Customer customer={state.content.customer} />
        ) : (
          <p className="text-sm text-ink-2">{withheld[state.content.why]}</p>
        ))}
    </section>
  )
}
