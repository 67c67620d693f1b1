import autocannon from 'autocannon'

/** Bounds of every measurement: they load two cores without drowning them. */
const connections = 32
const seconds = 4

export interface Rate {
  /** Answers a second. */
  readonly perSecond: number
  /** Milliseconds that 99 of 100 answers took at most. */
  readonly p99: number
}

/** What one request of many sends. */
export interface Each {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Load {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Addresses of the requests after the first one, made from their number. */
  readonly path?: ((number: number) => string) | undefined
  /** What each request sends, made from its number, where they differ. */
  readonly each?: ((number: number) => Each) | undefined
}

/** Asks as fast as the server answers. Throws when an answer is not 200, so that no error counts as speed. */
export async function rate({ url, headers = {}, body, path, each }: Load): Promise<Rate> {
  let number = 0
  const setupRequest = (asked: autocannon.Request) => {
    number += 1
    // Each from somebody else: the limit of calls a minute is not what is measured.
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const own = each?.(number)
    return {
      ...{ ...asked, ...(path && { path: path(number) }), ...(own && { body: own.body }) },
      headers: { ...headers, ...own?.headers, 'x-forwarded-for': from },
    }
  }
  const request = {
    ...(body === undefined && each === undefined ? {} : { method: 'POST' as const, body: body ?? '' }),
    setupRequest,
  }
  const result = await autocannon({ url, connections, duration: seconds, requests: [request] })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
