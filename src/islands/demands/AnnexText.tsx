import { useStore } from '@nanostores/react'
import { FileLock2 } from 'lucide-react'
import * as store from '../../stores/demands/annex.ts'
import { Button } from '../../ui/Button.tsx'

/** The confidential part of the description: one press opens it, and the opening is logged. */
export const AnnexText = () => {
  const text = useStore(store.text)
  const isOpen = text.at === 'open'
  return (
    <div className="rounded-md border border-line">
      <div className="flex items-center justify-between gap-3 px-4 py-2.5">
        <span className="flex items-center gap-3">
          <FileLock2 className="size-5 shrink-0 text-ink-3" />
          保密说明
        </span>
        <Button
          size="sm"
          className="max-md:h-11"
          busy={text.at === 'opening'}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? store.shutText() : void store.openText())}
        >
          {isOpen ? '收起' : '打开'}
        </Button>
      </div>
      {isOpen && <p className="border-t border-line px-4 py-3 whitespace-pre-line text-ink-2">{text.text}</p>}
      {text.at === 'failed' && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-bad" role="alert">
          {text.failure.message}，可再次点击“打开”。
        </p>
      )}
    </div>
  )
}
