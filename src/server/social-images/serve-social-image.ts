import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { area } from '../../../areas/current.ts'
import { installation } from '../../config.ts'
import { cutHeadText } from '../../domain/shell/head-text.ts'
import { getSocialImagePage, getSocialImageStyle } from '../../domain/shell/social-images.ts'
import { loadDocumentFont, toRenderable } from '../orders/documents/document-font.ts'
import { colouredSvg, tints, type Tints } from './colours.ts'
import { cacheControl, cacheFor } from '../../domain/shell/cache-control.ts'

/** Metadata in the head of a page. */
interface PageMeta {
  readonly title: string
  readonly description: string
  /** Whether search engines may index it. */
  readonly indexed: boolean
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
}
const decodeEntities = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|apos|#34|#39);/g, (sign) => entities[sign] ?? sign)

const metaOf = (html: string, name: string): string => {
  const found = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)
  return decodeEntities(found?.[1] ?? '')
}

/** Parses the head of a page; the site name is removed from the title. */
function readPageMeta(html: string, siteName: string): PageMeta {
  const head = html.slice(0, Math.max(0, html.indexOf('</head>')))
  const title = metaOf(head, 'og:title')
  const suffix = ` - ${siteName}`
  return {
    title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    description: metaOf(head, 'og:description'),
    indexed: !metaOf(head, 'robots').includes('noindex'),
  }
}

/** Maximum cached images, about 25 KB each (LRU). */
const maxCached = 300
/** Maximum queue length; images render one at a time, about 0.1 s each. */
const maxWaiting = 20

const cachedImages = new Map<string, Buffer>()
let waiting = 0
let lastRender: Promise<unknown> = Promise.resolve()

/** The social image of a page, cached by its content; undefined when the queue is full. */
async function socialImageOf(path: string, { title, description }: PageMeta): Promise<Buffer | undefined> {
  const look = getSocialImageStyle(path)
  const key = JSON.stringify([look, title, description])
  const known = cachedImages.get(key)
  if (known !== undefined) {
    cachedImages.delete(key)
    cachedImages.set(key, known)
    return known
  }
  if (waiting >= maxWaiting) return undefined
  waiting += 1
  const mine = lastRender.then(() => cachedImages.get(key) ?? renderSocialImage({ ...look, title, description, area }))
  lastRender = mine.catch(() => {})
  try {
    const png = await mine
    cachedImages.set(key, png)
    for (const oldest of cachedImages.keys()) {
      if (cachedImages.size <= maxCached) break
      cachedImages.delete(oldest)
    }
    return png
  } finally {
    waiting -= 1
  }
}

const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl.none }

/**
 * GET /cards/….png: Open Graph image of a public page. Its texts come from the anonymously rendered page, so URLs
 * cannot inject text; pages that must not be indexed (searches, missing pages) have no image.
 */
export async function serveSocialImage(
  request: Request,
  renderHtml: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const page = getSocialImagePage(pathname, search)
  const html = page === undefined ? undefined : await renderHtml(page)
  const facts = html === undefined ? undefined : readPageMeta(html, area.title)
  if (page === undefined || facts === undefined || !facts.indexed || facts.title === '') {
    return new Response('没有这张图片', { status: 404, headers: text })
  }
  const [path = '/'] = page.split('?')
  const png = await socialImageOf(path, facts)
  if (png === undefined) return new Response('请稍后再试', { status: 503, headers: { ...text, 'retry-after': '5' } })
  const etag = `"${createHash('sha1').update(png).digest('base64url')}"`
  const headers = { 'content-type': 'image/png', 'cache-control': cacheFor(86_400), etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers })
}

/** Content of a social image. */
interface SocialImage {
  readonly title: string
  readonly description: string
  /** Part of the site; empty for the site itself. */
  readonly section: string
  /** Name of an illustration of ui/marks. */
  readonly figure: string
  readonly area: { readonly id: string; readonly title: string; readonly accent: string }
}

/** Size required by social networks. */
const socialImageSize = { width: 1200, height: 630 } as const

const left = 80
const column = 660
const plate = { x: 800, y: 135, side: 320 }
const fontFile = join(installation, 'src/server/orders/documents/font/noto-sans-sc.otf')
const mark = (name: string) => readFile(join(installation, `src/ui/marks/${name}.svg`), 'utf8')

interface Line {
  readonly text: string
  /** Pixels. */
  readonly size: number
  readonly colour: string
  readonly bold?: true
}

/** Renders a social image as PNG, with bundled fonts for the same result on every machine. */
async function renderSocialImage({ title, description, section, figure, area }: SocialImage): Promise<Buffer> {
  const [{ default: sharp }, font] = await Promise.all([import('sharp'), loadDocumentFont()])
  const colours = tints(area.accent)
  const drawn = async ({ text, size, colour, bold }: Line) => {
    const marked = toRenderable(text, font).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}" size="${size * 1024}">${marked}</span>`,
        font: 'Noto Sans CJK SC',
        fontfile: fontFile,
        rgba: true,
        dpi: 72,
        width: column,
        wrap: 'word-char',
        spacing: Math.round(size * 0.06),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    // The font has one weight: rendered twice with an offset of one pixel it looks bold.
    return { height: info.height, pieces: (bold ? [0, 1, 1.6] : [0]).map((aside) => ({ data, aside })) }
  }
  const lines: readonly (Line & { readonly gap: number })[] = [
    ...(section === '' ? [] : [{ text: section, size: 30, colour: area.accent, gap: 34 }]),
    { text: cutHeadText(title, 27), size: title.length > 18 ? 58 : 66, colour: '#161c26', bold: true, gap: 44 },
    { text: cutHeadText(description, 44), size: 27, colour: '#475264', gap: 0 },
  ]
  const texts = await Promise.all(
    lines.filter(({ text }) => text !== '').map(async (line) => ({ ...line, ...(await drawn(line)) })),
  )
  const name = await drawn({ text: area.title, size: 30, colour: '#161c26' })
  const whole = texts.reduce((sum, { height, gap }) => sum + height + gap, 0)
  let top = Math.max(170, Math.round(190 + (380 - whole) / 2))
  const placed = [{ ...name, top: 76, left: left + 72 }]
  for (const one of texts) {
    placed.push({ ...one, top, left })
    top += one.height + one.gap
  }
  const ground = await backgroundSvg(colours, area.id, figure)
  return sharp(Buffer.from(ground))
    .composite(
      placed.flatMap((one) =>
        one.pieces.map(({ data, aside }) => ({ input: data, top: one.top, left: Math.round(one.left + aside) })),
      ),
    )
    .png({ palette: true, colours: 64 })
    .toBuffer()
}

/** Background without text: accent edge, area logo and illustration. */
async function backgroundSvg(colours: Tints, areaId: string, figure: string): Promise<string> {
  const [logo, drawing] = await Promise.all([mark(`logo-${areaId}`), mark(`fig-${figure}`)])
  const placed = (svg: string, box: { x: number; y: number; width: number; height: number }) =>
    colouredSvg(svg, colours).replace(
      /<svg ([^>]*?)width="\d+" height="\d+"/,
      `<svg $1x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`,
    )
  const { x, y, side } = plate
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${socialImageSize.width}" height="${socialImageSize.height}">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <rect width="16" height="100%" fill="${colours.accent}"/>
    <rect x="${x}" y="${y}" width="${side}" height="360" rx="20" fill="${colours.soft}" stroke="${colours.line}"/>
    ${placed(logo, { x: left, y: 64, width: 52, height: 52 })}
    ${placed(drawing, { x: x + 20, y: y + 30, width: side - 40, height: 300 })}
  </svg>`
}
