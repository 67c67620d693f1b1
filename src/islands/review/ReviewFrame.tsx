import { useStore } from '@nanostores/react'
import { ChevronLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import type { OpenReview, ReviewQueue } from '../../stores/review-queue.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { TableSkeleton } from '../list/TableSkeleton.tsx'

type VerdictProps = {
  /** Common reasons for rejection, inserted by a click. */
  usual: readonly string[]
  /** Reader of the reason: 供应商. */
  reader: string
  sending: boolean
  failure: Failure | null
  onDecide: (event: 'pass' | 'reject', reason: string) => void
}

/** 通过 or 驳回; a rejection requires a reason, which is shown to its recipient. The input stays on failure. */
const Verdict = ({ usual, reader, sending, failure, onDecide }: VerdictProps) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<'pass' | 'reject'>('pass')
  const box = useRef<HTMLElement>(null)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = (event: 'pass' | 'reject', press: MouseEvent) => {
    // The next item appears in this place: the second click of a double click must not decide it.
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

type Props<Row, Content> = {
  reviewing: ReviewQueue<Row, Content>
  open: OpenReview<Row>
  title: string
  /** Noun for texts: 这条需求. */
  what: string
  /** Shown beside the title: state, submitter, time. */
  meta: ReactNode
  /** Common reasons for rejection. */
  usual: readonly string[]
  /** Reader of the reason: 供应商. */
  reader: string
  /** Renders the submitted content. */
  children: (content: Content) => ReactNode
}

/** An item under review: submitted content and verdict. */
export const ReviewFrame = <Row, Content>(props: Props<Row, Content>) => {
  const { reviewing, open, title, what, meta, usual, reader, children } = props
  const state = useStore(reviewing.content)
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" className="max-md:h-11" onClick={reviewing.close}>
          <ChevronLeft />
          返回列表
        </Button>
        <h2 className="text-xl font-semibold">{title}</h2>
        {meta}
      </div>
      <AsyncContent
        state={state}
        what={what}
        onRetry={() => void reviewing.openRow(open.row)}
        skeleton={<TableSkeleton />}
        frame={cardFrame}
      >
        {(content) => (
          <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_360px] desk:gap-6">
            <section aria-label="提交的内容" className="rounded-lg border border-line bg-surface p-4 md:p-6">
              {children(content)}
            </section>
            <Verdict
              usual={usual}
              reader={reader}
              sending={open.sending}
              failure={open.failure}
              onDecide={(verdict, reason) =>
                void reviewing.decide(verdict, reason).then((done) => {
                  if (done) toast.success(`${title} ${verdict === 'pass' ? '已通过' : '已驳回'}`)
                })
              }
            />
          </div>
        )}
      </AsyncContent>
    </div>
  )
}
