import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import * as store from '../../../stores/catalogue/listing-form.ts'
import * as refusal from '../../../stores/catalogue/listing-errors.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SaveStatus } from '../../form/SaveStatus.tsx'

type Props = {
  /** The listing is published: submitting sends a change to review, otherwise the listing itself. */
  out: boolean
  saveBusy: boolean
  onSave: () => void
  onPreview: () => void
  onDrop: (() => void) | undefined
  onLocate: () => void
}

/** Sticky action bar of the form: submit, save, preview, save state. */
export const ListingFoot = ({ out, saveBusy, onSave, onPreview, onDrop, onLocate }: Props) => {
  const sending = useStore(refusal.listingSubmitState)
  const saving = useStore(store.listingSaveState)
  const restored = useStore(store.isDraftRestored)
  const busy = sending.at === 'sending'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
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
        {fieldErrors > 0 && (
          <span className="inline-flex items-center gap-1.5 text-bad">
            <TriangleAlert className="size-4" />
            {fieldErrors} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        )}
        <SaveStatus saving={saving} restored={restored} onRetry={onSave} />
      </span>
    </div>
  )
}
