import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { orderLabel, orderStatuses } from '../../domain/orders/order-states.ts'
import type { OrderList, OrdersPage } from '../../stores/orders/order-list.ts'
import { orderTabs, readOrderQuery } from '../../stores/orders/order-query.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Tab } from '../../ui/tabs-class.ts'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { OrderFilter } from './OrderFilter.tsx'
import { OrderTable } from './OrderTable.tsx'
import { OwnPayeeMissing } from './PayeeMissing.tsx'

type Side = 'buyer' | 'seller'
type Props = {
  list: OrderList
  side: Side
  search: string
  title: string
  /** A heading of the page, or of a part of it. */
  level: 1 | 2
}

const Nothing = ({ side }: { side: Side }) =>
  side === 'buyer' ? (
    <EmptyState title="还没有订单" text="选定报价或从购物车结算后，订单会出现在这里。">
      <LinkButton kind="main" href={links.serviceHall()}>
        去找服务
      </LinkButton>
      <LinkButton href={links.buyerAddDemand()}>发布需求</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="还没有订单" text="报价中标或买家下单后，订单会出现在这里。">
      <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
        去需求大厅
      </LinkButton>
    </EmptyState>
  )

const tabsOf = (side: Side, page: OrdersPage | undefined): Tab[] => {
  const [all, ...states] = stateTabs(orderStatuses, (status) => orderLabel(status, side), page?.counts)
  const toPay = { key: 'to_pay', label: side === 'buyer' ? '待付款' : '待收款', count: page?.toPay }
  return all === undefined ? [] : [all, toPay, ...states]
}
const anything = { status: undefined, keyword: '', from: '', until: '' }

/** The orders of one side by state, with search, days and pages in the address. */
export const Orders = ({ list, side, search, title, level }: Props) => {
  const state = useStore(list.orders)
  const query = useStore(list.query) ?? readOrderQuery(search)
  useEffect(() => list.start(), [list])
  const { status, keyword, from, until } = query
  const filtered = status !== undefined || [keyword, from, until].some((part) => part !== '')
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section aria-label={title}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <Heading className={level === 1 ? 'text-2xl font-semibold' : 'text-lg font-semibold'}>{title}</Heading>
        <OrderFilter list={list} side={side} query={query} />
      </div>
      {state.at === 'ready' && state.content.payeeMissing && <OwnPayeeMissing className="my-4" />}
      <ListFrame
        state={state}
        what="订单"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void list.load()}
        tabs={{
          label: '订单状态',
          tabs: tabsOf(side, state.at === 'ready' ? state.content : undefined),
          current: status ?? 'all',
          onChange: (key) => list.choose({ status: orderTabs.find((tab) => tab === key) }),
        }}
        page={{ size: list.pageSize, current: query.current, onChange: (current) => list.choose({ current }) }}
        empty={
          filtered ? (
            <EmptyState title="没有符合条件的订单" text="换个状态、日期或关键词再看看。">
              <Button onClick={() => list.choose(anything)}>清空条件</Button>
            </EmptyState>
          ) : (
            <Nothing side={side} />
          )
        }
      >
        {({ data }) => <OrderTable rows={data} side={side} />}
      </ListFrame>
    </section>
  )
}
