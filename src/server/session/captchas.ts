import { randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { captchas } from '../../db/tables/accounts.ts'
import { captchaSeconds } from '../../domain/accounts/identity-rules.ts'
import { assertNoTransaction } from './assert-no-transaction.ts'
import { hashToken, randomToken } from '../platform/tokens.ts'
import sharp from 'sharp'
import { create } from 'svg-captcha'

/** Characters that cannot be confused in the captcha font, in any case. */
const captchaLetters = 'ACDEFHKMNPRTUWXY347'
const captchaLength = 4

/** Random text of a captcha. */
export const captchaText = () =>
  Array.from({ length: captchaLength }, () => captchaLetters[randomInt(captchaLetters.length)]).join('')

/** Stored hash of a captcha answer. */
export const captchaHash = (id: string, answer: string) => hashToken(`${id} ${answer.toLowerCase()}`)

/** Saves the hash of a captcha answer and returns the captcha id. Valid for two minutes and one try. */
export async function saveCaptcha(db: Db, answer: string): Promise<string> {
  const id = randomToken()
  await db.insert(captchas).values({
    id,
    answerHash: captchaHash(id, answer),
    expiresAt: sql`now() + ${`${captchaSeconds} seconds`}::interval`,
  })
  return id
}

/** Captcha fields of a form. */
interface CaptchaAnswer {
  readonly captchaId: string
  readonly captcha: string
}

/**
 * Redeems a captcha, whatever the answer; throws captchaWrong unless it was correct, unexpired and unused. Call outside
 * a transaction: a rollback would allow another try.
 */
export async function redeemCaptcha(db: Db, { captchaId, captcha }: CaptchaAnswer): Promise<void> {
  assertNoTransaction(db)
  const [saved] = await db
    .delete(captchas)
    .where(and(eq(captchas.id, captchaId), gt(captchas.expiresAt, sql`now()`)))
    .returning({ answerHash: captchas.answerHash })
  if (saved?.answerHash !== captchaHash(captchaId, captcha)) throw new CallFailed('captchaWrong')
}

/** Rendered at twice the display size. */
const oversampling = 2
/** Cryptographically random number from 0 to 1. */
const randomFraction = () => randomInt(2 ** 32) / 2 ** 32
const randomBetween = (min: number, max: number) => min + randomFraction() * (max - min)
/** Random dark colour: good contrast, but no single threshold separates all letters. */
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w * oversampling}" height="${h * oversampling}" viewBox="0 0 ${w} ${h}"><rect width="100%" height="100%" fill="#f6f7f9"/>${marks}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const png = await sharp(distort(data, { w: width, h: height }), { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 48, effort: 1 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** SVG path of one letter, thickened, rotated and skewed around its centre near `x`. */
function letterAt(letter: string, x: number, { w, h }: Size): string {
  const fontSize = Math.min(h * 1.05, w * 0.38)
  // With an alphabet of one letter the library renders exactly that letter, centred.
  const { data } = create({ size: 1, charPreset: letter, noise: 0, width: w, height: h, fontSize })
  const outline = /<path fill="[^"]*" d="([^"]*)"/.exec(data)?.[1] ?? ''
  const moved = `translate(${x + randomBetween(-0.02, 0.02) * w} ${h * randomBetween(0.46, 0.56)})`
  const turned = `rotate(${randomBetween(-22, 22)}) skewX(${randomBetween(-14, 14)}) translate(${-w / 2} ${-h / 2})`
  const colour = ink()
  return `<path transform="${moved} ${turned}" fill="${colour}" stroke="${colour}" stroke-width="${h / 32}" stroke-linejoin="round" d="${outline}"/>`
}

/** A curve through the letters, nearly as thick as their strokes. */
function line({ w, h }: Size): string {
  const y = () => randomBetween(0.1, 0.9) * h
  return `<path d="M0 ${y()}C${w * 0.33} ${y()},${w * 0.66} ${y()},${w} ${y()}" stroke="${ink()}" stroke-width="${randomBetween(0.7, 1.3)}" fill="none"/>`
}

/** Distorts the pixels along two waves and adds noise, against recognition by typeface. */
function distort(pixels: Buffer, { w, h }: Size): Buffer {
  const wave = {
    x: randomBetween(0.02, 0.04) * h,
    y: randomBetween(0.03, 0.06) * h,
    along: randomBetween(1, 2),
    phase: randomBetween(0, 6.28),
  }
  const out = Buffer.alloc(pixels.length)
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const fromX = Math.round(x + wave.x * Math.sin((6.28 * wave.along * y) / h + wave.phase))
      const fromY = Math.round(y + wave.y * Math.sin((6.28 * wave.along * x) / w + wave.phase))
      const from = 3 * (clamp(fromY, h) * w + clamp(fromX, w))
      // Math.random suffices for noise.
      const grain = Math.random() < 0.05 ? (Math.random() - 0.5) * 220 : 0
      for (let c = 0; c < 3; c += 1) {
        out[3 * (y * w + x) + c] = Math.min(255, Math.max(0, (pixels[from + c] ?? 0) + grain))
      }
    }
  }
  return out
}

const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
