import { useSyncExternalStore, type ReactNode } from 'react'
import { Notice } from '../../ui/feedback/Notice.tsx'

const never = () => () => undefined
const read = () => document.documentElement.dataset.review === 'auto'

/**
 * Whether this installation approves submissions automatically (REVIEW=auto, demo only): pages carry it on `<html>`.
 * False during server rendering; corrected after hydration.
 */
export const useAutoReview = (): boolean => useSyncExternalStore(never, read, () => false)

/** Notice that submissions are approved automatically; nothing if operators review. */
export const AutoReview = ({ children, className = '' }: { children: ReactNode; className?: string }) =>
  useAutoReview() && (
    <div className={className}>
      <Notice tone="mute" title="演示环境自动审核">
        {children}
      </Notice>
    </div>
  )
