import { useStore } from '@nanostores/react'
import { useRef, useState, type ReactNode } from 'react'
import type { Decision, Verdict } from '../stores/deciding.ts'
import { faultsOf } from '../stores/faults.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'

type Props<Row> = {
  review: Decision<Row, Verdict>
  /** Title while it is only read. */
  title: string
  /** Whether it waits for a verdict. */
  waits: (row: Row) => boolean
  /** Who reads the reason: 供应商. */
  reader: string
  width?: 'md' | 'lg' | undefined
  /** The row as it was submitted. */
  children: (row: Row) => ReactNode
}

const Open = <Row,>({ review, title, waits, reader, width = 'md', children }: Props<Row>) => {
  const now = useStore(review.state)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  if (now === null) return null
  const { subject, sending, failure } = now
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const decide = (event: Verdict['event']) => {
    if (event === 'reject' && reason.trim() === '') {
      setMissing(true)
      // Below a long text it may stand out of sight.
      box.current?.querySelector('textarea')?.focus()
      return
    }
    void review
      .decide({ event, reason: event === 'reject' ? reason.trim() : '' })
      .then((done) => done && toast.good(event === 'pass' ? '已通过' : '已驳回'))
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

/** One row as it was submitted, and the verdict on it. What was typed stays when the sending fails. */
export const ReviewDialog = <Row,>(props: Props<Row>) =>
  useStore(props.review.state) === null ? null : <Open {...props} />
