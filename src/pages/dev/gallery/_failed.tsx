import { useState } from 'react'
import { FailedState } from '../../../ui/FailedState.tsx'

/** A retry that takes its time. */
export const Failed = () => {
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), 1500)
  }
  return <FailedState title="消息没有读到" onRetry={retry} busy={busy} />
}
