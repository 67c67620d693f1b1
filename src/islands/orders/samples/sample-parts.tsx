import type { SampleRow, ShipmentRow } from '../../../contract/orders/samples.ts'
import { links } from '../../../domain/links.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { quarantineLabel, sampleStatusLabel, shipmentLabel } from '../../../domain/orders/samples/sample-states.ts'
import { formatAmount, sampleHazardLabels, sampleKindLabels } from '../../../domain/orders/samples/sample-terms.ts'
import { formatLimits } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import { monthMinute } from '../../../domain/time.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'

export const sampleHref = (side: Side, sampleId: number) =>
  side === 'buyer' ? links.buyerSample(sampleId) : links.sellerSample(sampleId)
export const shipmentHref = (side: Side, shipmentId: number) =>
  side === 'buyer' ? links.buyerShipment(shipmentId) : links.sellerShipment(shipmentId)

type Named = { row: SampleRow; side: Side | null }

/** Name and number; operators (null) have no page of a sample. */
export const SampleName = ({ row, side }: Named) => (
  <>
    {side === null ? (
      <span className="font-medium wrap-anywhere">{row.name}</span>
    ) : (
      <a
        href={sampleHref(side, row.sampleId)}
        className="line-clamp-2 font-medium wrap-anywhere hover:text-accent hover:underline"
      >
        {row.name}
      </a>
    )}
    <span className="block text-sm whitespace-nowrap text-ink-3">{row.sampleNo}</span>
  </>
)

export const SampleState = ({ row: { status, quarantine } }: { row: SampleRow }) => {
  const stopped = quarantineLabel(quarantine, status)
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {stopped !== null && <StateBadge {...stopped} />}
      <StateBadge {...sampleStatusLabel(status)} />
    </span>
  )
}

/** Amount, temperature and hazards. */
export const SampleContent = ({ row: { amount, unit, minTemp, maxTemp, hazards } }: { row: SampleRow }) => (
  <>
    <span className="whitespace-nowrap tabular-nums">{formatAmount(amount, unit)}</span>
    <span className="block text-sm whitespace-nowrap text-ink-3">{formatLimits({ min: minTemp, max: maxTemp })}</span>
    {hazards.length > 0 && (
      <span className="mt-1 flex flex-wrap gap-1">
        {hazards.map((hazard) => (
          <Tag key={hazard} label={sampleHazardLabels[hazard]} />
        ))}
      </span>
    )}
  </>
)

const holderText = ({ holder, isHolder }: SampleRow, side: Side | null) =>
  isHolder && side !== null ? '本企业' : dealSideLabels[holder]

/** Columns of samples of an order. */
export const sampleColumns = (side: Side | null): readonly Column<SampleRow>[] => [
  { key: 'name', head: '样品', className: 'min-w-44', cell: (row) => <SampleName row={row} side={side} /> },
  {
    key: 'kind',
    head: '类型',
    className: 'whitespace-nowrap',
    cell: ({ kind }) => sampleKindLabels[kind],
  },
  { key: 'content', head: '数量与温度', cell: (row) => <SampleContent row={row} /> },
  { key: 'holder', head: '保管方', className: 'whitespace-nowrap', cell: (row) => holderText(row, side) },
  { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <SampleState row={row} /> },
]

/** A sample on a phone. */
export const SamplePhoneRow = ({ row, side }: Named) => (
  <>
    <SampleName row={row} side={side} />
    <div className="mt-2 flex flex-wrap items-start justify-between gap-2">
      <span>
        <SampleContent row={row} />
      </span>
      <span className="text-right">
        <SampleState row={row} />
        <span className="block text-sm text-ink-3">保管方：{holderText(row, side)}</span>
      </span>
    </div>
  </>
)

/** Shipments in a list; operators (null) have no page of a shipment. */
export const ShipmentList = ({ shipments, side }: { shipments: readonly ShipmentRow[]; side: Side | null }) => (
  <ul className="divide-y divide-line" aria-label="样品运输">
    {shipments.map((shipment) => {
      const { shipmentId, shipmentNo, fromSide, isGiver, status, count, undecided, carrier, trackingNo } = shipment
      const how = [carrier, trackingNo].filter(Boolean).join('，')
      return (
        <li key={shipmentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <span className="min-w-0">
            {side === null ? (
              <span className="font-medium">{shipmentNo}</span>
            ) : (
              <a href={shipmentHref(side, shipmentId)} className="font-medium hover:text-accent hover:underline">
                {shipmentNo}
              </a>
            )}
            <span className="block text-sm wrap-anywhere text-ink-3">
              {dealSideLabels[fromSide]}交出，{count} 个样品，
              {formatLimits({ min: shipment.minTemp, max: shipment.maxTemp })}
              {how !== '' && `，${how}`}
              {shipment.shippedAt !== null && `，${monthMinute(shipment.shippedAt)} 发出`}
            </span>
          </span>
          <span className="flex flex-wrap gap-3">
            {undecided > 0 && <StateBadge label="超温待处置" tone="bad" />}
            <StateBadge {...shipmentLabel(status, isGiver)} />
          </span>
        </li>
      )
    })}
  </ul>
)
