import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { files } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, envelope, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { csv, gradient, pdf, wordFile } from '../../support/uploads.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const storedBytes = async (fileId: string) => {
  const [row] = await app.db.select().from(files).where(eq(files.id, fileId))
  if (row === undefined) throw new Error('no row')
  return { row, bytes: await app.runtime.providers.storage.read(row.storageKey) }
}

test('an avatar becomes 256 × 256 WebP without camera metadata', async () => {
  const buyer = await signInAs(app, 'buyer')
  const taken = await sharp(await gradient(900, 600))
    .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>', Orientation: '6' } })
    .jpeg()
    .toBuffer()
  const content = contentOf(await buyer.upload('avatar', new File([taken], '我的 照片.JPEG')))
  expect(content).toMatchObject({ name: '我的 照片.webp', contentType: 'image/webp' })
  expect(content.url).toBe(`/files/${content.fileId}/${encodeURIComponent('我的 照片.webp')}`)
  const { row, bytes } = await storedBytes(content.fileId)
  const facts = await sharp(bytes).metadata()
  expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(facts.exif).toBeUndefined()
  expect(Buffer.from(bytes).includes('<script>')).toBe(false)
  expect(row).toMatchObject({ audience: 'public', size: bytes.byteLength })
})

test('a licence stays legible: rotated upright, at most 3000 pixels, private', async () => {
  const buyer = await signInAs(app, 'buyer')
  const lying = await sharp(await gradient(4_000, 2_000))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { fileId, contentType } = contentOf(await buyer.upload('licence', new File([lying], 'licence.jpg')))
  const { row, bytes } = await storedBytes(fileId)
  expect(contentType).toBe('image/jpeg')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_500, height: 3_000 })
  expect(row).toMatchObject({ audience: 'private' })
  expect(row.companyId).not.toBeNull()
  expect(contentOf(await buyer.upload('licence', new File([pdf], '执照.pdf'))).contentType).toBe('application/pdf')
})

test('a licence or certificate of a few pixels is rejected with a specific failure', async () => {
  const seller = await signInAs(app, 'seller')
  const png = async (width: number, height: number) =>
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width, height, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        ),
      ],
      'GMP 证书.png',
    )
  expect(failureOf(await seller.upload('licence', await png(1, 1)))).toBe('pictureTooSmall')
  expect(failureOf(await seller.upload('licence', await png(2_000, 399)))).toBe('pictureTooSmall')
  expect(failureOf(await seller.upload('licence', await png(400, 400)))).toBe('none')
  expect(failureOf(await seller.upload('picture', await png(1, 1)))).toBe('none')
})

test('a logo keeps its aspect ratio and transparency', async () => {
  const seller = await signInAs(app, 'seller')
  const drawn = await sharp({ create: { width: 800, height: 200, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const { fileId } = contentOf(await seller.upload('logo', new File([drawn], 'logo.png')))
  const { bytes } = await storedBytes(fileId)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 100, hasAlpha: true })
})

test.each([
  ['报价单.pdf', pdf, '报价单.pdf'],
  ['方案.docx', wordFile, '方案.docx'],
  ['数据.csv', csv, '数据.csv'],
  ['数据.exe', pdf, '数据.pdf'],
])('an attachment %s is kept as it is, under the name of what it is', async (given, bytes, name) => {
  const buyer = await signInAs(app, 'buyer')
  const content = contentOf(await buyer.upload('attachment', new File([bytes], given)))
  expect(content.name).toBe(name)
  expect((await storedBytes(content.fileId)).bytes).toEqual(bytes)
})

test('returns field errors', async () => {
  const buyer = await signInAs(app, 'buyer')
  const form = new FormData()
  form.append('purpose', 'anything')
  form.append('file', 'no file')
  const answer = await envelope(await buyer.post('/files/upload', form))
  expect(fieldsWithErrors({ ok: false, failure: answer })).toEqual(['purpose', 'file'])
})

test('rejects other types, large, empty and broken files', async () => {
  const buyer = await signInAs(app, 'buyer')
  const picture = await gradient(300, 300)
  const refusal = async (...args: Parameters<typeof buyer.upload>) => failureOf(await buyer.upload(...args))
  expect(await refusal('avatar', new File([pdf], 'a.jpg'))).toBe('fileTypeRefused')
  expect(await refusal('attachment', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg'))).toBe(
    'fileTypeRefused',
  )
  expect(await refusal('avatar', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.jpg'))).toBe('fileTooLarge')
  expect(await refusal('avatar', new File([], 'a.jpg'))).toBe('fileBroken')
  expect(await refusal('avatar', new File([picture.subarray(0, 700)], 'a.jpg'))).toBe('fileBroken')
})

test('rejects visitors before reading the body', async () => {
  const body = new ReadableStream({
    pull: () => {
      throw new Error('was read')
    },
  })
  // A stream as body needs `duplex`, which the browser's types lack.
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
  const request = new Request('http://localhost/api/files/upload', init)
  expect((await envelope(await app.fetch(request))).code).toBe(600)
  expect(failureOf(await visitor(app).upload('avatar', new File(['x'], 'x.png')))).toBe('sessionInvalid')
})

test('form data and JSON are not interchangeable', async () => {
  const buyer = await signInAs(app, 'buyer')
  expect((await buyer.post('/files/upload', '{}')).status).toBe(415)
  expect((await buyer.post('/user-center/user/profile', new FormData())).status).toBe(415)
  const cut = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await envelope(await buyer.post('/files/upload', '--x\r\nContent-Disposition: form-d', cut))).code).toBe(400)
})

test('the daily volume is limited, also under parallel uploads; refused files leave nothing stored', async () => {
  const person = await signInAs(app, 'person')
  const { userId } = contentOf(await person.api.accounts.profile({}))
  const full = { purpose: 'attachment', audience: 'private', name: 'x.pdf', contentType: 'application/pdf' } as const
  const almost = 300 * 1024 * 1024 - 2 * pdf.byteLength - 10
  await app.db
    .insert(files)
    .values({ ...full, id: 'x'.repeat(22), userId, size: almost, sha256: '', storageKey: 'attachment/none' })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => person.upload('attachment', new File([pdf], 'x.pdf'))),
  )
  expect(answers.map(failureOf).toSorted()).toEqual([...Array(4).fill('filesFull'), 'none', 'none'])
})
