import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Lines a minute about one address, and about all together: whoever tries a thousand times does not fill the disk. */
const linesOfAddress = 30
const linesInAll = 600
const windowMs = 60_000

/** Something that somebody was not allowed, for the operators. Never holds what was typed: no password, code or token. */
export interface Refusal {
  /** Name of the failure (contract/failures.ts), or of the check that refused. */
  readonly reason: string
  /** Path of the call, or of the part of the site that refused. */
  readonly path: string
  /** Address of the person; empty for what a page asked for itself. */
  readonly address: string
  /** Account that asked, or that was asked about, where it is known. */
  readonly userId?: number | undefined
  /** `info` where nothing was tried: a call without any session. */
  readonly level?: 'warn' | 'info'
}

export interface Refusals {
  /** Logs and counts one refusal. */
  readonly note: (refusal: Refusal) => void
  /** Logs what was left out. */
  readonly close: () => void
}

/** Failed sign-ins and refusals in the log, limited a minute, and in `portal_refusals_total`, all of them. */
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
      if (before >= linesOfAddress || written >= linesInAll) {
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
