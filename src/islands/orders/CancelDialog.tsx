import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { yuan } from '../../domain/money.ts'
import { parseFen, formatYuanInput } from '../../domain/money-input.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import type { Side } from '../../domain/sides.ts'

type Props = {
  side: Side
  /** The order ends at once, without the other side's consent. */
  alone: boolean
  /** Amount paid, in fen. */
  paid: number
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (words: { reason: string; refundAmount?: number }) => void
}

const commonReasons = {
  buyer: ['规格或数量有误', '计划有变，不再需要', '与供应商协商一致', '交付时间不合适'],
  seller: ['库存或产能不足', '与买家协商一致', '技术条件无法满足', '买家长期未付款'],
} as const

/** Cancels an order, or requests its cancellation, with reason and refund amount. */
export const CancelDialog = ({ side, alone, paid, busy, failure, onCancel, onConfirm }: Props) => {
  const [reason, setReason] = useState('')
  const [refund, setRefund] = useState(formatYuanInput(paid))
  const [tried, setTried] = useState(false)
  const asksRefund = !alone && paid > 0
  const amount = parseFen(refund)
  const refundFault =
    amount === null ? '请填写金额，最多两位小数' : amount > paid ? `最多可退 ¥${yuan(paid)}` : undefined
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const missing = !alone && reason.trim() === ''
  const send = () => {
    setTried(true)
    if (missing || (asksRefund && (amount === null || refundFault !== undefined))) return
    onConfirm({ reason: reason.trim(), ...(asksRefund && amount !== null && { refundAmount: amount }) })
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      title={alone ? '取消订单' : '申请取消订单'}
      text={
        alone
          ? `供应商确认前您可以直接取消${paid > 0 ? '，已付款项将退回' : ''}。取消后不能恢复。`
          : '双方已确认的订单须经对方同意才能取消；对方答复前订单照常执行，您可以随时撤回。'
      }
      actions={
        <>
          <Button onClick={onCancel}>返回</Button>
          <Button kind="danger" busy={busy} onClick={send}>
            {alone ? '取消订单' : '提交申请'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <div className="flex flex-wrap gap-2" role="group" aria-label="常见原因">
          {commonReasons[side].map((words) => (
            <Button key={words} size="xs" className="max-md:h-11" onClick={() => setReason(words)}>
              {words}
            </Button>
          ))}
        </div>
        <Textarea
          label="取消原因"
          required={!alone}
          rows={3}
          maxLength={500}
          typed={reason.length}
          value={reason}
          error={tried && missing ? '请填写原因' : fault}
          onChange={(event) => setReason(event.target.value)}
          autoFocus
        />
        {asksRefund && (
          <Input
            label="退款金额"
            required
            unit="元"
            inputMode="decimal"
            hint={`已付 ¥${yuan(paid)}；填写双方商定退回买家的金额`}
            value={refund}
            error={tried ? refundFault : undefined}
            onChange={(event) => setRefund(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
