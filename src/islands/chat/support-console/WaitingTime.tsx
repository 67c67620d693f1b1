import { useEffect, useState } from 'react'
import { secondsSince, formatWait } from '../../../domain/chat/support.ts'

/** Waiting time, updated continuously; highlighted as urgent after five minutes. */
export function WaitingTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsSince(since, now)
  return (
    <span className={`tabular-nums ${seconds >= 300 ? 'text-bad' : 'text-ink-2'}`}>已等待 {formatWait(seconds)}</span>
  )
}
