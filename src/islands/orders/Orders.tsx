import { links } from '../../domain/links.ts'
import { orderLabel, orderStatuses } from '../../domain/orders/order-states.ts'
import type { Side } from '../../domain/sides.ts'
import { buyerOrders, type OrderList, type OrdersPage, sellerOrders } from '../../stores/orders/list/order-list.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Tab } from '../../ui/navigation/tabs-class.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { DailyList } from '../list/DailyList.tsx'
import { stateTabs } from '../list/ListFrame.tsx'
import { SheetButton } from '../list/SheetButton.tsx'
import { OrderBulkActions } from './OrderBulkActions.tsx'
import { orderColumns } from './OrderTable.tsx'
import { OwnPayeeMissing } from './offers/PayeeMissing.tsx'

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
        查找服务
      </LinkButton>
      <LinkButton href={links.buyerAddDemand()}>发布需求</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="暂无订单" text="报价中标或买家下单后，订单会出现在这里。">
      <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
        需求大厅
      </LinkButton>
    </EmptyState>
  )

const tabsOf = (side: Side, page: OrdersPage | undefined): Tab[] => {
  const [all, ...states] = stateTabs(orderStatuses, (status) => orderLabel(status, side), page?.counts)
  const toPay = { key: 'to_pay', label: side === 'buyer' ? '待付款' : '待收款', count: page?.toPay }
  return all === undefined ? [] : [all, toPay, ...states]
}
/** Orders of one side by status; filters, sort order and page are in the address. */
export const Orders = ({ list, side, search, title, level }: Props) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section aria-label={title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Heading className={level === 1 ? 'text-2xl font-semibold' : 'text-lg font-semibold'}>{title}</Heading>
        <SheetButton name={list.name} label="导出 Excel" onDownload={() => list.downloadSheet()} />
      </div>
      <DailyList
        list={list}
        search={search}
        what="订单"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        placeholder={side === 'buyer' ? '订单号、本企业单号、项目或供应商' : '订单号、本企业单号、项目或买家'}
        amount="金额"
        days="下单日期"
        tabs={{ label: '订单状态', tabsOf: (page) => tabsOf(side, page) }}
        caption="订单一览"
        columns={orderColumns(side)}
        rowName={({ orderNo }) => `订单 ${orderNo}`}
        bulk={(rows) => <OrderBulkActions rows={rows} side={side} list={list} />}
        empty={<NoOrders side={side} />}
        notice={({ payeeMissing }) => payeeMissing && <OwnPayeeMissing className="my-4" />}
      />
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
