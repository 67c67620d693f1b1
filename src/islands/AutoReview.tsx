import { useSyncExternalStore, type ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'

const never = () => () => undefined
const read = () => document.documentElement.dataset.review === 'auto'

/**
 * Whether this installation approves submissions without a person (REVIEW=auto, demo only): pages carry it on `<html>`.
 * False while the server draws; the browser corrects it after hydration.
 */
export const useAutoReview = (): boolean => useSyncExternalStore(never, read, () => false)

/** Says on a page that what is submitted here passes without a person; nothing where operators review. */
export const AutoReview = ({ children, className = '' }: { children: ReactNode; className?: string }) =>
  useAutoReview() && (
    <div className={className}>
      <Notice tone="mute" title="演示环境自动审核">
        {children}
      </Notice>
    </div>
  )
