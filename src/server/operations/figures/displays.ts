import type { ServerResponse } from 'node:http'
import { figuresChanged, figuresTag } from '../../../domain/operations/figure-line.ts'

/** The lines that data displays keep open to hear that the figures changed (server-sent events). */
export interface Displays {
  /** Takes the tags of what was written, here or in another process. */
  readonly noted: (tags: readonly string[]) => void
  /** Keeps the answer to a request open; refuses what is beyond the limits with 429. Returns whether it was taken. */
  readonly serve: (response: ServerResponse, address: string) => boolean
  /** Ends every line; browsers come back by themselves. */
  readonly close: () => void
}

/** Tags of writes that the figures count. */
const counted = /^(?:orders|services|products|shops|demands|(?:service|product|shop|demand):.+)$/
/** Figures are counted anew at most this often, however much is written. */
const restMs = 5_000
/** Proxies end a line that says nothing. */
const beatMs = 25_000
const mostLines = 500
const mostOfOneAddress = 20

/**
 * What was written is told to every display of this process within seconds: a word only, the figures come with the
 * page. While nobody looks, nothing is forgotten and nothing counted.
 */
export function createDisplays(pages: { readonly forget: (tags: readonly string[]) => void }): Displays {
  const lines = new Map<ServerResponse, string>()
  let changed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (words: string) => {
    for (const line of lines.keys()) line.write(words)
  }
  const tell = () => {
    timer = undefined
    if (!changed || lines.size === 0) return
    changed = false
    pages.forget([figuresTag])
    say(`event: ${figuresChanged}\ndata:\n\n`)
  }
  const tellSoon = () => {
    if (changed && lines.size > 0) timer ??= setTimeout(tell, restMs).unref()
  }
  const beat = setInterval(() => say(':\n\n'), beatMs).unref()
  return {
    noted: (tags) => {
      changed ||= tags.some((tag) => counted.test(tag))
      tellSoon()
    },
    serve: (response, address) => {
      const fromThere = [...lines.values()].filter((each) => each === address).length
      if (lines.size >= mostLines || fromThere >= mostOfOneAddress) {
        response.writeHead(429, { 'retry-after': '60' }).end()
        return false
      }
      lines.set(response, address)
      response.once('close', () => lines.delete(response))
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // For nginx, which would hold the words back.
        'x-accel-buffering': 'no',
      })
      response.write('retry: 5000\n\n')
      tellSoon()
      return true
    },
    close: () => {
      clearInterval(beat)
      clearTimeout(timer)
      for (const line of lines.keys()) line.end()
    },
  }
}
