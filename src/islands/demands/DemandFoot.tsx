import { TriangleAlert } from 'lucide-react'
import type { Sending } from '../../stores/demands/demand-form.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Button } from '../../ui/Button.tsx'
import { StateShape } from '../../ui/StateShape.tsx'

type Props = {
  sending: Sending
  values: DemandValues
  restored: boolean
  /** The demand is open: there is nothing to keep as a draft on the server. */
  editing: boolean
  onSaveDraft: () => void
  onStartOver: () => void
  onLocate: () => void
}

/** Foot of a form, always in sight: the way on, the way to keep, how it stands. */
export const DemandFoot = ({ sending, restored, editing, onSaveDraft, onStartOver, onLocate }: Props) => {
  const busy = sending.at === 'sending' || sending.at === 'done'
  const faults = sending.at === 'refused' ? sending.faults.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button
        type="submit"
        kind="main"
        size="lg"
        className="text-base! max-md:flex-1"
        busy={sending.at === 'done' || (sending.at === 'sending' && sending.submit)}
        disabled={sending.at === 'sending' && !sending.submit}
      >
        {editing ? '保存修改' : '发布需求'}
      </Button>
      {!editing && (
        <Button
          size="lg"
          className="text-base! max-md:flex-1"
          busy={sending.at === 'sending' && !sending.submit}
          disabled={busy && !(sending.at === 'sending' && !sending.submit)}
          onClick={onSaveDraft}
        >
          保存草稿
        </Button>
      )}
      <span
        className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm max-md:basis-full"
        aria-live="polite"
      >
        {faults > 0 ? (
          <span className="inline-flex items-center gap-1.5 text-bad">
            <TriangleAlert className="size-4" />
            {faults} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone="good" />
            {restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
          </span>
        )}
        {restored && (
          <button
            type="button"
            className="text-ink-2 hover:text-accent max-md:min-h-11"
            disabled={busy}
            onClick={onStartOver}
          >
            重新填写
          </button>
        )}
      </span>
    </div>
  )
}
