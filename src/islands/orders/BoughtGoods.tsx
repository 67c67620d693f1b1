import type { PurchasedLine } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import { date } from '../../domain/time.ts'
import { boughtGoods } from '../../stores/orders/list/order-list.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { PictureName } from './PictureName.tsx'
import { Reorder } from './Reorder.tsx'

const columns: readonly Column<PurchasedLine>[] = [
  {
    key: 'name',
    head: '商品与供应商',
    className: 'min-w-64',
    cell: (row) => <PictureName picture={row.pictureUrl} name={row.name} otherName={row.otherName} />,
  },
  {
    key: 'price',
    head: '单价与数量',
    align: 'right',
    cell: (row) => (
      <>
        <span className="whitespace-nowrap">¥{yuan(row.unitPrice)}</span>
        <span className="block text-sm whitespace-nowrap text-ink-3">
          × {row.quantity} {row.unit}
        </span>
      </>
    ),
  },
  {
    key: 'amount',
    head: '金额',
    align: 'right',
    cell: (row) => <span className="font-medium whitespace-nowrap">¥{yuan(row.amount)}</span>,
  },
  {
    key: 'order',
    head: '订单',
    className: 'w-40',
    cell: (row) => (
      <>
        <a href={links.buyerOrder(row.orderId)} className="whitespace-nowrap text-accent hover:underline">
          {row.orderNo}
        </a>
        <span className="block text-sm text-ink-3">{date(row.createdAt)}</span>
      </>
    ),
  },
  { key: 'state', head: '状态', className: 'w-24', cell: (row) => <StateBadge {...orderLabel(row.status, 'buyer')} /> },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <span className="inline-flex gap-2">
        <Reorder orderId={row.orderId} lineId={row.lineId} size="sm" name={`再次购买：${row.name}`} />
        <LinkButton
          size="sm"
          href={links.goodsList({ keyword: row.name.slice(0, 30) })}
          aria-label={`查找同款：${row.name}`}
        >
          查找同款
        </LinkButton>
      </span>
    ),
  },
]

/** 已购商品: order lines of goods. */
export const BoughtGoods = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={boughtGoods}
      search={search}
      what="商品"
      permission="my_orders"
      placeholder="商品、供应商或订单号"
      empty={
        <EmptyState title="暂无购买记录" text="下单采购的试剂、耗材与设备会列在这里，便于再次采购。">
          <LinkButton kind="main" href={links.goodsList()}>
            查看商品
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => <DataTable caption="已购商品" columns={columns} rows={data} rowKey={(row) => row.lineId} />}
    </FilteredList>
    <Toaster />
  </>
)
