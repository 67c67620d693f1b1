import type { ServerResponse } from 'node:http'
import { statisticsChangedEvent, statisticsTag } from '../../../domain/operations/statistics-stream.ts'
import { cacheControl } from '../../../domain/shell/cache-control.ts'

/** Server-sent event streams that tell data displays that the statistics changed. */
export interface DisplayStreams {
  /** Receives the tags of writes, from this or another process. */
  readonly onWrite: (tags: readonly string[]) => void
  /** Opens a stream; answers 429 beyond the limits. Returns whether it was opened. */
  readonly serve: (response: ServerResponse, address: string) => boolean
  /** Ends all streams; browsers reconnect automatically. */
  readonly close: () => void
}

/** Tags of writes that change the statistics. */
const countedTags = /^(?:orders|services|products|shops|demands|(?:service|product|shop|demand):.+)$/
/** Minimum interval between two notifications. */
const minIntervalMs = 5_000
/** Heartbeat interval, since proxies close idle connections. */
const heartbeatMs = 25_000
const maxStreams = 500
const maxStreamsPerAddress = 20

/**
 * Notifies all displays of this process of writes within seconds; the event carries no data, displays reload the page.
 * Without open streams no cache is invalidated.
 */
export function createDisplayStreams(pages: {
  readonly invalidateLocally: (tags: readonly string[]) => void
}): DisplayStreams {
  const streams = new Map<ServerResponse, string>()
  let changed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const broadcast = (words: string) => {
    for (const line of streams.keys()) line.write(words)
  }
  const notify = () => {
    timer = undefined
    if (!changed || streams.size === 0) return
    changed = false
    pages.invalidateLocally([statisticsTag])
    broadcast(`event: ${statisticsChangedEvent}\ndata:\n\n`)
  }
  const scheduleNotify = () => {
    if (changed && streams.size > 0) timer ??= setTimeout(notify, minIntervalMs).unref()
  }
  const heartbeat = setInterval(() => broadcast(':\n\n'), heartbeatMs).unref()
  return {
    onWrite: (tags) => {
      changed ||= tags.some((tag) => countedTags.test(tag))
      scheduleNotify()
    },
    serve: (response, address) => {
      const fromAddress = [...streams.values()].filter((each) => each === address).length
      if (streams.size >= maxStreams || fromAddress >= maxStreamsPerAddress) {
        response.writeHead(429, { 'retry-after': '60' }).end()
        return false
      }
      streams.set(response, address)
      response.once('close', () => streams.delete(response))
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': cacheControl.none,
        // Disables buffering in nginx.
        'x-accel-buffering': 'no',
      })
      response.write('retry: 5000\n\n')
      scheduleNotify()
      return true
    },
    close: () => {
      clearInterval(heartbeat)
      clearTimeout(timer)
      for (const line of streams.keys()) line.end()
    },
  }
}
