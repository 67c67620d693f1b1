import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { parseFen, formatYuanInput } from '../../../domain/money-input.ts'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/pay/seller-payments.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { AmountInput } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FactList } from '../../FactList.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'

/** Explanation of a received amount that differs from the requested one. */
function differenceText(payment: SellerPayment, received: number | null): string | undefined {
  if (received === null || received === payment.amount) return undefined
  return received < payment.amount
    ? `比应付少 ¥${yuan(payment.amount - received)}，余款仍由买家付款。`
    : `比应付多 ¥${yuan(received - payment.amount)}，多付部分可在订单中退回。`
}

type Props = { payment: SellerPayment; busy: boolean; failure: Failure | null }

/** Received amount as shown by the bank account. */
const ReceivedDialog = ({ payment, busy, failure }: Props) => {
  const [typed, setTyped] = useState(formatYuanInput(payment.amount))
  const [fault, setFault] = useState<string>()
  // Amount whose difference was confirmed; another amount is confirmed again.
  const [shown, setShown] = useState<number>()
  const received = parseFen(typed)
  const isOther = received !== null && received !== payment.amount
  const asks = isOther && received === shown
  const send = () => {
    if (received === null || received === 0) return setFault('请填写实际到账的金额，最多两位小数')
    setFault(undefined)
    if (isOther && !asks) return setShown(received)
    void store.submitPaymentVerdict({ received }).then((worked) => {
      if (worked) toast.success('已确认到账，买家会收到通知')
    })
  }
  return (
    <Dialog
      open
      onClose={store.closePaymentVerdict}
      title="确认到账"
      text="请核对银行账户后填写实际到账金额。"
      actions={
        <>
          <Button onClick={store.closePaymentVerdict}>取消</Button>
          <Button kind="main" busy={busy} onClick={send}>
            {asks ? `确认到账 ¥${yuan(received)}` : '确认到账'}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={failure.message} />
        </div>
      )}
      <div className="mb-4">
        <FactList
          columns={1}
          facts={[
            { label: '付款企业', value: payment.buyerName },
            { label: '应付金额', value: `¥${yuan(payment.amount)}` },
            { label: '转账备注码', value: payment.remarkCode },
          ]}
        />
      </div>
      <AmountInput
        label="到账金额"
        required
        value={typed}
        error={fault}
        hint={differenceText(payment, received)}
        onChange={(event) => setTyped(event.target.value)}
      />
      {asks && (
        <div className="mt-4">
          <Notice tone="act" title={`与应付金额相差 ¥${yuan(Math.abs(received - payment.amount))}`}>
            应付 ¥{yuan(payment.amount)}，填写的到账 ¥{yuan(received)}。请对照银行流水再看一眼，无误后再次点击确认。
          </Notice>
        </div>
      )}
    </Dialog>
  )
}

/** The payee's verdict on a transfer. */
export const PaymentVerdictDialog = () => {
  const now = useStore(store.paymentVerdict)
  if (now === null) return null
  const { payment, verdict, sending, failure } = now
  if (verdict === 'confirm') return <ReceivedDialog payment={payment} busy={sending} failure={failure} />
  if (verdict === 'undo') {
    return (
      <ReasonDialog
        open
        title="撤销到账确认"
        text={`已确认到账 ¥${yuan(payment.received ?? 0)}，应付 ¥${yuan(payment.amount)}。撤销后该凭证重新等待核实，买家会看到您写的原因。`}
        label="撤销原因"
        confirm="撤销确认"
        busy={sending}
        failure={failure}
        onCancel={store.closePaymentVerdict}
        onConfirm={(reason) =>
          void store.submitPaymentVerdict({ reason }).then((worked) => {
            if (worked) toast.success('已撤销，请重新核实到账金额')
          })
        }
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="未收到款项"
      text={`¥${yuan(payment.amount)}，备注码 ${payment.remarkCode}。买家会看到您写的原因，可重新付款。`}
      label="说明"
      confirm="提交"
      busy={sending}
      failure={failure}
      onCancel={store.closePaymentVerdict}
      onConfirm={(reason) =>
        void store.submitPaymentVerdict({ reason }).then((worked) => {
          if (worked) toast.success('已答复买家')
        })
      }
    />
  )
}
