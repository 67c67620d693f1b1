import { buyerOrders } from '../../stores/orders/buyer-orders.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { Orders } from './Orders.tsx'

/** The orders the company buys by. */
export const BuyerOrders = ({ search }: { search: string }) => (
  <>
    <Orders list={buyerOrders} side="buyer" search={search} title="我的订单" level={1} />
    <Toaster />
  </>
)
