import { useState, type ReactNode } from 'react'
import type { Answer } from '../contract/envelope.ts'
import type { WaitingChange } from '../contract/state.ts'
import { changeLabels } from '../domain/change-states.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

type Props = {
  change: WaitingChange
  /** What follows where it passes: 审核通过后更新. */
  afterwards: string
  /** Gives it up. */
  drop: () => Promise<Answer<unknown>>
  /** The name of what is changed, for those who hear the page; only where several stand on it. */
  of?: string | undefined
  /** What changes, and the way on, beside giving it up. */
  children?: ReactNode
}

/** A change that is not public, as its owner reads of it, and the way to give it up. */
export const ChangeNotice = ({ change: { status, reason }, afterwards, drop, of, children }: Props) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { label, tone } = changeLabels[status]
  const confirm = async () => {
    setBusy(true)
    const answer = await drop()
    setBusy(false)
    setAsking(false)
    if (answer.ok) toast.good('修改已撤回')
    else toast.bad(answer.failure.message)
  }
  return (
    <>
      <Notice tone={tone} title={reason === '' ? label : `${label}：${reason}`}>
        <p>公开页面仍为原内容{status === 'pending_review' && `，${afterwards}`}。</p>
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
