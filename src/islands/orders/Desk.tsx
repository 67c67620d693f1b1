import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/orders/desk.ts'
import { buyerOrders } from '../../stores/orders/buyer-orders.ts'
import { sellerOrders } from '../../stores/orders/seller-orders.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { DeskHead, type Person } from './DeskHead.tsx'
import { DeskListings } from './DeskListings.tsx'
import { DeskPayments } from './DeskPayments.tsx'
import { DeskTodos } from './DeskTodos.tsx'
import { Orders } from './Orders.tsx'

type Props = { side: 'buyer' | 'seller'; mayList: boolean; person: Person; search: string; now: string }

const two =
  'grid grid-cols-[minmax(0,1fr)] gap-4 desk:grid-cols-[minmax(0,1fr)_256px] wide:grid-cols-[minmax(0,1fr)_304px]'

/** A desk: what waits, what is paid when, and for who may read them all orders. */
export const Desk = ({ side, mayList, person, search, now }: Props) => {
  const desk = useStore(store.desk)
  useEffect(() => void store.start(side), [side])
  return (
    <>
      <DeskHead person={person} desk={desk} now={now} />
      <Shown
        state={desk}
        what="待办"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.load()}
        frame={card}
        skeleton={
          <div className={two}>
            <CardSkeleton lines={5} className="min-h-[260px]" />
            <CardSkeleton lines={5} className="min-h-[260px]" />
          </div>
        }
      >
        {({ todos, payments, listings = [] }) => (
          <>
            <div className={two}>
              <DeskTodos todos={todos} side={side} now={now} />
              <DeskPayments payments={payments} side={side} now={now} />
            </div>
            {listings.length > 0 && <DeskListings listings={listings} />}
          </>
        )}
      </Shown>
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
