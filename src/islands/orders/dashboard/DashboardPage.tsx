import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../../stores/orders/dashboard.ts'
import { buyerOrders, sellerOrders } from '../../../stores/orders/list/order-list.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { DashboardPayments, DashboardTodos } from './DashboardTodos.tsx'
import { DashboardTrend } from './DashboardTrend.tsx'
import { Orders } from '../Orders.tsx'
import type { Dashboard } from '../../../contract/orders/dashboards.ts'
import { bigMoneyParts } from '../../../domain/money.ts'
import { timeInput } from '../../../domain/time-input.ts'
import { loadedContent, type Loaded } from '../../../stores/loadable.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { maxListed } from '../../../domain/catalogue/list-query.ts'
import type { Side } from '../../../domain/sides.ts'

type Listing = NonNullable<Dashboard['listings']>[number]
const listingKinds = [
  ['service', '服务'],
  ['product', '商品'],
] as const
const figure = (value: number) => `${value.toLocaleString('en-US')}${value >= maxListed ? '+' : ''}`

/** Number of listings by status, linked to the filtered lists. */
const DashboardListings = ({ listings }: { listings: readonly Listing[] }) => (
  <section
    className="mt-4 grid gap-x-8 gap-y-4 rounded-lg border border-line bg-surface px-5 py-4 desk:grid-cols-2"
    aria-label="服务与商品"
  >
    {listingKinds.map(([kind, word]) => {
      const own = listings.filter((each) => each.kind === kind)
      return (
        own.length > 0 && (
          <div key={kind} className="flex items-center gap-4">
            <h2 className="shrink-0 font-semibold">{word}</h2>
            <ul className="grid flex-1 grid-cols-3 divide-x divide-line-strong">
              {own.map(({ label, value, path }) => (
                <li key={label}>
                  <a href={path} className="block px-3 py-1 text-center hover:text-accent">
                    <span className="block text-sm text-ink-3">{label}</span>
                    <b className="text-xl font-semibold">{figure(value)}</b>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      )
    })}
  </section>
)

/** The dashboard's person; provided by the page for the first render. */
type Person = {
  readonly loginName: string
  readonly realName: string
  readonly companyName: string
}

function greeting(now: string): string {
  const hour = Number(timeInput(now).slice(0, 2))
  if (hour < 6) return '夜深了'
  if (hour < 11) return '上午好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

const figureText = ({ value, unit }: Dashboard['figures'][number]) => {
  if (unit === 'count') return value.toLocaleString('en-US')
  const { amount, unit: word } = bigMoneyParts(value)
  return `¥${amount}\u00a0${word.replace('元', '')}`.trim()
}

/** Greeting and statistics of the dashboard. */
const DashboardHead = ({ person, dashboard, now }: { person: Person; dashboard: Loaded<Dashboard>; now: string }) => {
  const name = person.realName || person.loginName
  const figures = dashboard.at === 'ready' ? dashboard.content.figures : null
  return (
    <div className="mb-4 flex flex-col gap-4 desk:flex-row desk:items-center">
      <div className="flex flex-1 items-center gap-4">
        <Avatar name={person.realName || person.loginName} kind="person" size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">
            {greeting(now)}，{name}
          </h1>
          <p className="text-ink-2">{person.companyName || '个人账号'}</p>
        </div>
      </div>
      <dl
        className={`flex min-h-12 divide-x divide-line-strong max-desk:rounded-lg max-desk:border max-desk:border-line max-desk:bg-surface max-desk:py-3 ${(figures?.length ?? 0) > 3 ? 'max-md:grid max-md:grid-cols-2 max-md:gap-y-3 max-md:divide-x-0' : ''}`}
      >
        {figures === null
          ? dashboard.at === 'loading' &&
            [0, 1, 2].map((index) => (
              <div key={index} className="px-4 text-right last:pr-0 max-desk:flex-1 desk:px-6" aria-hidden>
                <span className="skeleton block h-4 w-20" />
                <span className="skeleton mt-2 ml-auto block h-5 w-10" />
              </div>
            ))
          : figures.map((figure) => (
              <div
                key={figure.label}
                className="px-4 max-desk:flex max-desk:flex-1 max-desk:flex-col max-desk:justify-between max-desk:text-center max-md:px-1 desk:px-6 desk:text-right desk:last:pr-0"
              >
                <dt className="text-sm text-ink-3">{figure.label}</dt>
                <dd className="text-xl font-semibold whitespace-nowrap">{figureText(figure)}</dd>
              </div>
            ))}
      </dl>
    </div>
  )
}

type Props = {
  side: Side
  mayList: boolean
  person: Person
  search: string
  now: string
  /** The dashboard as the page was rendered; null where it was refused. */
  first: Dashboard | null
}

const two =
  'grid grid-cols-[minmax(0,1fr)] gap-4 desk:grid-cols-[minmax(0,1fr)_256px] wide:grid-cols-[minmax(0,1fr)_304px]'

/** Dashboard: to-dos, upcoming payments and, with permission, all orders. */
export const DashboardPage = ({ side, mayList, person, search, now, first }: Props) => {
  const live = useStore(store.dashboard)
  const dashboard = live.at === 'loading' && first !== null ? loadedContent(first) : live
  useEffect(() => void store.startDashboard(side, first), [side, first])
  return (
    <>
      <DashboardHead person={person} dashboard={dashboard} now={now} />
      <AsyncContent
        state={dashboard}
        what="待办"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadDashboard()}
        frame={cardFrame}
        skeleton={
          <div className={two}>
            <CardSkeleton lines={5} className="min-h-[260px]" />
            <CardSkeleton lines={5} className="min-h-[260px]" />
          </div>
        }
      >
        {({ todos, payments, listings = [], trend = [] }) => (
          <>
            <div className={two}>
              <DashboardTodos todos={todos} side={side} now={now} />
              <DashboardPayments payments={payments} side={side} now={now} />
            </div>
            {listings.length > 0 && <DashboardListings listings={listings} />}
            {trend.some(({ amount }) => amount > 0) && <DashboardTrend trend={trend} side={side} />}
          </>
        )}
      </AsyncContent>
      {mayList && (
        <div className="mt-8">
          <Orders
            list={side === 'buyer' ? buyerOrders : sellerOrders}
            side={side}
            search={search}
            title="订单"
            level={2}
          />
        </div>
      )}
      <Toaster />
    </>
  )
}
