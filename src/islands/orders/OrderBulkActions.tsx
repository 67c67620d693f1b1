import type { OrderRow } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { isPaymentAsked } from '../../domain/orders/order-actions.ts'
import type { Side } from '../../domain/sides.ts'
import type { OrderList } from '../../stores/orders/list/order-list.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { SheetButton } from '../list/SheetButton.tsx'
import { RemindButton } from './RemindButton.tsx'

type Props = { rows: readonly OrderRow[]; side: Side; list: OrderList }

/** Joint payment of the selected orders. */
const Pay = ({ rows }: { rows: readonly OrderRow[] }) => {
  const toPay = rows.filter(isPaymentAsked)
  if (toPay.length === 0) return <span className="text-sm text-ink-2">所选订单暂无待付款项</span>
  return (
    <>
      <LinkButton size="sm" kind="main" href={links.payOrders(toPay.map(({ orderId }) => orderId).join(','))}>
        付款（{toPay.length} 份）
      </LinkButton>
      <span className="text-sm text-ink-2">未付共 ¥{yuan(toPay.reduce((sum, { open }) => sum + open, 0))}</span>
    </>
  )
}

/** Actions for the selected orders. */
export const OrderBulkActions = ({ rows, side, list }: Props) => (
  <>
    {side === 'buyer' && <Pay rows={rows} />}
    <RemindButton orders={rows} side={side} onDone={() => void list.load()} counted />
    <SheetButton
      name={list.name}
      label="导出所选"
      onDownload={() => list.downloadSheet(new Set(rows.map(({ orderId }) => orderId)))}
    />
  </>
)
