import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Requisition } from '../../../contract/orders/requisitions.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { approvalActionLabels } from '../../../domain/orders/requisitions/approval-rules.ts'
import {
  isRequisitionReturned,
  requisitionEventLabels,
  requisitionLabel,
} from '../../../domain/orders/requisitions/requisition-states.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/requisitions/requisition-list.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { BudgetBar } from '../budgets/BudgetBar.tsx'
import { RequisitionActions, RequisitionDialogs } from './RequisitionDialogs.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

const Lines = ({ lines }: { lines: Requisition['content']['lines'] }) => (
  <ul className="mt-4 divide-y divide-line border-t border-line">
    {lines.map(({ name, note, quantity, unitPrice, amount }, at) => (
      <li key={`${name}${at}`} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
        <span className="min-w-0 wrap-anywhere">
          {name}
          {note !== '' && <span className="ml-2 text-sm text-ink-3">{note}</span>}
        </span>
        <span className="ml-auto whitespace-nowrap tabular-nums">
          <span className="mr-3 text-sm text-ink-3">
            ¥{yuan(unitPrice)} × {quantity}
          </span>
          ¥{yuan(amount)}
        </span>
      </li>
    ))}
  </ul>
)

const stepLabels = {
  done: { label: '已通过', tone: 'good' },
  waiting: { label: '审批中', tone: 'act' },
  later: { label: '未到', tone: 'mute' },
} as const

const Steps = ({ steps, version }: Pick<Requisition, 'steps' | 'version'>) => (
  <section className={card} aria-label="审批步骤">
    <h2 className="text-lg font-semibold">审批步骤</h2>
    <p className="text-sm text-ink-3">按提交时的第 {version} 版规则</p>
    <ol className="mt-3 space-y-3">
      {steps.map(({ name, state, people }, at) => (
        <li key={`${name}${at}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">
            {at + 1}. {name}
          </span>
          <StateBadge {...stepLabels[state]} />
          <span className="text-sm wrap-anywhere text-ink-3">
            {people.length === 0 ? '目前没有可用的审批人' : people.join('、')}
          </span>
        </li>
      ))}
    </ol>
  </section>
)

const History = ({ history }: Pick<Requisition, 'history'>) => (
  <section className={card} aria-label="经过">
    <h2 className="text-lg font-semibold">经过</h2>
    <ol className="mt-3 space-y-2">
      {history.map(({ event, step, by, onBehalfOf, reason, at }) => (
        <li key={`${at}${event}`} className="flex flex-wrap gap-x-3">
          <time className="text-ink-3 tabular-nums" dateTime={at}>
            {dateTime(at)}
          </time>
          <span>
            {by}
            {onBehalfOf !== '' && `（受 ${onBehalfOf} 委托）`}
          </span>
          <span>
            {requisitionEventLabels[event]}
            {step !== '' && `：${step}`}
          </span>
          {reason !== '' && <span className="w-full wrap-anywhere text-ink-2">{reason}</span>}
        </li>
      ))}
    </ol>
  </section>
)

const Full = ({ requisition }: { requisition: Requisition }) => {
  const { requisitionNo, action, title, amount, status, requester, createdAt, reason, content, resultPath, allowed } =
    requisition
  return (
    <div className="space-y-4">
      {isRequisitionReturned(status) && (
        <Notice tone="bad" title={`已退回：${reason}`}>
          请核对后重新提交。
          <a className="ml-1 text-accent underline underline-offset-3" href={content.path}>
            返回修改
          </a>
        </Notice>
      )}
      <section className={card} aria-label="申请内容">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-sm text-ink-3">
              {requisitionNo} · {approvalActionLabels[action]}
            </p>
            <h1 className="mt-1 text-xl font-semibold wrap-anywhere">{title}</h1>
          </div>
          <StateBadge {...requisitionLabel(status, allowed.includes('approve'))} />
        </div>
        <p className="mt-3 text-2xl font-semibold tabular-nums">¥{yuan(amount)}</p>
        <div className="mt-4">
          <FactList
            facts={[
              { label: '申请人', value: requester },
              { label: '提交时间', value: dateTime(createdAt) },
              ...content.facts.map(({ label, text }) => ({ label, value: text, wide: true })),
            ]}
          />
        </div>
        {content.lines.length > 0 && <Lines lines={content.lines} />}
        {resultPath !== '' && (
          <div className="mt-4">
            <LinkButton kind="main" href={resultPath}>
              查看结果
            </LinkButton>
          </div>
        )}
      </section>
      {requisition.budget !== null && (
        <section className={card} aria-label="预算">
          <h2 className="mb-3 text-lg font-semibold">
            预算：{requisition.budget.name}（¥{yuan(requisition.budget.amount)}）
          </h2>
          <BudgetBar budget={requisition.budget} />
        </section>
      )}
      <Steps steps={requisition.steps} version={requisition.version} />
      <History history={requisition.history} />
      {allowed.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface px-4 py-3 md:mx-0 md:rounded-lg md:border">
          {allowed.includes('return') && !allowed.includes('approve') && (
            <p className="mb-2 text-sm text-ink-2">
              由您通过后，后续步骤将没有可用的审批人（每人只审批一步），请由其他审批人通过。
            </p>
          )}
          <RequisitionActions row={requisition} />
        </div>
      )}
    </div>
  )
}

/** One requisition: what was asked, steps, history, and the decision at the foot. */
export const RequisitionPage = ({ requisitionId }: { requisitionId: number }) => {
  const state = useStore(store.shownRequisition)
  useEffect(() => store.startRequisition(requisitionId), [requisitionId])
  return (
    <>
      <div className="mb-4">
        <LinkButton href={links.buyerRequisitions()}>全部请购</LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="请购"
        permission="apply_manage"
        onRetry={() => void store.loadRequisition()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(requisition) => <Full requisition={requisition} />}
      </AsyncContent>
      <RequisitionDialogs />
      <Toaster />
    </>
  )
}
