import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { create } from 'svg-captcha'

/** Drawn twice as fine as it is shown. */
const fineness = 2
/** From 0 to 1, by the generator that also chooses the letters: nobody foretells the one from the other. */
const chance = () => randomInt(2 ** 32) / 2 ** 32
const between = (least: number, most: number) => least + chance() * (most - least)
/** Dark on light and never the same: contrast stays, a threshold for one colour does not find all letters. */
const ink = () => `hsl(${randomInt(360)} ${randomInt(30, 70)}% ${randomInt(20, 38)}%)`

interface Size {
  readonly w: number
  readonly h: number
}

/** PNG of a captcha's text, as a data: URL; `w` and `h` are the pixels in which it is shown. */
export async function captchaPicture(text: string, size: Size): Promise<string> {
  const { w, h } = size
  const letters = [...text].map((letter, at) => letterAt(letter, w * (0.06 + (0.88 * (at + 0.5)) / text.length), size))
  const lines = Array.from({ length: 2 }, () => line(size))
  const marks = [...letters, ...lines].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w * fineness}" height="${h * fineness}" viewBox="0 0 ${w} ${h}"><rect width="100%" height="100%" fill="#f6f7f9"/>${marks}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const png = await sharp(distorted(data, { w: width, h: height }), { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 48, effort: 1 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** The outline of one letter, thickened, turned and leaned about its middle, which is moved to about `x`. */
function letterAt(letter: string, x: number, { w, h }: Size): string {
  const fontSize = Math.min(h * 1.05, w * 0.38)
  // Asked for one letter of an alphabet of one, the library draws it in the middle; its own chance only trembles.
  const { data } = create({ size: 1, charPreset: letter, noise: 0, width: w, height: h, fontSize })
  const outline = /<path fill="[^"]*" d="([^"]*)"/.exec(data)?.[1] ?? ''
  const moved = `translate(${x + between(-0.02, 0.02) * w} ${h * between(0.46, 0.56)})`
  const turned = `rotate(${between(-22, 22)}) skewX(${between(-14, 14)}) translate(${-w / 2} ${-h / 2})`
  const colour = ink()
  return `<path transform="${moved} ${turned}" fill="${colour}" stroke="${colour}" stroke-width="${h / 32}" stroke-linejoin="round" d="${outline}"/>`
}

/** A curve through the letters, nearly as thick as their strokes. */
function line({ w, h }: Size): string {
  const y = () => between(0.1, 0.9) * h
  return `<path d="M0 ${y()}C${w * 0.33} ${y()},${w * 0.66} ${y()},${w} ${y()}" stroke="${ink()}" stroke-width="${between(0.7, 1.3)}" fill="none"/>`
}

/** The pixels pulled along two waves, with grains on them: outlines read from the picture fit no typeface. */
function distorted(pixels: Buffer, { w, h }: Size): Buffer {
  const wave = { x: between(0.02, 0.04) * h, y: between(0.03, 0.06) * h, along: between(1, 2), phase: between(0, 6.28) }
  const out = Buffer.alloc(pixels.length)
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const fromX = Math.round(x + wave.x * Math.sin((6.28 * wave.along * y) / h + wave.phase))
      const fromY = Math.round(y + wave.y * Math.sin((6.28 * wave.along * x) / w + wave.phase))
      const from = 3 * (clamp(fromY, h) * w + clamp(fromX, w))
      // The grains need no good chance: they only get in the way.
      const grain = Math.random() < 0.05 ? (Math.random() - 0.5) * 220 : 0
      for (let c = 0; c < 3; c += 1) {
        out[3 * (y * w + x) + c] = Math.min(255, Math.max(0, (pixels[from + c] ?? 0) + grain))
      }
    }
  }
  return out
}

const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
