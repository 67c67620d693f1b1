import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { faultsOf } from '../../stores/faults.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'

type Props = {
  open: boolean
  title: string
  text: string
  /** Label of the reason. */
  label: string
  /** Names what will happen. */
  confirm: string
  required?: boolean | undefined
  /** Nothing is taken away by it. */
  calm?: boolean | undefined
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (reason: string) => void
}

/** A question whose answer needs a reason. What was typed stays when the sending fails. */
export const ReasonDialog = ({
  open,
  title,
  text,
  label,
  confirm,
  required = true,
  calm = false,
  busy,
  failure,
  onCancel,
  onConfirm,
}: Props) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = () => {
    if (required && reason.trim() === '') return setMissing(true)
    onConfirm(reason.trim())
  }
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={onCancel}>取消</Button>
          <Button kind={calm ? 'main' : 'danger'} busy={busy} onClick={send}>
            {confirm}
          </Button>
        </>
      }
    >
      {failure !== null && fault === undefined && (
        <div className="mb-4">
          <Notice tone="bad" title={failure.message} />
        </div>
      )}
      <Textarea
        label={label}
        required={required}
        rows={3}
        maxLength={200}
        typed={reason.length}
        value={reason}
        error={missing && reason.trim() === '' ? '请填写原因' : fault}
        onChange={(event) => setReason(event.target.value)}
        autoFocus
      />
    </Dialog>
  )
}
