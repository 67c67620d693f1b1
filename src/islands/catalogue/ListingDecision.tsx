import { useState } from 'react'
import { decide, open as openStore } from '../../stores/catalogue/listing-reviews.ts'
import { faultsOf } from '../../stores/faults.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

/** What is wrong most often. */
const usual = [
  '类目选择有误，请重新选择',
  '标题或图片含有联系方式，请删除',
  '内容与资质不符，请核对',
  '价格明显有误，请核对',
]

/** 通过 or 驳回; a refusal wants a reason, which the supplier reads. */
export const ListingDecision = ({ open }: { open: NonNullable<ReturnType<typeof openStore.get>> }) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<'pass' | 'reject'>('pass')
  const { failure, sending, row } = open
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = (event: 'pass' | 'reject') => {
    if (event === 'reject' && reason.trim() === '') {
      setMissing(true)
      document.querySelector<HTMLTextAreaElement>('textarea[name="reason"]')?.focus()
      return
    }
    setChosen(event)
    void decide(event, event === 'pass' ? '' : reason.trim()).then((done) => {
      if (done) toast.good(`${row.title} ${event === 'pass' ? '已通过' : '已驳回'}`)
    })
  }
  return (
    <section
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
        hint="驳回时必填，供应商会看到"
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
        <Button kind="main" className="flex-1" busy={sending && chosen === 'pass'} onClick={() => send('pass')}>
          通过
        </Button>
        <Button
          kind="danger"
          className="flex-1 max-md:h-11"
          busy={sending && chosen === 'reject'}
          onClick={() => send('reject')}
        >
          驳回
        </Button>
      </div>
    </section>
  )
}
