import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import type { DealRecord } from '../../../contract/orders/deal-record.ts'
import {
  dealEventLabel,
  dealKindLabels,
  dealSideLabels,
  dealStateLabel,
  shortHash,
} from '../../../domain/orders/deal-record.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/deal-record.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const showEarlier = () =>
  void store.loadEarlierEntries().then((failure) => {
    if (failure !== null) toast.error(`更早的记录加载失败：${failure.message}`)
  })

const coverText = ({ root, entries }: DealRecord): string => {
  if (root === null) return '今晚起每日汇总存证，汇总值对外公布。'
  const rest = entries - root.seq
  const signed = root.signed ? '已签名并公布' : '已公布'
  return `${root.day} 的每日汇总已包含前 ${root.seq} 条，${signed}${rest > 0 ? `；其后 ${rest} 条将进入下一次汇总` : ''}。`
}

/** Entries of a record, newest first, and whether the server could verify them. */
const RecordEntries = ({ record }: { record: DealRecord }) => {
  const isLoading = useStore(store.loadingEarlier)
  return (
    <div className="rounded-lg border border-line bg-surface">
      {record.broken !== null && (
        <div className="p-4 desk:px-6">
          <Notice tone="bad" title={`第 ${record.broken} 条起校验不通过`}>
            记录与写入时不一致，请联系平台核实。
          </Notice>
        </div>
      )}
      {record.data.length === 0 ? (
        <p className="px-4 py-5 text-ink-3 desk:px-6">暂无记录。</p>
      ) : (
        <ol className="divide-y divide-line" aria-label="存证记录">
          {record.data.map((entry) => (
            <li key={entry.seq} className="flex gap-3 px-4 py-3 desk:px-6">
              <span className="w-10 shrink-0 text-ink-3 tabular-nums">{entry.seq}</span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">
                    {dealKindLabels[entry.kind]}：{dealEventLabel(entry)}
                  </span>
                  <span className="text-sm text-ink-3">
                    {[dealSideLabels[entry.side], entry.companyName].filter(Boolean).join(' ')}
                  </span>
                </p>
                {entry.detail !== '' && <p className="text-ink-2 wrap-anywhere">{entry.detail}</p>}
                <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-ink-3">
                  <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                  <span title={entry.hash}>
                    校验值 <span className="font-mono">{shortHash(entry.hash)}</span>
                  </span>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 text-sm text-ink-3 desk:px-6">
        <p className="min-w-0 flex-1">{coverText(record)}</p>
        {record.next !== null && (
          <Button size="sm" className="max-md:h-11 print:hidden" busy={isLoading} onClick={showEarlier}>
            更早的记录
          </Button>
        )}
      </div>
    </div>
  )
}

const DealRecordBody = ({ side }: { side: Side | 'operator' }) => {
  const state = useStore(store.dealRecord)
  return (
    <AsyncContent
      state={state}
      what="存证记录"
      permission={side === 'operator' ? undefined : side === 'buyer' ? 'my_orders' : 'order_manage'}
      onRetry={() => void store.loadDealRecord()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={4} className="min-h-[240px]" />}
    >
      {(record) => <RecordEntries record={record} />}
    </AsyncContent>
  )
}

/** State of the record, as the server verified it with the answer. */
const RecordState = () => {
  const state = useStore(store.dealRecord)
  if (state.at !== 'ready') return null
  const { state: verified, entries } = state.content
  return (
    <>
      <StateBadge {...dealStateLabel(verified)} />
      <span className="text-sm text-ink-3">共 {entries} 条</span>
    </>
  )
}

/** Download of the evidence pack. */
const PackLink = () => {
  const state = useStore(store.dealRecord)
  if (state.at !== 'ready') return null
  return (
    <LinkButton className="ml-auto max-md:h-11 print:hidden" href={state.content.packUrl} download>
      <FileDown className="size-4" />
      下载证据包
    </LinkButton>
  )
}

/** 存证记录 of an order: every step, payment, delivery and paper of both sides, chained by hashes. */
export const OrderRecord = ({ side, orderId }: { side: Side; orderId: number }) => {
  useEffect(() => store.startDealRecord({ side, orderId }), [side, orderId])
  return (
    <section id="record" className="mt-6 scroll-mt-16" aria-label="存证记录">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">存证记录</h2>
        <RecordState />
        <PackLink />
      </div>
      <DealRecordBody side={side} />
    </section>
  )
}

/** The same record for an operator, inside a dispute. */
export const DisputeRecord = ({ disputeId }: { disputeId: number }) => {
  useEffect(() => store.startDealRecord({ side: 'operator', disputeId }), [disputeId])
  return (
    <section aria-label="存证记录">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h3 className="font-medium">存证记录</h3>
        <RecordState />
        <PackLink />
      </div>
      <DealRecordBody side="operator" />
    </section>
  )
}
