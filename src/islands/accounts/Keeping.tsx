import { useStore } from '@nanostores/react'
import { LoaderCircle } from 'lucide-react'
import { keeping } from '../../stores/accounts/preferences.ts'
import { StateShape } from '../../ui/StateShape.tsx'

/** How the saving of what is chosen goes: every choice is saved by itself. */
export const Keeping = () => {
  const now = useStore(keeping)
  return (
    <span className="inline-flex min-h-5 items-center gap-1.5 text-sm" role="status" aria-live="polite">
      {now.at === 'idle' && <span className="text-ink-3">选择后自动保存</span>}
      {now.at === 'saving' && (
        <>
          <LoaderCircle className="size-4 animate-spin text-ink-3" />
          <span className="text-ink-3">正在保存</span>
        </>
      )}
      {now.at === 'saved' && (
        <>
          <StateShape tone="good" />
          <span className="text-ink-2">已保存</span>
        </>
      )}
      {now.at === 'failed' && (
        <>
          <StateShape tone="bad" />
          <span className="text-bad">没有保存，已恢复原来的选择：{now.failure.message}</span>
        </>
      )}
    </span>
  )
}
