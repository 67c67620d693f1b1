import { useEffect, useState } from 'react'

/** The present moment, anew every half minute, for 刚刚 and 今天. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
