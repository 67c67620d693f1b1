import { useRef, useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { Fault } from '../../ui/form/Fault.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'

type Props = {
  open: boolean
  title: string
  text: string
  /** Label of the reason. */
  label: string
  /** Label of the confirm button. */
  confirm: string
  required?: boolean | undefined
  hint?: string | undefined
  maxLength?: number | undefined
  /** Consequence that must be ticked before confirming. */
  consequence?: string | undefined
  /** The action is not destructive. */
  calm?: boolean | undefined
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (reason: string) => void
}

/** Confirmation that requires a reason. The input stays on failure. */
export const ReasonDialog = ({
  open,
  title,
  text,
  label,
  confirm,
  required = true,
  hint,
  maxLength = 200,
  consequence,
  calm = false,
  busy,
  failure,
  onCancel,
  onConfirm,
}: Props) => {
  const [reason, setReason] = useState('')
  const [isAccepted, setAccepted] = useState(consequence === undefined)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const fault =
    failure === null
      ? undefined
      : fieldErrorsOf(failure).find(({ field }) => field === 'reason' || field === 'note')?.message
  const send = () => {
    if (required && reason.trim() === '') {
      setMissing(true)
      box.current?.querySelector('textarea')?.focus()
      return
    }
    if (!isAccepted) {
      setMissing(true)
      box.current?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
      return
    }
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
      <div ref={box} className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <Textarea
          label={label}
          required={required}
          rows={3}
          maxLength={maxLength}
          hint={hint}
          typed={reason.length}
          value={reason}
          error={missing && reason.trim() === '' ? `请填写${label}` : fault}
          onChange={(event) => setReason(event.target.value)}
          autoFocus
        />
        {consequence !== undefined && (
          <div>
            <Checkbox checked={isAccepted} onChange={(event) => setAccepted(event.target.checked)}>
              {consequence}
            </Checkbox>
            <Fault message={missing && !isAccepted ? '请确认后勾选' : undefined} alert />
          </div>
        )}
      </div>
    </Dialog>
  )
}
