import type { ReactNode } from 'react'
import type { MatchException, OrderMatch } from '../../../contract/orders/matching.ts'
import { yuan } from '../../../domain/money.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import {
  exceptionAdvice,
  exceptionBadge,
  exceptionEventLabels,
  exceptionKindLabels,
  isExceptionActive,
} from '../../../domain/orders/matching/exceptions.ts'
import { monthMinute } from '../../../domain/time.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

const isEvent = (event: string): event is keyof typeof exceptionEventLabels => event in exceptionEventLabels

const Said = ({ who, text }: { who: string; text: string }) => (
  <p className="mt-2 rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere">
    <span className="text-ink-3">{who}：</span>
    {text}
  </p>
)

type ItemProps = { exception: MatchException; lineName: string; children?: ReactNode }

/** One exception: what differs, its state, reasons, how it ends, and its history. */
const Item = ({ exception, lineName, children }: ItemProps) => {
  const { kind, amount, detail, status, explanation, explainedSide, dismissal, history } = exception
  const isActive = isExceptionActive(status)
  const of = [lineName, amount > 0 ? `¥${yuan(amount)}` : ''].filter((part) => part !== '').join('，')
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{exceptionKindLabels[kind]}</span>
        {of !== '' && <span className="wrap-anywhere tabular-nums">{of}</span>}
        <StateBadge {...exceptionBadge(exception)} />
        <time className="ml-auto text-sm text-ink-3" dateTime={exception.createdAt}>
          {monthMinute(exception.createdAt)}
        </time>
      </div>
      {detail !== '' && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{detail}</p>}
      {explainedSide !== null && <Said who={`${dealSideLabels[explainedSide]}说明`} text={explanation} />}
      {dismissal !== '' && <Said who="平台" text={dismissal} />}
      {isActive && <p className="mt-1 text-sm text-ink-3">{exceptionAdvice[kind]}</p>}
      <div className="mt-1 flex flex-wrap items-center gap-x-4">
        <details className="text-sm">
          <summary className="cursor-pointer text-ink-3 hover:text-accent max-md:py-3">处理记录</summary>
          <ol className="mt-1 space-y-1">
            {history.map((step) => (
              <li key={`${step.at}${step.event}`} className="flex flex-wrap gap-x-3">
                <time className="text-ink-3 tabular-nums" dateTime={step.at}>
                  {monthMinute(step.at)}
                </time>
                <span>{isEvent(step.event) ? exceptionEventLabels[step.event] : step.event}</span>
                <span className="text-ink-3">{step.by}</span>
              </li>
            ))}
          </ol>
        </details>
        {children !== undefined && <div className="ml-auto print:hidden">{children}</div>}
      </div>
    </li>
  )
}

type Props = {
  match: OrderMatch
  /** Actions of an exception. */
  actions?: (exception: MatchException) => ReactNode
}

/** Exceptions of an order, the open ones first; those that have ended are folded. */
export const ExceptionList = ({ match, actions }: Props) => {
  const names = new Map(match.lines.map(({ lineId, name }) => [lineId, name]))
  const item = (exception: MatchException) => (
    <Item
      key={exception.exceptionId}
      exception={exception}
      lineName={exception.lineId === null ? '' : (names.get(exception.lineId) ?? '')}
    >
      {actions?.(exception)}
    </Item>
  )
  const active = match.exceptions.filter(({ status }) => isExceptionActive(status))
  const ended = match.exceptions.filter(({ status }) => !isExceptionActive(status))
  if (match.exceptions.length === 0) return null
  return (
    <div className="mt-3 rounded-lg border border-line bg-surface">
      {active.length > 0 && <ul className="divide-y divide-line">{active.map(item)}</ul>}
      {ended.length > 0 && (
        <details className={active.length > 0 ? 'border-t border-line' : undefined}>
          <summary className="cursor-pointer px-4 py-3 text-ink-3 hover:text-accent max-md:min-h-11">
            已消除或已关闭的差异 {ended.length} 项
          </summary>
          <ul className="divide-y divide-line border-t border-line">{ended.map(item)}</ul>
        </details>
      )}
    </div>
  )
}
