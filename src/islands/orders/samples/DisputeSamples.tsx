import { useEffect, useState } from 'react'
import type { OrderSamples } from '../../../contract/orders/samples.ts'
import { loadDisputeSamples } from '../../../stores/orders/samples/dispute-samples.ts'
import { formatAmount } from '../../../domain/orders/samples/sample-terms.ts'
import { SampleState, ShipmentList } from './sample-parts.tsx'

/** Samples of a disputed order for an operator; nothing without any. */
export const DisputeSamples = ({ disputeId }: { disputeId: number }) => {
  const [content, setContent] = useState<OrderSamples | 'failed' | null>(null)
  useEffect(() => {
    const own = new AbortController()
    void loadDisputeSamples(disputeId).then((loaded) => {
      if (!own.signal.aborted) setContent(loaded ?? 'failed')
    })
    return () => own.abort()
  }, [disputeId])
  if (content === 'failed') return <p className="text-ink-3">样品加载失败，请关闭后重试。</p>
  if (content === null || content.samples.length === 0) return null
  return (
    <section aria-label="样品">
      <h3 className="mb-2 font-medium">样品</h3>
      <ul className="space-y-1">
        {content.samples.map((row) => (
          <li key={row.sampleId} className="flex flex-wrap justify-between gap-3 wrap-anywhere">
            <span>
              {row.sampleNo} {row.name}，{formatAmount(row.amount, row.unit)}
            </span>
            <SampleState row={row} />
          </li>
        ))}
      </ul>
      <ShipmentList shipments={content.shipments} side={null} />
    </section>
  )
}
