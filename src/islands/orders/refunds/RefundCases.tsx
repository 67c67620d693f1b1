import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { RefundCase } from '../../../contract/orders/refunds.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/refund-cases.ts'
import { sumOfTyped } from '../../../stores/orders/refunds.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { FileLinks } from '../documents/FileLinks.tsx'
import { RulingDialog } from '../RulingDialog.tsx'
import { OverdueTransfers } from './OverdueTransfers.tsx'

/** What both sides wrote. */
const Statements = ({ refundCase }: { refundCase: RefundCase }) => (
  <dl className="space-y-2">
    {[
      { name: '申请', text: refundCase.reason },
      { name: '供应商', text: refundCase.answer === '' ? '未在答复期内答复' : refundCase.answer },
      { name: '买家说明', text: refundCase.escalation },
    ].map(({ name, text }) => (
      <div key={name} className="flex gap-3">
        <dt className="w-16 shrink-0 text-ink-3">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{text}</dd>
      </div>
    ))}
  </dl>
)

/** Amounts by payment line with a reason; all of them 0 = the request is not supported. */
const RefundRulingDialog = () => {
  const ruling = useStore(store.refundRuling)
  if (ruling === null) return null
  const { refundCase, lines, reason, sending, failure } = ruling
  const sum = sumOfTyped(lines)
  const evidence = (
    <div className="rounded-md bg-surface-2 p-4">
      <Statements refundCase={refundCase} />
      <FileLinks files={refundCase.files} className="mt-2" />
    </div>
  )
  return (
    <RulingDialog
      title={`裁定退款 ${refundCase.orderNo}`}
      text={`${refundCase.buyerName} 申请 ${refundCase.sellerName} 退款 ¥${yuan(refundCase.asked)}。`}
      confirm={sum === 0 ? '不支持退款' : `裁定退款 ¥${yuan(sum)}`}
      evidence={evidence}
      lines={lines}
      onLine={store.changeRulingLine}
      reason={reason}
      onReason={store.changeRulingReason}
      sending={sending}
      failure={failure}
      onSubmit={store.submitRefundRuling}
      onClose={store.closeRefundRuling}
    />
  )
}

const Case = ({ refundCase }: { refundCase: RefundCase }) => (
  <li className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4 desk:px-6">
    <div className="min-w-0 flex-1 basis-72">
      <p className="font-medium wrap-anywhere">{refundCase.title}</p>
      <p className="text-sm text-ink-3">
        {refundCase.orderNo}，{refundCase.buyerName} → {refundCase.sellerName}
      </p>
      <div className="mt-2 text-sm">
        <Statements refundCase={refundCase} />
      </div>
      <FileLinks files={refundCase.files} className="mt-2 text-sm" />
    </div>
    <div className="flex flex-wrap items-end gap-4 desk:flex-col desk:items-end">
      <p className="tabular-nums desk:text-right">
        <b className="text-lg font-semibold">¥{yuan(refundCase.asked)}</b>
        <span className="block text-sm text-ink-3">已付 ¥{yuan(refundCase.paid)}</span>
        <time className="block text-sm text-ink-3" dateTime={refundCase.escalatedAt}>
          {dateTime(refundCase.escalatedAt)}
        </time>
      </p>
      <Button
        size="sm"
        kind="outline"
        className="max-md:h-11"
        aria-label={`裁定退款 ${refundCase.orderNo}`}
        onClick={() => store.openRefundRuling(refundCase)}
      >
        裁定
      </Button>
    </div>
  </li>
)

const Cases = () => (
  <AsyncContent
    state={useStore(store.refundCases)}
    what="退款申请"
    onRetry={() => void store.loadRefundCases()}
    frame={cardFrame}
    skeleton={<CardSkeleton lines={3} />}
  >
    {({ data, total }) =>
      data.length === 0 ? (
        cardFrame(<p className="py-6 text-center text-ink-3">暂无等待裁定的退款申请。</p>)
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {data.map((refundCase) => (
              <Case key={refundCase.requestId} refundCase={refundCase} />
            ))}
          </ul>
          {total > data.length && (
            <p className="mt-3 text-sm text-ink-3">
              共 {total} 份，先显示等待最久的 {data.length} 份；裁定后显示其余的。
            </p>
          )}
        </>
      )
    }
  </AsyncContent>
)

/** Refunds that need an operator: taken to the platform by buyers, or agreed to and not transferred. */
export const RefundCases = ({ search }: { search: string }) => {
  const view = useStore(store.refundView)
  const cases = useStore(store.refundCases)
  const transfers = useStore(store.overdueTransfers)
  useEffect(() => store.startRefundCases(new URLSearchParams(search).get('view')), [search])
  return (
    <section className="mt-10" aria-label="退款">
      <h2 className="mb-4 text-lg font-semibold">退款</h2>
      <Tabs
        label="退款"
        current={view}
        tabs={[
          { key: 'cases', label: '申请平台处理', count: cases.at === 'ready' ? cases.content.total : undefined },
          {
            key: 'transfers',
            label: '逾期未转账',
            count: transfers.at === 'ready' ? transfers.content.total : undefined,
          },
        ]}
        onChange={(key) => store.setRefundView(key)}
      >
        <div className="pt-4">{view === 'cases' ? <Cases /> : <OverdueTransfers />}</div>
      </Tabs>
      <RefundRulingDialog />
    </section>
  )
}
