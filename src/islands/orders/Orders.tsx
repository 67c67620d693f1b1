import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { orderLabel, orderStatuses } from '../../domain/orders/order-states.ts'
import { exportingSheet } from '../../stores/operations/sheet-export.ts'
import { buyerOrders, type OrderList, type OrdersPage, sellerOrders } from '../../stores/orders/list/order-list.ts'
import { type OrderQuery, orderTabs, parseOrderQuery } from '../../stores/orders/list/order-query.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Tab } from '../../ui/navigation/tabs-class.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { ListFrame, stateTabs } from '../list/ListFrame.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { usePermission } from '../use-permission.ts'
import { OrderTable } from './OrderTable.tsx'
import { OwnPayeeMissing } from './offers/PayeeMissing.tsx'
import type { Side } from '../../domain/sides.ts'

type OrderFilterProps = { list: OrderList; side: Side; query: OrderQuery }

/** Filters by keyword and days, and the export of the result. */
const OrderFilter = ({ list, side, query }: OrderFilterProps) => {
  const busy = useStore(exportingSheet) === 'orders'
  const mayExport = usePermission('database')
  const { from, until } = query
  const save = () =>
    void list.downloadSheet().then((failure) => {
      if (failure !== null) toast.error(failure.message)
    })
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full">
      <div className="flex items-center gap-2 max-md:w-full" role="group" aria-label="下单日期">
        <DateInput
          bare
          className="min-w-0 flex-1 md:w-38 md:flex-none"
          label="下单日期从"
          value={from}
          max={until === '' ? undefined : until}
          onChange={(day) => list.updateQuery({ from: day })}
        />
        <span className="text-ink-3" aria-hidden>
          至
        </span>
        <DateInput
          bare
          className="min-w-0 flex-1 md:w-38 md:flex-none"
          label="下单日期到"
          value={until}
          min={from === '' ? undefined : from}
          onChange={(day) => list.updateQuery({ until: day })}
        />
      </div>
      <ListSearch
        placeholder={side === 'buyer' ? '订单号、项目或供应商' : '订单号、项目或买家'}
        keyword={query.keyword}
        onSearch={(keyword) => list.updateQuery({ keyword })}
      />
      {mayExport && (
        <Button className="max-md:h-11 max-md:w-full" busy={busy} onClick={save}>
          {!busy && <FileDown className="size-4" />}
          导出 Excel
        </Button>
      )}
    </div>
  )
}

type Props = {
  list: OrderList
  side: Side
  search: string
  title: string
  /** Heading level: of the page or of a section. */
  level: 1 | 2
}

const NoOrders = ({ side }: { side: Side }) =>
  side === 'buyer' ? (
    <EmptyState title="暂无订单" text="选定报价或从购物车结算后，订单会出现在这里。">
      <LinkButton kind="main" href={links.serviceHall()}>
        去找服务
      </LinkButton>
      <LinkButton href={links.buyerAddDemand()}>发布需求</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="暂无订单" text="报价中标或买家下单后，订单会出现在这里。">
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
const noFilter = { status: undefined, keyword: '', from: '', until: '' }

/** Orders of one side by status; keyword, days and page are in the address. */
export const Orders = ({ list, side, search, title, level }: Props) => {
  const state = useStore(list.orders)
  const query = useStore(list.query) ?? parseOrderQuery(search)
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
          onChange: (key) => list.updateQuery({ status: orderTabs.find((tab) => tab === key) }),
        }}
        page={{ size: list.pageSize, current: query.current, onChange: (current) => list.updateQuery({ current }) }}
        empty={
          filtered ? (
            <EmptyState title="没有符合条件的订单" text="换个状态、日期或关键词再看看。">
              <Button onClick={() => list.updateQuery(noFilter)}>清空条件</Button>
            </EmptyState>
          ) : (
            <NoOrders side={side} />
          )
        }
      >
        {({ data }) => <OrderTable rows={data} side={side} />}
      </ListFrame>
    </section>
  )
}

/** Orders of the company as buyer. */
export const BuyerOrders = ({ search }: { search: string }) => (
  <>
    <Orders list={buyerOrders} side="buyer" search={search} title="我的订单" level={1} />
    <Toaster />
  </>
)

/** Orders of the company as seller. */
export const SellerOrders = ({ search }: { search: string }) => (
  <>
    <Orders list={sellerOrders} side="seller" search={search} title="订单列表" level={2} />
    <Toaster />
  </>
)
