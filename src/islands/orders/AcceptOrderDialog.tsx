import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { date } from '../../domain/time.ts'
import { faultsOf } from '../../stores/faults.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (promisedAt: string) => void
}

/** The supplier's yes to a new order, with the day until which it is delivered. */
export const AcceptOrderDialog = ({ busy, failure, onCancel, onConfirm }: Props) => {
  const [day, setDay] = useState('')
  const [today] = useState(() => date(new Date().toISOString()))
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'promisedAt')?.message
  return (
    <Dialog
      open
      onClose={onCancel}
      title="确认接单"
      text="确认后请按约定内容与付款计划执行；双方都不能再单方取消。"
      actions={
        <>
          <Button onClick={onCancel}>取消</Button>
          <Button kind="main" busy={busy} onClick={() => onConfirm(day)}>
            确认接单
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <DateInput
          label="承诺交付日期"
          hint="选填；买家会看到，并计入您的准时交付记录"
          min={today}
          value={day}
          error={fault}
          onChange={setDay}
        />
      </div>
    </Dialog>
  )
}
