import { useState, type ReactNode } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { minRulingLength } from '../../domain/orders/disputes.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { amountFault, type TypedLine } from '../../stores/orders/refunds.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { LineAmounts } from './LineAmounts.tsx'

type Props = {
  title: string
  text: string
  confirm: string
  /** What was said and done, read before the ruling. */
  evidence: ReactNode
  /** Choice of the ruling; none where only amounts are ruled. */
  choice?: ReactNode
  /** Payment lines with an amount each; empty if nothing is refunded. */
  lines: readonly TypedLine[]
  onLine: (lineId: number, typed: string) => void
  reason: string
  onReason: (reason: string) => void
  sending: boolean
  failure: Failure | null
  /** True on success. */
  onSubmit: () => Promise<boolean>
  onClose: () => void
}

/** Ruling of an operator over money of an order: amounts by payment line and a reason that both sides see. */
export const RulingDialog = (props: Props) => {
  const { title, text, confirm, evidence, choice, lines, onLine, reason, onReason, sending, failure, onClose } = props
  const [tried, setTried] = useState(false)
  const isShort = reason.trim().length < minRulingLength
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const submit = () => {
    setTried(true)
    if (isShort || lines.some(({ typed, most }) => amountFault(typed, most, true) !== undefined)) return
    void props.onSubmit().then((worked) => {
      if (worked) toast.success('已裁定，双方会收到通知')
    })
  }
  return (
    <Dialog
      open
      width="md"
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="main" busy={sending} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {evidence}
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        {choice}
        <LineAmounts lines={lines} onChange={onLine} tried={tried} required />
        <Textarea
          label="理由"
          required
          rows={4}
          maxLength={500}
          typed={reason.length}
          hint={`双方都会看到，至少 ${minRulingLength} 个字`}
          value={reason}
          error={tried && isShort ? `请写明理由，至少 ${minRulingLength} 个字` : fault}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
