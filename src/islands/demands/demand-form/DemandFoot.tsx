import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { SaveStatus } from '../../form/SaveStatus.tsx'

type Props = {
  restored: boolean
  /** The demand is open: no drafts are saved on the server. */
  editing: boolean
  onSaveDraft: () => void
  onStartOver: () => void
  onLocate: () => void
}

/** Sticky action bar: publish, save, save state. */
export const DemandFoot = ({ restored, editing, onSaveDraft, onStartOver, onLocate }: Props) => {
  const sending = useStore(store.demandSubmitState)
  const saving = useStore(store.demandSaveState)
  const busy = sending.at === 'sending' || sending.at === 'done'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button
        type="submit"
        kind="main"
        size="lg"
        className="text-base! max-md:flex-1"
        busy={busy}
        disabled={saving.at === 'conflict'}
      >
        {editing ? '保存修改' : '发布需求'}
      </Button>
      {!editing && (
        <Button
          size="lg"
          className="text-base! max-md:flex-1"
          busy={saving.at === 'saving'}
          disabled={busy || saving.at === 'conflict'}
          onClick={onSaveDraft}
        >
          保存草稿
        </Button>
      )}
      <span
        className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm max-md:basis-full max-md:justify-start"
        role="status"
        aria-live="polite"
      >
        {fieldErrors > 0 && (
          <span className="inline-flex items-center gap-1.5 text-bad">
            <TriangleAlert className="size-4" />
            {fieldErrors} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        )}
        {editing ? (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone="mute" />
            {restored ? '已恢复上次未保存的修改' : '保存后才会公开，填写的内容留在本浏览器'}
          </span>
        ) : (
          <SaveStatus saving={saving} restored={restored} onRetry={onSaveDraft} />
        )}
        {restored && (
          <button
            type="button"
            className="text-ink-2 hover:text-accent max-md:min-h-11"
            disabled={busy}
            onClick={onStartOver}
          >
            {editing ? '放弃修改' : '重新填写'}
          </button>
        )}
      </span>
    </div>
  )
}
