import { Copy, Truck } from 'lucide-react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import type { Delivery } from '../../contract/orders/documents.ts'
import { isAwaitingAcceptance } from '../../domain/orders/order-states.ts'
import type { Side } from '../../domain/sides.ts'
import { dateTime } from '../../domain/time.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { copyText } from '../copy-text.ts'
import { FileLinks } from './documents/FileLinks.tsx'

const verdictOf = ({ verdict }: Delivery, { waits, side, goods = false }: Omit<EntryProps, 'delivery' | 'number'>) => {
  if (verdict === 'accepted') return { label: goods ? '已收货' : '已验收', tone: 'good' } as const
  if (verdict === 'changes') return { label: '要求修改', tone: 'bad' } as const
  return waits ? ({ label: goods ? '待收货' : '待验收', tone: side === 'buyer' ? 'act' : 'mute' } as const) : null
}

const Tracking = ({ carrier, trackingNo }: Delivery) =>
  trackingNo === '' ? null : (
    <p className="mt-2 flex flex-wrap items-center gap-x-2">
      <Truck className="size-4 text-ink-3" aria-hidden />
      <span>{carrier === '' ? '物流单号' : carrier}</span>
      <span className="font-medium tabular-nums">{trackingNo}</span>
      <button
        type="button"
        className="inline-flex items-center gap-1 px-1 text-sm text-accent hover:underline max-md:min-h-11 print:hidden"
        aria-label={`复制物流单号 ${trackingNo}`}
        onClick={() => void copyText(trackingNo, '物流单号')}
      >
        <Copy className="size-3.5" />
        复制
      </button>
    </p>
  )

/** Batches of goods in a delivery, with their papers. */
const DeliveredBatches = ({ batches }: Pick<Delivery, 'batches'>) =>
  batches.length === 0 ? null : (
    <ul className="mt-2 space-y-1" aria-label="批次">
      {batches.map(({ batchId, batchNo, productName, expired, coa, sds }) => (
        <li key={batchId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="break-words">
            批号 {batchNo}
            <span className="ml-2 text-sm text-ink-3">{productName}</span>
          </span>
          {expired && <StateBadge tone="bad" label="已过复验日" />}
          {coa !== null && (
            <a href={coa.url} download className="text-accent hover:underline max-md:py-2">
              检验报告（COA）
            </a>
          )}
          {sds !== null && (
            <a href={sds.url} download className="text-accent hover:underline max-md:py-2">
              安全技术说明书（SDS）
            </a>
          )}
        </li>
      ))}
    </ul>
  )

type EntryProps = {
  delivery: Delivery
  /** From 1, within the order or its milestone. */
  number: number
  /** The delivery waits for the buyer. */
  waits: boolean
  side: Side
  /** Goods are sent and received, work is delivered and accepted. */
  goods?: boolean
}

/** One delivery with note, files and the buyer's verdict. */
export const DeliveryEntry = ({ delivery, number, ...rest }: EntryProps) => {
  const verdict = verdictOf(delivery, rest)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          第 {number} 次{rest.goods === true ? '发货' : '交付'}
        </h3>
        {verdict !== null && <StateBadge {...verdict} />}
        <time className="ml-auto text-sm text-ink-3" dateTime={delivery.createdAt}>
          {dateTime(delivery.createdAt)}
        </time>
      </div>
      {delivery.note !== '' && <p className="mt-2 break-words whitespace-pre-line text-ink-2">{delivery.note}</p>}
      <Tracking {...delivery} />
      <FileLinks files={delivery.files} className="mt-2" />
      <DeliveredBatches batches={delivery.batches} />
      {delivery.verdict === 'changes' && delivery.reason !== '' && (
        <p className="mt-3 rounded-md bg-surface-2 px-3 py-2 break-words">
          <span className="text-ink-3">需要修改：</span>
          {delivery.reason}
        </p>
      )}
    </>
  )
}

/** Deliveries of an order without stages, newest first, with the buyer's verdict. */
export const OrderDeliveries = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const { deliveries, status } = order
  const goods = order.source === 'cart'
  if (deliveries.length === 0) return null
  return (
    <section id="delivery" className="mt-6 scroll-mt-16" aria-label="交付记录">
      <h2 className="mb-3 text-lg font-semibold">{goods ? '发货与收货' : '交付与验收'}</h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {deliveries.map((delivery, index) => (
          <li key={delivery.deliveryId} className="p-4 desk:px-6">
            <DeliveryEntry
              delivery={delivery}
              number={delivery.seq}
              waits={index === 0 && isAwaitingAcceptance(status)}
              side={side}
              goods={goods}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
