import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { captchas } from '../../../src/db/tables/accounts.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { freshName } from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

/** The simplest call that takes a captcha. */
const use = async (answer: { captchaId: string; captcha: string }) =>
  failureOf(await visitor(app).api.accounts.loginNameExists({ loginName: freshName(), ...answer }))
const bytesOf = (image: string) => Buffer.from(image.replace('data:image/png;base64,', ''), 'base64')
const pixelsOf = (image: string) => sharp(bytesOf(image))
/** Names of a PNG's chunks: metadata would be extra chunks. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) names.push(png.toString('latin1', at + 4, at + 8))
  return names
}

describe('loginCaptcha', () => {
  test('is a PNG at double resolution, without metadata or vector outlines', async () => {
    const { image, expiresIn } = contentOf(await visitor(app).api.accounts.loginCaptcha({}))
    expect(image).toMatch(/^data:image\/png;base64,/)
    expect(await pixelsOf(image).metadata()).toMatchObject({ format: 'png', width: 260, height: 96 })
    expect(expiresIn).toBe(120)
    expect(chunksOf(bytesOf(image)).filter((name) => !['IHDR', 'pHYs', 'PLTE', 'IDAT', 'IEND'].includes(name))).toEqual(
      [],
    )
  })

  test('is rendered in the requested size', async () => {
    const { image } = contentOf(await visitor(app).api.accounts.loginCaptcha({ w: 100, h: 40 }))
    expect(await pixelsOf(image).metadata()).toMatchObject({ width: 200, height: 80 })
  })

  test('rejects other sizes with field errors', async () => {
    expect(fieldsWithErrors(await visitor(app).api.accounts.loginCaptcha({ w: 4000, h: 1 }))).toEqual(['w', 'h'])
  })

  test('contains legible letters: dark strokes on a light ground, different each time', async () => {
    const images = await Promise.all(
      Array.from({ length: 3 }, async () => contentOf(await visitor(app).api.accounts.loginCaptcha({})).image),
    )
    expect(new Set(images).size).toBe(3)
    for (const image of images) {
      const { data } = await pixelsOf(image).greyscale().raw().toBuffer({ resolveWithObject: true })
      const dark = data.filter((value) => value < 140).length / data.length
      expect(dark).toBeGreaterThan(0.05)
      expect(dark).toBeLessThan(0.4)
    }
  })

  test('stores no readable answer', async () => {
    const { captcha, captchaId } = await plantCaptcha(app)
    const [row] = await app.db.select().from(captchas).where(eq(captchas.id, captchaId))
    expect(JSON.stringify(row).toLowerCase()).not.toContain(`"${captcha.toLowerCase()}"`)
    expect(row?.answerHash).toHaveLength(43)
  })
})

describe('the captcha answer', () => {
  test('is case-insensitive and valid once', async () => {
    const answer = await plantCaptcha(app)
    expect(await use({ ...answer, captcha: ` ${answer.captcha.toLowerCase()} ` })).toBe('none')
    expect(await use(answer)).toBe('captchaWrong')
  })

  test('uses the captcha up if wrong, missing, or of another captcha', async () => {
    for (const wrong of ['', 'XXXX', (await plantCaptcha(app)).captcha]) {
      const answer = await plantCaptcha(app)
      expect(await use({ ...answer, captcha: wrong })).toBe('captchaWrong')
      expect(await use(answer)).toBe('captchaWrong')
    }
    expect(await use({ captchaId: '', captcha: '' })).toBe('captchaWrong')
  })

  test('expires after two minutes', async () => {
    const late = await plantCaptcha(app)
    const inTime = await plantCaptcha(app)
    const [row] = await app.db.select().from(captchas).where(eq(captchas.id, late.captchaId))
    const seconds = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(110)
    expect(seconds).toBeLessThanOrEqual(121)
    const back = async (id: string, by: number) =>
      app.db
        .update(captchas)
        .set({ expiresAt: new Date((row?.expiresAt.getTime() ?? 0) - by * 1000) })
        .where(eq(captchas.id, id))
    await back(late.captchaId, 121)
    await back(inTime.captchaId, 100)
    expect(await use(late)).toBe('captchaWrong')
    expect(await use(inTime)).toBe('none')
  })
})
