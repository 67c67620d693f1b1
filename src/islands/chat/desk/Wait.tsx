import { useEffect, useState } from 'react'
import { secondsSince, waitWords } from '../../../domain/chat/desk.ts'

/** How long somebody waits, going on by itself; after five minutes it is pressing. */
export function Wait({ since }: { since: string }) {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsSince(since, now)
  return (
    <span className={`tabular-nums ${seconds >= 300 ? 'text-bad' : 'text-ink-2'}`}>已等待 {waitWords(seconds)}</span>
  )
}
