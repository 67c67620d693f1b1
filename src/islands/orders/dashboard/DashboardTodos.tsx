import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Dashboard } from '../../../contract/orders/dashboards.ts'
import { links } from '../../../domain/links.ts'
import { date, dateTime, monthMinute, monthDay } from '../../../domain/time.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import type { Tone } from '../../../ui/text/state-shape.ts'
import { yuan } from '../../../domain/money.ts'
import { Price } from '../../../ui/card/Price.tsx'
import type { Side } from '../../../domain/sides.ts'

type Todo = Dashboard['todos'][number]

const kinds: Readonly<Record<Todo['kind'], { word: string; does: string; tone: Tone }>> = {
  pay: { word: '付款', does: '去付款', tone: 'act' },
  confirm: { word: '确认', does: '去确认', tone: 'act' },
  accept: { word: '验收', does: '去验收', tone: 'act' },
  deliver: { word: '交付', does: '去交付', tone: 'act' },
  cancel: { word: '取消', does: '去答复', tone: 'bad' },
  change: { word: '变更', does: '去签署', tone: 'act' },
  refund: { word: '退款', does: '去处理', tone: 'bad' },
  invoice: { word: '开票', does: '去开票', tone: 'act' },
  review: { word: '评价', does: '去评价', tone: 'go' },
  compare: { word: '比价', does: '去比价', tone: 'go' },
  revise: { word: '修改', does: '去修改', tone: 'bad' },
  offer: { word: '报价', does: '去报价', tone: 'go' },
  answer: { word: '咨询', does: '去回复', tone: 'act' },
  follow: { word: '跟进', does: '去跟进', tone: 'act' },
  certify: { word: '认证', does: '去认证', tone: 'mute' },
  approve: { word: '审批', does: '去审批', tone: 'act' },
  payee: { word: '收款', does: '去填写', tone: 'bad' },
}

function due(moment: string, now: string): string {
  if (Date.parse(moment) < Date.parse(now)) return `已逾期 ${monthMinute(moment)}`
  return date(moment) === date(now) ? `今天 ${dateTime(moment).slice(11, 16)} 前` : monthMinute(moment)
}

type TodosProps = { todos: readonly Todo[]; side: Side; now: string }

/** More to-dos are unfolded on request. */
const shownAtFirst = 6

/** To-dos by urgency, each with its button; only the first button is primary. */
export const DashboardTodos = ({ todos, side, now }: TodosProps) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const shown = isUnfolded ? todos : todos.slice(0, shownAtFirst)
  return (
    <section className="rounded-lg border border-line bg-surface" aria-label="待办">
      <div className="flex items-center justify-between px-5 pt-4 pb-2">
        <h2 className="text-lg font-semibold">
          待办 <span className="font-normal text-ink-3">{todos.length}</span>
        </h2>
        <a
          href={side === 'buyer' ? links.buyerMessages() : links.sellerMessages()}
          className="inline-flex items-center gap-1 text-ink-2 hover:text-accent max-md:min-h-11"
        >
          消息中心
          <ChevronRight className="size-4" />
        </a>
      </div>
      {todos.length === 0 ? (
        <div className="pb-6">
          <EmptyState drawing="done" size="cell" title="暂无待办" text="需要您处理的事会出现在这里。" />
        </div>
      ) : (
        <ul className="px-2 pb-2">
          {shown.map((todo, index) => {
            const { word, does, tone } = kinds[todo.kind]
            return (
              <li
                key={`${todo.kind}${todo.path}${index}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 hover:bg-surface-2 desk:flex-nowrap"
              >
                <StateShape tone={tone} />
                <span className="shrink-0 font-medium desk:w-14">{word}</span>
                <span
                  className="min-w-0 flex-1 text-ink-2 max-desk:order-last max-desk:basis-full desk:line-clamp-2"
                  title={todo.title}
                >
                  {todo.title}
                </span>
                <span
                  className={`shrink-0 text-right text-sm whitespace-nowrap max-desk:ml-auto desk:min-w-22 ${todo.urgent ? 'font-medium text-warn' : 'text-ink-3'}`}
                >
                  {todo.dueAt === null ? '' : due(todo.dueAt, now)}
                </span>
                <LinkButton
                  size="sm"
                  kind={index === 0 ? 'main' : index === 1 ? 'outline' : 'plain'}
                  className="w-20 shrink-0 px-0! max-md:h-11"
                  href={todo.path}
                  aria-label={`${does}：${todo.title}`}
                >
                  {does}
                </LinkButton>
              </li>
            )
          })}
        </ul>
      )}
      {todos.length > shownAtFirst && (
        <div className="px-5 pb-4">
          <Button
            size="sm"
            block
            className="max-md:h-11"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? '收起' : `展开其余 ${todos.length - shownAtFirst} 项`}
          </Button>
        </div>
      )}
    </section>
  )
}

type PaymentsProps = { payments: Dashboard['payments']; side: Side; now: string }

/** Outgoing or incoming payments of the next 30 days. */
export const DashboardPayments = ({ payments, side, now }: PaymentsProps) => {
  const buyer = side === 'buyer'
  const sum = payments.reduce((all, { amount }) => all + amount, 0)
  const today = date(now)
  const day = (dueAt: string) => (date(dueAt) === today ? '今天' : monthDay(dueAt))
  const near = (dueAt: string) => date(dueAt) <= today
  return (
    <section className="rounded-lg border border-line bg-surface" aria-label={buyer ? '付款计划' : '回款计划'}>
      <div className="flex items-center justify-between px-5 pt-4">
        <h2 className="text-lg font-semibold">{buyer ? '付款计划' : '回款计划'}</h2>
        <span className="text-sm text-ink-3">30 天内</span>
      </div>
      {payments.length === 0 ? (
        <div className="pt-2 pb-6">
          <EmptyState drawing="done" size="cell" title={buyer ? '近期暂无付款' : '近期暂无回款'} />
        </div>
      ) : (
        <>
          <p className="px-5 pt-1">
            <Price fen={sum} size="lg" />
            <span className="ml-2 text-sm text-ink-3">{payments.length} 笔</span>
          </p>
          <ol className="px-5 pt-2 pb-3">
            {payments.map((payment, index) => (
              <li key={`${payment.orderId}${payment.name}${index}`} className="border-t border-line first:border-t-0">
                <a
                  href={(buyer ? links.buyerOrder : links.sellerOrder)(payment.orderId)}
                  className="grid grid-cols-[52px_1fr] py-1.5 hover:text-accent"
                >
                  <span
                    className={`text-sm leading-[22px] ${near(payment.dueAt) ? 'font-medium text-warn' : 'text-ink-3'}`}
                  >
                    {day(payment.dueAt)}
                  </span>
                  <span className="font-medium">¥{yuan(payment.amount)}</span>
                  <span className="col-start-2 truncate text-sm text-ink-3">
                    {payment.title} {payment.name}
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
