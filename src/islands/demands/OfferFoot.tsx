import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { dateTime } from '../../domain/time.ts'
import { saved, type OfferSending, type Saved } from '../../stores/demands/offer-form.ts'
import { Button } from '../../ui/Button.tsx'
import { StateShape } from '../../ui/StateShape.tsx'

function savedWords(now: Saved): string {
  if (now.at === 'saving') return '保存中'
  if (now.at === 'none') return '填写的内容自动保存'
  const time = dateTime(now.moment).slice(11)
  return now.at === 'server' ? `已于 ${time} 保存草稿` : `已于 ${time} 保存在本浏览器`
}

type Props = { sending: OfferSending; onSaveDraft: () => void; onLocate: () => void }

/** Foot of the offer, always in sight. */
export const OfferFoot = ({ sending, onSaveDraft, onLocate }: Props) => {
  const kept = useStore(saved)
  const busy = sending.at === 'sending'
  const faults = sending.at === 'refused' ? sending.faults.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button type="submit" kind="main" size="lg" className="text-base! max-md:flex-1" busy={busy}>
        提交报价
      </Button>
      <Button size="lg" className="text-base! max-md:flex-1" disabled={busy} onClick={onSaveDraft}>
        保存草稿
      </Button>
      <span className="flex flex-1 items-center justify-end gap-3 text-sm max-md:basis-full">
        {faults > 0 ? (
          <span className="inline-flex items-center gap-1.5 text-bad" role="status">
            <TriangleAlert className="size-4" />
            {faults} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone={kept.at === 'saving' ? 'go' : 'good'} />
            {savedWords(kept)}
          </span>
        )}
      </span>
    </div>
  )
}
