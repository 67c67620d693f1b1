import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Maximum log lines per minute of one address, and in total. */
const maxLinesPerAddress = 30
const maxLines = 600
const windowMs = 60_000

/** A refused request, for the log. Never contains input such as passwords, codes or tokens. */
export interface Refusal {
  /** Name of the failure (contract/failures.ts) or of the failed check. */
  readonly reason: string
  /** Path of the call or of the endpoint. */
  readonly path: string
  /** Client address; empty for in-process calls of pages. */
  readonly address: string
  /** Account of the caller, or the one that the call is about, where known. */
  readonly userId?: number | undefined
  /** `info` for calls without any session. */
  readonly level?: 'warn' | 'info'
}

export interface Refusals {
  /** Logs and counts one refusal. */
  readonly note: (refusal: Refusal) => void
  /** Logs the number of omitted lines. */
  readonly close: () => void
}

/** Logs refusals, limited per minute, and counts all in `portal_refusals_total`. */
export function createRefusals(log: Logger, metrics: Pick<Metrics, 'refusal'>): Refusals {
  let lines = new Map<string, number>()
  let written = 0
  let leftOut = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    timer = undefined
    if (leftOut > 0) log.warn({ refusals: leftOut }, 'further refusals, not logged one by one')
    lines = new Map()
    written = 0
    leftOut = 0
  }
  return {
    note: ({ reason, path, address, userId, level = 'warn' }) => {
      metrics.refusal(path, reason)
      timer ??= setTimeout(close, windowMs).unref()
      const before = lines.get(address) ?? 0
      if (before >= maxLinesPerAddress || written >= maxLines) {
        leftOut += 1
        return
      }
      lines.set(address, before + 1)
      written += 1
      log[level]({ reason, path, address, userId }, 'refused')
    },
    close,
  }
}
