import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Megabytes of memory that a process holds now. */
export function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()
  return Number(kilobytes) / 1024
}

/** Watches a process until `stop`, which gives the megabytes by which it had grown at its largest. */
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
