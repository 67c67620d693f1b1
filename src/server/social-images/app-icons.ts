import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { area } from '../../../areas/current.ts'
import { installation } from '../../config.ts'
import { colouredSvg, tints } from './colours.ts'
import { links } from '../../domain/links.ts'
import { cacheFor } from '../../domain/shell/cache-control.ts'

/** An icon of the area; `room` is the share of its side taken by the logo, the rest is safe area for masks. */
interface AppIcon {
  readonly size: number
  readonly room: number
  readonly ground?: string
}

/** Icons by path. Browsers request /favicon.ico by default and accept a PNG. */
export const appIcons: Readonly<Record<string, AppIcon>> = {
  '/favicon.ico': { size: 48, room: 1 },
  '/icon-96.png': { size: 96, room: 1 },
  '/icon-192.png': { size: 192, room: 1 },
  '/icon-512.png': { size: 512, room: 1 },
  '/icon-mask.png': { size: 512, room: 0.62, ground: '#ffffff' },
}

const rendered = new Map<AppIcon, Promise<Buffer>>()

async function renderIcon({ size, room, ground }: AppIcon): Promise<Buffer> {
  const [{ default: sharp }, logo] = await Promise.all([
    import('sharp'),
    readFile(join(installation, `src/ui/marks/logo-${area.id}.svg`), 'utf8'),
  ])
  const side = Math.round(size * room)
  // Rasterised at the target size instead of scaled up.
  const mark = sharp(Buffer.from(colouredSvg(logo, tints(area.accent))), { density: (72 * side) / 47 })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const input = await mark.resize(side, side, { fit: 'contain', background: clear }).png().toBuffer()
  const whole = { width: size, height: size, channels: 4, background: ground ?? clear } as const
  return sharp({ create: whole }).composite([{ input }]).png().toBuffer()
}

/** An icon as PNG, rendered once per process. */
export async function serveIcon(icon: AppIcon): Promise<Response> {
  const known = rendered.get(icon) ?? renderIcon(icon)
  rendered.set(icon, known)
  known.catch(() => rendered.delete(icon))
  return new Response(new Uint8Array(await known), {
    headers: { 'content-type': 'image/png', 'cache-control': cacheFor(604_800) },
  })
}

/** Name below the icon: launchers cut it after six characters or so. */
const shortName = area.title.replace(/服务平台$/, '')

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icon-96.png', sizes: '96x96', type: 'image/png' }],
})

const manifest = JSON.stringify({
  name: area.title,
  short_name: shortName,
  description: area.description,
  lang: 'zh-CN',
  id: links.home(),
  start_url: links.home(),
  scope: '/',
  // A window of its own: iPhones notify only from there.
  display: 'standalone',
  orientation: 'any',
  categories: ['business', 'medical'],
  theme_color: area.accent,
  background_color: '#ffffff',
  shortcuts: [shortcut('消息', links.buyerMessages()), shortcut('我的订单', links.buyerOrders())],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-mask.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** GET /manifest.webmanifest: name, colours and icons of the area. */
export const serveManifest = (): Response =>
  new Response(manifest, {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': cacheFor(86_400) },
  })
