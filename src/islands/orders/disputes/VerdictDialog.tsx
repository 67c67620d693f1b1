import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { yuan } from '../../../domain/money.ts'
import { fenOf } from '../../../domain/money-input.ts'
import { faultsOf } from '../../../stores/faults.ts'
import * as store from '../../../stores/orders/disputes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { toast } from '../../../ui/toast.ts'

const verdicts = [
  { value: 'resume', label: '继续执行' },
  { value: 'complete', label: '视为完成' },
  { value: 'cancel', label: '取消并退款' },
] as const
const hints: Readonly<Record<store.VerdictEvent, string>> = {
  resume: '订单回到进行中，由供应商重新交付。',
  complete: '按交付合格处理，未付款项仍需支付。',
  cancel: '订单结束，按填写的金额退回买家。',
}

/** The platform's word about a dispute, with its reason and, where it ends the order, what goes back. */
export const VerdictDialog = () => {
  const deciding = useStore(store.deciding)
  const [tried, setTried] = useState(false)
  if (deciding === null) return null
  const { dispute, event, reason, refund, sending, failure } = deciding
  const amount = fenOf(refund)
  const asks = event === 'cancel' && dispute.paid > 0
  const refundFault =
    amount === null ? '请填写金额，最多两位小数' : amount > dispute.paid ? `最多可退 ¥${yuan(dispute.paid)}` : undefined
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = () => {
    setTried(true)
    if (reason.trim() === '' || (asks && refundFault !== undefined)) return
    void store.settle(asks ? (amount ?? 0) : 0).then((worked) => {
      if (!worked) return
      setTried(false)
      toast.good('已裁定，双方会收到通知')
    })
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.dismiss}
      title={`裁定争议 ${dispute.orderNo}`}
      text={`${dispute.disputedBy}：${dispute.reason}`}
      actions={
        <>
          <Button onClick={store.dismiss}>取消</Button>
          <Button kind="main" busy={sending} onClick={send}>
            提交裁定
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <Radio
          label="裁定"
          options={verdicts}
          value={event}
          hint={hints[event]}
          onChange={(chosen) => store.change({ event: chosen })}
        />
        {asks && (
          <Input
            label="退款金额"
            required
            unit="元"
            inputMode="decimal"
            hint={`买家已付 ¥${yuan(dispute.paid)}`}
            value={refund}
            error={tried ? refundFault : undefined}
            onChange={(typed) => store.change({ refund: typed.target.value })}
          />
        )}
        <Textarea
          label="理由"
          required
          rows={4}
          maxLength={500}
          typed={reason.length}
          hint="双方都会看到"
          value={reason}
          error={tried && reason.trim() === '' ? '请写明理由' : fault}
          onChange={(typed) => store.change({ reason: typed.target.value })}
        />
      </div>
    </Dialog>
  )
}
