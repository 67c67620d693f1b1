import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Current memory of a process in megabytes. */
export function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()
  return Number(kilobytes) / 1024
}

/** Measures a process until `stop`, which returns its maximum growth in megabytes. */
export function watchMemory(pid: number): { readonly stop: () => number } {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(most, memoryOf(pid)) - before
    },
  }
}
