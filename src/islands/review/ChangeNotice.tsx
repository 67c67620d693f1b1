import { useState, type ReactNode } from 'react'
import type { Answer } from '../../contract/envelope.ts'
import type { WaitingChange } from '../../contract/state.ts'
import { changeLabels, isChangeInReview } from '../../domain/change-states.ts'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/overlay/toast.ts'

type Props = {
  change: WaitingChange
  /** Effect of the approval: 审核通过后更新. */
  afterwards: string
  /** Discards the change. */
  drop: () => Promise<Answer<unknown>>
  /** Name of the changed item for screen readers; only if a page shows several. */
  of?: string | undefined
  /** Content of the change and further actions. */
  children?: ReactNode
}

/** A pending change as shown to its owner, with a button to discard it. */
export const ChangeNotice = ({ change: { status, reason }, afterwards, drop, of, children }: Props) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { label, tone } = changeLabels[status]
  const confirm = async () => {
    setBusy(true)
    const answer = await drop()
    setBusy(false)
    setAsking(false)
    if (answer.ok) toast.success('修改已撤回')
    else toast.error(answer.failure.message)
  }
  return (
    <>
      <Notice tone={tone} title={reason === '' ? label : `${label}：${reason}`}>
        <p>公开页面仍为原内容{isChangeInReview(status) && `，${afterwards}`}。</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4">
          {children}
          <button
            type="button"
            className="text-accent hover:underline max-md:min-h-11"
            aria-label={of === undefined ? undefined : `撤回修改：${of}`}
            onClick={() => setAsking(true)}
          >
            撤回修改
          </button>
        </div>
      </Notice>
      <Confirm
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title="撤回修改"
        text="这次修改将作废，不能恢复；公开内容不变。"
        confirm="撤回修改"
        danger
        busy={busy}
      />
    </>
  )
}
