import { Copy, Truck } from 'lucide-react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import type { Delivery } from '../../contract/orders/papers.ts'
import { fileSize } from '../../domain/operations/file-size.ts'
import { dateTime } from '../../domain/time.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { copyText } from '../copy-text.ts'

type Side = 'buyer' | 'seller'

const verdictOf = ({ verdict }: Delivery, newest: boolean, waits: boolean, side: Side) => {
  if (verdict === 'accepted') return { label: '已验收', tone: 'good' } as const
  if (verdict === 'changes') return { label: '要求修改', tone: 'bad' } as const
  return newest && waits ? ({ label: '待验收', tone: side === 'buyer' ? 'act' : 'mute' } as const) : null
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

const Files = ({ files }: Pick<Delivery, 'files'>) =>
  files.length === 0 ? null : (
    <ul className="mt-2 space-y-1">
      {files.map(({ fileId, name, size, url }) => (
        <li key={fileId} className="flex flex-wrap items-center gap-x-2">
          <a href={url} download className="min-w-0 break-all text-accent hover:underline max-md:py-2">
            {name}
          </a>
          <span className="text-sm text-ink-3">{fileSize(size)}</span>
        </li>
      ))}
    </ul>
  )

/** Everything that was handed over, the newest first, and what the buyer said of it. */
export const OrderDeliveries = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const { deliveries, status } = order
  if (deliveries.length === 0) return null
  return (
    <section id="delivery" className="mt-6 scroll-mt-20" aria-label="交付记录">
      <h2 className="mb-3 text-lg font-semibold">{order.source === 'cart' ? '发货与收货' : '交付与验收'}</h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {deliveries.map((delivery, index) => {
          const verdict = verdictOf(delivery, index === 0, status === 'delivered', side)
          return (
            <li key={delivery.deliveryId} className="p-4 desk:px-6">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-medium">第 {delivery.seq} 次交付</h3>
                {verdict !== null && <StateBadge {...verdict} />}
                <time className="ml-auto text-sm text-ink-3" dateTime={delivery.createdAt}>
                  {dateTime(delivery.createdAt)}
                </time>
              </div>
              {delivery.note !== '' && (
                <p className="mt-2 break-words whitespace-pre-line text-ink-2">{delivery.note}</p>
              )}
              <Tracking {...delivery} />
              <Files files={delivery.files} />
              {delivery.verdict === 'changes' && delivery.reason !== '' && (
                <p className="mt-3 rounded-md bg-surface-2 px-3 py-2 break-words">
                  <span className="text-ink-3">需要修改：</span>
                  {delivery.reason}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
