import { useStore } from '@nanostores/react'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { PayUntil } from './PayUntil.tsx'

const useSum = () => {
  const lines = useStore(store.chosenLines)
  return { count: lines.length, sum: lines.reduce((total, { open }) => total + open, 0) }
}

const PayButton = ({ bar = false }: { bar?: boolean }) => {
  const method = useStore(store.paymentMethod)
  const { at } = useStore(attempts.paymentSending)
  const { count } = useSum()
  const why = count === 0 ? '请先勾选要支付的款项' : undefined
  const id = bar ? 'why-not-bar' : 'why-not'
  return (
    <>
      <Button
        kind="main"
        size="lg"
        block={!bar}
        className={bar ? 'shrink-0' : ''}
        disabled={why !== undefined || method === null}
        busy={at === 'opening'}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => void attempts.startPayment()}
      >
        {method === 'bank' ? '获取转账信息' : '去支付'}
      </Button>
      {why !== undefined && (
        <p id={id} className={`text-sm text-ink-3 ${bar ? 'sr-only' : 'mt-2'}`}>
          {why}
        </p>
      )}
    </>
  )
}

/** Failure of the last attempt. */
export const PayRefused = () => {
  const { failure } = useStore(attempts.paymentSending)
  if (failure === null) return null
  return (
    <div className="mb-4">
      <Notice tone="bad" title={failure.message}>
        {failure.code === 0 && '没有提交成功，可以再试一次，不会重复付款。'}
      </Notice>
    </div>
  )
}

/** Amount to pay, deadline, and the pay button. */
export const PaySum = ({ payUntil }: { payUntil: string | null }) => {
  const method = useStore(store.paymentMethod)
  const { count, sum } = useSum()
  return (
    <aside className="rounded-lg border border-line bg-surface desk:sticky desk:top-6" aria-label="应付">
      <div className="p-5" aria-live="polite">
        <h2 className="text-lg font-semibold">本次支付</h2>
        <p className="mt-3">
          <Price fen={sum} size="xl" />
        </p>
        <p className="mt-1 text-sm text-ink-3">
          {count} 笔款项{method === null ? '' : `，${paymentMethodLabels[method]}`}
        </p>
      </div>
      {payUntil !== null && (
        <div className="border-t border-line bg-surface-2 p-5">
          <PayUntil until={payUntil} />
        </div>
      )}
      <div className="border-t border-line p-5 max-desk:hidden">
        <PayButton />
      </div>
    </aside>
  )
}

/** Total and button at the bottom on phones. */
export const PayBar = () => {
  const { sum } = useSum()
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex min-h-16 items-center justify-end gap-4 border-t border-line bg-surface px-4 py-2 desk:hidden">
      <p className="min-w-0 text-right">
        <span className="text-sm text-ink-2">本次支付 </span>
        <Price fen={sum} size="lg" />
      </p>
      <PayButton bar />
    </div>
  )
}
