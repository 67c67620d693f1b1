import { hash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { referenceTag } from '../cached-reads.ts'
import { pageBody, type CachedPage, type PageCache } from '../page-cache.ts'
import type { PageRenderer } from './page-renderer.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** Error pages by status, with the page that renders them. */
const paths = { 404: '/404', 503: '/503' } as const
export type ErrorStatus = keyof typeof paths

/** Milliseconds after which an error page is rendered again, unless invalidated earlier. */
const freshMs = 600_000
const retryAfterSeconds = '5'
/** Headers of Astro's response that belong to one request only. */
const omittedHeaders = new Set(['set-cookie', 'content-length'])
/** Text used when the page cannot be rendered. */
const fallbackTexts: Record<ErrorStatus, string> = { 404: '页面不存在', 503: '访问的人较多，请稍后再试' }

/** Error pages, rendered once and cached as bytes, so that unknown URLs cost no rendering. */
export interface ErrorPages {
  /**
   * The last rendered page; after an invalidation it is rendered again in the background. Detail pages have their own
   * "not found" text: `address` is the URL that is rendered.
   */
  readonly page: (status: ErrorStatus, address?: string) => Promise<CachedPage>
  /** The same as a web Response. */
  readonly response: (status: ErrorStatus) => Promise<Response>
}

interface CachedErrorPage {
  readonly page: CachedPage
  readonly renderedAt: number
  readonly until: number
}

export function createErrorPages({
  config: { siteUrl },
  pages,
  drawing,
  failed,
}: {
  readonly config: Pick<Config, 'siteUrl'>
  readonly pages: Pick<PageCache, 'moment' | 'changedAt'>
  readonly drawing: PageRenderer
  readonly failed: (err: unknown) => void
}): ErrorPages {
  const rendered = new Map<string, CachedErrorPage>()
  const pending = new Map<string, Promise<CachedPage>>()
  const renderStatus = async (status: ErrorStatus, address: string): Promise<CachedPage> => {
    const drawnAt = pages.moment()
    const answer = await drawing.render?.(new Request(siteUrl + address))
    if (!(answer instanceof Response) || answer.status !== status) throw new Error(`No page of ${status} was drawn`)
    const headers = [...answer.headers].filter(([name]) => !omittedHeaders.has(name))
    const page = pageOf(status, Buffer.from(await answer.arrayBuffer()), headers)
    rendered.set(address, { page, renderedAt: drawnAt, until: Date.now() + freshMs })
    return page
  }
  const renderOnce = (status: ErrorStatus, address: string): Promise<CachedPage> => {
    const one =
      pending.get(address) ??
      renderStatus(status, address)
        .catch((err: unknown) => {
          failed(err)
          return rendered.get(address)?.page ?? pageOf(status, Buffer.from(fallbackTexts[status]), plainText)
        })
        .finally(() => pending.delete(address))
    pending.set(address, one)
    return one
  }
  const page = async (status: ErrorStatus, address: string = paths[status]): Promise<CachedPage> => {
    const rendering = rendered.get(address)
    if (rendering === undefined) return renderOnce(status, address)
    if (rendering.until < Date.now() || pages.changedAt([referenceTag]) > rendering.renderedAt)
      void renderOnce(status, address)
    return rendering.page
  }
  return {
    page,
    response: async (status) => {
      const standing = await page(status)
      const answer = new Response(new Uint8Array(pageBody(standing)), { status })
      for (const [name, value] of standing.headers) answer.headers.set(name, value)
      return answer
    },
  }
}

const plainText = [['content-type', 'text/plain; charset=utf-8']] as const

function pageOf(status: ErrorStatus, body: Buffer, given: readonly (readonly [string, string])[]): CachedPage {
  const more: readonly (readonly [string, string])[] = status === 503 ? [['retry-after', retryAfterSeconds]] : []
  const headers = [...given, ...more, ['cache-control', cacheControl.none] as const]
  const etag = () => `"${hash('sha1', body, 'base64url')}"`
  const parts = [{ bytes: body, isShared: false }]
  return { status, headers, parts, tags: [referenceTag], freshUntil: Infinity, etag, encoded: new Map() }
}
