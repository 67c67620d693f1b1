import { sellerOrders } from '../../stores/orders/seller-orders.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { Orders } from './Orders.tsx'

/** The orders the company works on. */
export const SellerOrders = ({ search }: { search: string }) => (
  <>
    <Orders list={sellerOrders} side="seller" search={search} title="订单列表" level={2} />
    <Toaster />
  </>
)
