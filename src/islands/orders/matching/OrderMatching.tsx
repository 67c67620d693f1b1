import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { yuan } from '../../../domain/money.ts'
import { links } from '../../../domain/links.ts'
import {
  exceptionKindLabels,
  isExceptionActive,
  maxExceptionReason,
} from '../../../domain/orders/matching/exceptions.ts'
import { taxRateText } from '../../../domain/orders/tax-rates.ts'
import type { Side } from '../../../domain/sides.ts'
import * as store from '../../../stores/orders/matching/order-match.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { MatchLines } from './MatchLines.tsx'
import { MatchPapers } from './MatchPapers.tsx'

const ExplainDialog = () => {
  const now = useStore(store.explanation.state)
  if (now === null) return null
  return (
    <ReasonDialog
      open
      calm
      title={`说明差异：${exceptionKindLabels[now.subject.kind]}`}
      text="对方与平台都能看到您的说明。差异消除前可以修改；金额或内容变化后需要重新说明。"
      label="原因"
      confirm="提交说明"
      maxLength={maxExceptionReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.explanation.close}
      onConfirm={(reason) =>
        void store.explanation.submit(reason).then((worked) => worked && toast.success('已说明，对方会收到通知'))
      }
    />
  )
}

/** The match of an order for either side: four columns by payment, vouchers and invoices, exceptions. */
export const OrderMatching = ({ side, orderId }: { side: Side; orderId: number }) => {
  const state = useStore(store.orderMatch)
  useEffect(() => store.startOrderMatch(side, orderId), [side, orderId])
  return (
    <section id="matching" className="mt-6 scroll-mt-16" aria-label="对账">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold">对账</h2>
        <a
          href={side === 'buyer' ? links.buyerMatching() : links.sellerMatching()}
          className="text-sm text-accent hover:underline max-md:py-3 print:hidden"
        >
          全部对账
        </a>
      </div>
      <AsyncContent
        state={state}
        what="对账"
        onRetry={() => void store.loadOrderMatch()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={4} />}
      >
        {(match) => (
          <>
            {match.taxRate !== null && (
              <p className="mb-2 text-sm text-ink-3">约定税率 {taxRateText(match.taxRate)}，发票按此核对。</p>
            )}
            <MatchLines lines={match.lines} />
            {match.unallocated > 0 && (
              <div className="mt-3">
                <Notice tone="act" title={`有 ¥${yuan(match.unallocated)} 的发票没有对应的款项`}>
                  已开发票超过全部应付金额，请供应商红冲后按实付重开。
                </Notice>
              </div>
            )}
            <MatchPapers match={match} />
            <ExceptionList
              match={match}
              actions={(exception) =>
                exception.mayExplain ? (
                  <Button size="sm" className="max-md:h-11" onClick={() => store.explanation.open(exception)}>
                    {exception.explanation === '' ? '说明原因' : '补充说明'}
                  </Button>
                ) : undefined
              }
            />
            {!match.exceptions.some(({ status }) => isExceptionActive(status)) && (
              <p className="mt-2 text-sm text-ink-3">暂无差异。付款、验收、凭证或发票变化后会重新核对。</p>
            )}
          </>
        )}
      </AsyncContent>
      <ExplainDialog />
    </section>
  )
}
