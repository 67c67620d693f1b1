import { hash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { referenceTag } from '../kept.ts'
import type { CachedPage, PageCache } from '../page-cache.ts'
import type { PageDrawing } from './draw-limit.ts'

/** What is said the same at whatever address it is said: by its status, with the page that draws it. */
const paths = { 404: '/404', 503: '/503' } as const
export type StandingStatus = keyof typeof paths

/** Milliseconds after which such a page is drawn anew, where nothing it shows was written before. */
const freshMs = 600_000
const retryAfter = '5'
/** Of what Astro sends: not what belongs to one request. */
const left = new Set(['set-cookie', 'content-length'])
/** Where it cannot be drawn. */
const words: Record<StandingStatus, string> = { 404: '页面不存在', 503: '访问的人较多，请稍后再试' }

/** Pages that stand for many addresses: drawn once and kept as bytes, so that an address made up costs no drawing. */
export interface StandingPages {
  /** The page as it was drawn last; where something was written since, the next one comes anew. */
  readonly page: (status: StandingStatus) => Promise<CachedPage>
  /** The same for those who answer with the web's Response. */
  readonly response: (status: StandingStatus) => Promise<Response>
}

interface Standing {
  readonly page: CachedPage
  readonly drawnAt: number
  readonly until: number
}

export function createStandingPages({
  config: { siteUrl },
  pages,
  drawing,
  failed,
}: {
  readonly config: Pick<Config, 'siteUrl'>
  readonly pages: Pick<PageCache, 'moment' | 'changedAt'>
  readonly drawing: PageDrawing
  readonly failed: (err: unknown) => void
}): StandingPages {
  const known = new Map<StandingStatus, Standing>()
  const coming = new Map<StandingStatus, Promise<CachedPage>>()
  const draw = async (status: StandingStatus): Promise<CachedPage> => {
    const drawnAt = pages.moment()
    const answer = await drawing.draw?.(new Request(siteUrl + paths[status]))
    if (!(answer instanceof Response) || answer.status !== status) throw new Error(`No page of ${status} was drawn`)
    const headers = [...answer.headers].filter(([name]) => !left.has(name))
    const page = pageOf(status, Buffer.from(await answer.arrayBuffer()), headers)
    known.set(status, { page, drawnAt, until: Date.now() + freshMs })
    return page
  }
  const drawOnce = (status: StandingStatus): Promise<CachedPage> => {
    const one =
      coming.get(status) ??
      draw(status)
        .catch((err: unknown) => {
          failed(err)
          return known.get(status)?.page ?? pageOf(status, Buffer.from(words[status]), plainText)
        })
        .finally(() => coming.delete(status))
    coming.set(status, one)
    return one
  }
  const page = async (status: StandingStatus): Promise<CachedPage> => {
    const standing = known.get(status)
    if (standing === undefined) return drawOnce(status)
    if (standing.until < Date.now() || pages.changedAt([referenceTag]) > standing.drawnAt) void drawOnce(status)
    return standing.page
  }
  return {
    page,
    response: async (status) => {
      const { body, headers } = await page(status)
      const answer = new Response(new Uint8Array(body), { status })
      for (const [name, value] of headers) answer.headers.set(name, value)
      return answer
    },
  }
}

const plainText = [['content-type', 'text/plain; charset=utf-8']] as const

function pageOf(status: StandingStatus, body: Buffer, given: readonly (readonly [string, string])[]): CachedPage {
  const more: readonly (readonly [string, string])[] = status === 503 ? [['retry-after', retryAfter]] : []
  const headers = [...given, ...more, ['cache-control', 'no-store'] as const]
  const etag = () => `"${hash('sha1', body, 'base64url')}"`
  return { status, headers, body, tags: [referenceTag], freshUntil: Infinity, etag, encoded: new Map() }
}
