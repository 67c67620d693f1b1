import autocannon from 'autocannon'

/** Parameters of all measurements: high load for two cores without overload. */
const connections = 32
const measuredSeconds = 4

export interface Rate {
  /** Responses per second. */
  readonly perSecond: number
  /** 99th percentile of the response time in milliseconds. */
  readonly p99: number
  /** Responses in total. */
  readonly count: number
}

/** Variable part of one request. */
export interface EachRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Load {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Paths of the requests after the first one, by number. */
  readonly path?: ((number: number) => string) | undefined
  /** Content of each request by number, if they differ. */
  readonly each?: ((number: number) => EachRequest) | undefined
  /** How long; default four. */
  readonly seconds?: number
  /** Requests made before, so that numbers go on. */
  readonly after?: number
}

/** Sends requests as fast as the server responds. Throws on any status but 200, so that errors do not count. */
export async function measureRate({
  url,
  headers = {},
  body,
  path,
  each,
  seconds = measuredSeconds,
  after = 0,
}: Load): Promise<Rate> {
  let number = after
  const setupRequest = (asked: autocannon.Request) => {
    number += 1
    // Each from another IP address, to avoid the rate limit.
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const own = each?.(number)
    return {
      ...asked,
      ...(path && { path: path(number) }),
      ...(own && { body: own.body }),
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
  return { perSecond: result.requests.average, p99: result.latency.p99, count: result.requests.total }
}
