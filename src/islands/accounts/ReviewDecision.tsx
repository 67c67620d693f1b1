import { useState } from 'react'
import { decide, type Decision, type Open } from '../../stores/accounts/certification-reviews.ts'
import { faultsOf } from '../../stores/faults.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'

const words: Record<Decision, string> = { approve: '已通过', reject: '已标为不通过', askMore: '已要求补充' }
/** What is wrong most often. */
const usual = ['执照图片不清晰，请重新上传', '填写的信息与执照不一致，请核对', '执照已过营业期限，请上传新的执照']

/** 通过, 要求补充 or 不通过; the last two want a reason, which the company reads. */
export const ReviewDecision = ({ open }: { open: Exclude<Open, { at: 'none' }> }) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<Decision>('approve')
  const { failure } = open
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = (decision: Decision) => {
    if (decision !== 'approve' && reason.trim() === '') {
      setMissing(true)
      document.querySelector<HTMLTextAreaElement>('textarea[name="reason"]')?.focus()
      return
    }
    setChosen(decision)
    void decide(decision, decision === 'approve' ? '' : reason.trim()).then((done) => {
      if (done) toast.good(`${open.review.companyName} ${words[decision]}`)
    })
  }
  const busy = (decision: Decision) => open.at === 'sending' && chosen === decision
  return (
    <div className="space-y-4 border-t border-line p-4 md:px-6">
      {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="审核意见"
        name="reason"
        rows={2}
        maxLength={300}
        typed={reason.length}
        value={reason}
        hint="不通过或要求补充时必填，企业会看到"
        error={missing && reason.trim() === '' ? '请写明原因' : fault}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {usual.map((sentence) => (
          <Button key={sentence} size="xs" onClick={() => setReason(sentence)}>
            {sentence}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="main" busy={busy('approve')} onClick={() => send('approve')}>
          通过
        </Button>
        <Button className="max-md:h-11" busy={busy('askMore')} onClick={() => send('askMore')}>
          要求补充
        </Button>
        <Button kind="danger" className="max-md:h-11" busy={busy('reject')} onClick={() => send('reject')}>
          不通过
        </Button>
      </div>
    </div>
  )
}
