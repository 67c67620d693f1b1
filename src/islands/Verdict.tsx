import { useRef, useState, type MouseEvent } from 'react'
import type { Failure } from '../contract/envelope.ts'
import { faultsOf } from '../stores/faults.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Textarea } from '../ui/Textarea.tsx'

type Props = {
  /** What is wrong most often, to be taken over by a click. */
  usual: readonly string[]
  /** Who reads the reason: 供应商. */
  reader: string
  sending: boolean
  failure: Failure | null
  onDecide: (event: 'pass' | 'reject', reason: string) => void
}

/** 通过 or 驳回; a refusal wants a reason, which is read by whom it concerns. What was typed stays. */
export const Verdict = ({ usual, reader, sending, failure, onDecide }: Props) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<'pass' | 'reject'>('pass')
  const box = useRef<HTMLElement>(null)
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = (event: 'pass' | 'reject', press: MouseEvent) => {
    // The next one comes to stand where this stood: the second click of a double click would judge it unread.
    if (press.detail > 1) return
    if (event === 'reject' && reason.trim() === '') {
      setMissing(true)
      box.current?.querySelector('textarea')?.focus()
      return
    }
    setChosen(event)
    onDecide(event, event === 'pass' ? '' : reason.trim())
  }
  return (
    <section
      ref={box}
      aria-label="审核意见"
      className="space-y-4 rounded-lg border border-line bg-surface p-4 md:p-6 desk:sticky desk:top-20"
    >
      {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="审核意见"
        name="reason"
        rows={3}
        maxLength={200}
        typed={reason.length}
        value={reason}
        hint={`驳回时必填，${reader}会看到`}
        error={missing && reason.trim() === '' ? '请写明原因' : fault}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {usual.map((sentence) => (
          <Button key={sentence} size="xs" className="max-md:h-11" onClick={() => setReason(sentence)}>
            {sentence}
          </Button>
        ))}
      </div>
      <div className="flex gap-3">
        <Button
          kind="main"
          className="flex-1 max-md:h-11"
          busy={sending && chosen === 'pass'}
          onClick={(press) => send('pass', press)}
        >
          通过
        </Button>
        <Button
          kind="danger"
          className="flex-1 max-md:h-11"
          busy={sending && chosen === 'reject'}
          onClick={(press) => send('reject', press)}
        >
          驳回
        </Button>
      </div>
    </section>
  )
}
