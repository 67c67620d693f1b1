import type { ReactNode } from 'react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { invoiceKindLabels } from '../../domain/orders/invoice-states.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0" aria-label={title}>
    <h2 className="font-semibold">{title}</h2>
    <div className="mt-1.5 break-words text-ink-2">{children}</div>
  </section>
)

/** Delivery address, invoice, remark of the buyer. */
export const OrderFacts = ({ order }: { order: OrderDetail }) => {
  const { address, invoice, remark, source } = order
  if (address === null && invoice === null && remark === '' && source === 'demand') return null
  return (
    <div className="mt-6 grid gap-x-10 gap-y-5 rounded-lg border border-line bg-surface p-4 md:grid-cols-3 desk:px-6 desk:py-5">
      <Part title="收货信息">
        {address === null ? (
          <p className="text-ink-3">无需收货</p>
        ) : (
          <>
            <p>
              {address.receiver} <span className="whitespace-nowrap tabular-nums">{address.mobile}</span>
            </p>
            <p>
              {address.districtName} {address.street}
            </p>
          </>
        )}
      </Part>
      <Part title="开票信息">
        {invoice === null ? (
          <p className="text-ink-3">暂不开票</p>
        ) : (
          <>
            <p>{invoiceKindLabels[invoice.kind]}</p>
            <p>{invoice.title}</p>
            <p className="text-sm text-ink-3">税号 {invoice.taxNo}</p>
          </>
        )}
      </Part>
      <Part title="买家备注">
        {remark === '' ? <p className="text-ink-3">没有备注</p> : <p className="whitespace-pre-line">{remark}</p>}
      </Part>
    </div>
  )
}
