import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { orderLabel, orderStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import type { OrderList } from '../../stores/orders/order-list.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ListSearch } from '../demands/ListSearch.tsx'
import { card, Shown } from '../demands/Shown.tsx'
import { TableSkeleton } from '../demands/TableSkeleton.tsx'
import { OrderTable } from './OrderTable.tsx'

type Props = {
  list: OrderList
  side: 'buyer' | 'seller'
  search: string
  title: string
  /** A heading of the page, or of a part of it. */
  level: 1 | 2
}

const Nothing = ({ side }: { side: 'buyer' | 'seller' }) =>
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

/** The orders of one side by state, with search and pages in the address. */
export const Orders = ({ list, side, search, title, level }: Props) => {
  const state = useStore(list.orders)
  const query = useStore(list.query) ?? readListQuery(search, orderStatuses)
  useEffect(() => list.start(), [list])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const count = (status?: OrderStatus) =>
    counts && (status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, one) => sum + one, 0))
  const tabs = [
    { key: 'all', label: '全部', count: count() },
    ...orderStatuses.map((status) => ({ key: status, label: orderLabel(status, side).label, count: count(status) })),
  ]
  const filtered = query.status !== undefined || query.keyword !== ''
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section aria-label={title}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <Heading className={level === 1 ? 'text-2xl font-semibold' : 'text-lg font-semibold'}>{title}</Heading>
        <ListSearch
          placeholder={side === 'buyer' ? '订单号、项目或供应商' : '订单号、项目或买家'}
          keyword={query.keyword}
          onSearch={(keyword) => list.choose({ keyword })}
        />
      </div>
      <Tabs
        label="订单状态"
        tabs={tabs}
        current={query.status ?? 'all'}
        onChange={(key) => list.choose({ status: orderStatuses.find((status) => status === key) })}
      >
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <Shown
            state={state}
            what="订单"
            permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
            onRetry={() => void list.load()}
            skeleton={<TableSkeleton />}
            frame={card}
          >
            {({ data, total }) =>
              data.length > 0 ? (
                <>
                  <OrderTable rows={data} side={side} />
                  <div className="pt-4">
                    <Pager
                      total={total}
                      pageSize={list.pageSize}
                      current={query.current}
                      onChange={(current) => list.choose({ current })}
                    />
                  </div>
                </>
              ) : (
                card(
                  filtered ? (
                    <EmptyState title="没有符合条件的订单" text="换个状态或关键词再看看。">
                      <Button onClick={() => list.choose({ status: undefined, keyword: '' })}>清空条件</Button>
                    </EmptyState>
                  ) : (
                    <Nothing side={side} />
                  ),
                )
              )
            }
          </Shown>
        </div>
      </Tabs>
    </section>
  )
}
