import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { dateTime } from '../../domain/time.ts'
import type { Saving } from '../../stores/catalogue/autosave.ts'
import * as store from '../../stores/catalogue/listing-form.ts'
import * as refusal from '../../stores/catalogue/listing-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { StateShape } from '../../ui/StateShape.tsx'

type Props = {
  /** A published listing waits for its change to be reviewed, a new one for itself. */
  out: boolean
  saveBusy: boolean
  onSave: () => void
  onPreview: () => void
  onDrop: (() => void) | undefined
  onLocate: () => void
}

/** Foot of the form, always in sight: the way on, the ways to keep and to look, how it stands. */
export const ListingFoot = ({ out, saveBusy, onSave, onPreview, onDrop, onLocate }: Props) => {
  const sending = useStore(refusal.sending)
  const saving = useStore(store.saving)
  const restored = useStore(store.restored)
  const busy = sending.at === 'sending'
  const faults = sending.at === 'refused' ? sending.faults.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 max-md:gap-2 md:px-6">
      <Button type="submit" kind="main" size="lg" className="text-base! max-md:flex-1" busy={busy}>
        {out ? '提交修改' : '提交发布'}
      </Button>
      <Button
        size="lg"
        className="text-base! max-md:flex-1 max-md:px-3!"
        busy={saveBusy}
        disabled={busy}
        onClick={onSave}
      >
        保存草稿
      </Button>
      <Button size="lg" className="text-base! max-md:px-3!" disabled={busy || saveBusy} onClick={onPreview}>
        预览
      </Button>
      {onDrop && (
        <Button kind="link" disabled={busy} onClick={onDrop}>
          放弃修改
        </Button>
      )}
      <span
        className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm max-md:basis-full max-md:justify-start"
        role="status"
        aria-live="polite"
      >
        {faults > 0 && (
          <span className="inline-flex items-center gap-1.5 text-bad">
            <TriangleAlert className="size-4" />
            {faults} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        )}
        <SaveLine saving={saving} restored={restored} onRetry={onSave} />
      </span>
    </div>
  )
}

const SaveLine = ({ saving, restored, onRetry }: { saving: Saving; restored: boolean; onRetry: () => void }) => {
  if (saving.at === 'saving') return <span className="text-ink-3">正在自动保存</span>
  if (saving.at === 'unsaved')
    return <span className="text-ink-3">{restored ? '已恢复上次未保存的内容' : '未保存'}</span>
  if (saving.at === 'refused') return <span className="text-ink-3">改好后自动保存，填写的内容留在本浏览器</span>
  if (saving.at === 'conflict') return <span className="text-warn">未保存：内容在别处已被修改</span>
  if (saving.at === 'failed')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 text-warn">
        {saving.failure.code === 600 ? '登录已失效' : '没有保存到服务器'}，内容已留在本浏览器
        <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onRetry}>
          {saving.failure.code === 600 ? '登录后保存' : '再试一次'}
        </button>
      </span>
    )
  if (saving.at === 'saved')
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <StateShape tone="good" />
        已自动保存 {dateTime(saving.time).slice(11)}
      </span>
    )
  return <span className="text-ink-3">填写的内容会自动保存为草稿</span>
}
