import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { area } from '../../../areas/current.ts'
import { installation } from '../../config.ts'
import { colouredSvg, tints } from './colours.ts'

/** An icon of the area; `room` is the part of its side that the mark takes, the rest is ground for a mask to cut. */
interface Icon {
  readonly size: number
  readonly room: number
  readonly ground?: string
}

/** Every icon by its address. Browsers ask for /favicon.ico unasked, and take a PNG under that name. */
export const icons: Readonly<Record<string, Icon>> = {
  '/favicon.ico': { size: 48, room: 1 },
  '/icon-192.png': { size: 192, room: 1 },
  '/icon-512.png': { size: 512, room: 1 },
  '/icon-mask.png': { size: 512, room: 0.62, ground: '#ffffff' },
}

const drawn = new Map<Icon, Promise<Buffer>>()

async function draw({ size, room, ground }: Icon): Promise<Buffer> {
  const [{ default: sharp }, logo] = await Promise.all([
    import('sharp'),
    readFile(join(installation, `src/ui/marks/logo-${area.id}.svg`), 'utf8'),
  ])
  const side = Math.round(size * room)
  // Drawn at the size that is wanted, not drawn small and made larger.
  const mark = sharp(Buffer.from(colouredSvg(logo, tints(area.accent))), { density: (72 * side) / 47 })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const input = await mark.resize(side, side, { fit: 'contain', background: clear }).png().toBuffer()
  const whole = { width: size, height: size, channels: 4, background: ground ?? clear } as const
  return sharp({ create: whole }).composite([{ input }]).png().toBuffer()
}

/** An icon as PNG, drawn once a process. */
export async function serveIcon(icon: Icon): Promise<Response> {
  const known = drawn.get(icon) ?? draw(icon)
  drawn.set(icon, known)
  known.catch(() => drawn.delete(icon))
  return new Response(new Uint8Array(await known), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' },
  })
}
