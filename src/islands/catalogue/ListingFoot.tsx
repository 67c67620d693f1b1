import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import * as store from '../../stores/catalogue/listing-form.ts'
import * as refusal from '../../stores/catalogue/listing-refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { SaveLine } from '../SaveLine.tsx'

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
