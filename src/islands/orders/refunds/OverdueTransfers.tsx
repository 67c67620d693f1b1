import { useStore } from '@nanostores/react'
import type { OverdueTransfer } from '../../../contract/orders/refunds.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { overdueTransferDays } from '../../../domain/orders/refund-requests.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/refund-cases.ts'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

const Transfer = ({ transfer }: { transfer: OverdueTransfer }) => (
  <li className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4 desk:px-6">
    <div className="min-w-0 flex-1 basis-72">
      <p className="font-medium wrap-anywhere">{transfer.title}</p>
      <p className="text-sm text-ink-3">
        <a
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
          href={links.opsOrders({ keyword: transfer.orderNo })}
        >
          {transfer.orderNo}
        </a>
        ，{transfer.sellerName} → {transfer.buyerName}
      </p>
      <p className="mt-2 text-sm wrap-anywhere">
        {transfer.lineName}，买家以{paymentMethodLabels[transfer.paidBy]}支付，退款单 {transfer.refundNo}
      </p>
      <p className="text-sm wrap-anywhere text-ink-3">退款原因：{transfer.reason}</p>
      {transfer.answer !== '' && <p className="text-sm wrap-anywhere text-bad">买家未收到：{transfer.answer}</p>}
    </div>
    <p className="tabular-nums desk:text-right">
      <b className="text-lg font-semibold">¥{yuan(transfer.amount)}</b>
      <time className="block text-sm text-ink-3" dateTime={transfer.pendingSince}>
        {date(transfer.pendingSince)} 起等待转账
      </time>
    </p>
  </li>
)

/** Agreed transfers back that suppliers have not made, for operators. */
export const OverdueTransfers = () => (
  <AsyncContent
    state={useStore(store.overdueTransfers)}
    what="逾期未转账的退款"
    onRetry={() => void store.loadOverdueTransfers()}
    frame={cardFrame}
    skeleton={<CardSkeleton lines={3} />}
  >
    {({ data, total }) =>
      data.length === 0 ? (
        cardFrame(<p className="py-6 text-center text-ink-3">暂无逾期未转账的退款。</p>)
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-3">
            供应商同意退款后 {overdueTransferDays}{' '}
            天仍未登记转账，已再次提醒。请联系供应商，必要时告知买家可以发起争议。
          </p>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {data.map((transfer) => (
              <Transfer key={transfer.refundId} transfer={transfer} />
            ))}
          </ul>
          {total > data.length && (
            <p className="mt-3 text-sm text-ink-3">
              共 {total} 笔，先显示等待最久的 {data.length} 笔。
            </p>
          )}
        </>
      )
    }
  </AsyncContent>
)
