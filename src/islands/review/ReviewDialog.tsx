import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactNode } from 'react'
import type { RowDecision, Verdict } from '../../stores/row-decision.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'

type Props<Row> = {
  review: RowDecision<Row, Verdict>
  /** Title in read-only mode. */
  title: string
  /** Whether the row waits for a verdict. */
  waits: (row: Row) => boolean
  /** Reader of the reason: 供应商. */
  reader: string
  width?: 'md' | 'lg' | undefined
  /** Renders the submitted row. */
  children: (row: Row) => ReactNode
}

const Open = <Row,>({ review, title, waits, reader, width = 'md', children }: Props<Row>) => {
  const now = useStore(review.state)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  if (now === null) return null
  const { subject, sending, failure } = now
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const decide = (event: Verdict['event']) => {
    if (event === 'reject' && reason.trim() === '') {
      setMissing(true)
      // It may be out of view below a long text.
      box.current?.querySelector('textarea')?.focus()
      return
    }
    void review
      .submit({ event, reason: event === 'reject' ? reason.trim() : '' })
      .then((done) => done && toast.success(event === 'pass' ? '已通过' : '已驳回'))
  }
  const decides = waits(subject)
  return (
    <Dialog
      open
      onClose={review.close}
      title={decides ? `审核${title}` : title}
      width={width}
      actions={
        decides ? (
          <>
            <Button kind="danger" busy={sending} onClick={() => decide('reject')}>
              驳回
            </Button>
            <Button kind="main" busy={sending} onClick={() => decide('pass')}>
              通过
            </Button>
          </>
        ) : (
          <Button onClick={review.close}>关闭</Button>
        )
      }
    >
      <div ref={box} className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        {children(subject)}
        {decides && (
          <Textarea
            label="驳回原因"
            rows={3}
            maxLength={200}
            typed={reason.length}
            hint={`驳回时必填，${reader}将看到`}
            error={missing && reason.trim() === '' ? '请填写驳回原因' : fault}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

/** A submitted row with the verdict on it. The input stays on failure. */
export const ReviewDialog = <Row,>(props: Props<Row>) =>
  useStore(props.review.state) === null ? null : <Open {...props} />
