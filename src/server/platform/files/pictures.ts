import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { CallFailed } from '../../../contract/failures.ts'
import { type FilePurpose, maxPixels, getPictureError } from '../../../domain/operations/file-rules.ts'

/** Sequential reading where the format allows it; one frame. */
const options: SharpOptions = {
  limitInputPixels: maxPixels.rows,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
}
/** Timeout of libvips in seconds, and of the upload in milliseconds, including the time in the queue. */
const [maxSeconds, deadlineMs] = [20, 60_000]
/** Maximum queue length. */
const maxWaiting = 100

export type PictureKind = 'jpg' | 'png' | 'webp'
export interface Picture {
  readonly bytes: Uint8Array
  readonly kind: PictureKind
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0
/**
 * Runs one at a time to bound memory. Throws CallFailed filesBusy when the queue is full, fileTooComplex past the
 * deadline; the next one still waits for the end of the work.
 */
async function runSequentially<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) throw new CallFailed('filesBusy')
  waiting += 1
  let isLate = false
  const start = () => (isLate ? Promise.reject(new CallFailed('filesBusy')) : work())
  const mine = last.then(start, start).finally(() => (waiting -= 1))
  last = mine.catch(() => undefined)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    late.reject(new CallFailed('fileTooComplex'))
  }, deadlineMs)
  try {
    return await Promise.race([mine, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads sharp with its cache disabled. */
export async function pictureLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Decodes and re-encodes a picture, rotated by its EXIF orientation and without metadata.
 * Throws fileBroken for what cannot be decoded or has more than one frame, pictureTooLarge, pictureTooNarrow and
 * pictureTooSmall by the limits of its purpose (domain/operations/picture-rules), fileTooComplex past the deadline.
 */
export async function reencodePicture(bytes: Uint8Array, kind: PictureKind, purpose: FilePurpose): Promise<Picture> {
  const sharp = await pictureLibrary()
  return runSequentially(async () => {
    try {
      const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
      if (!isExpectedFormat(facts, kind)) throw new CallFailed('fileBroken')
      const { width, height } = facts.autoOrient
      const fault = getPictureError(purpose, { width, height }, isDecodedWhole(facts, kind) ? 'whole' : 'rows')
      if (fault !== undefined) throw new CallFailed(fault)
      const given = isLargeRotated(facts) ? await shrinkPicture(sharp, bytes) : bytes
      const source = sharp(given, options).timeout({ seconds: maxSeconds })
      const encodedPicture = forms[purpose](source.autoOrient(), kind)
      return { bytes: await encodedPicture.picture.toBuffer(), kind: encodedPicture.kind }
    } catch (cause) {
      if (cause instanceof CallFailed) throw cause
      const isTimeout = cause instanceof Error && /timeout/i.test(cause.message)
      throw new CallFailed(isTimeout ? 'fileTooComplex' : 'fileBroken')
    }
  })
}

/** Pixels above which a picture is shrunk before rotation, which needs several copies of all pixels. */
const maxRotatedPixels = 16_000_000
const isLargeRotated = ({ width, height, orientation = 1 }: Metadata) =>
  orientation > 1 && width * height > maxRotatedPixels

/** Shrinks a picture to 4,000 pixels, read sequentially; the rotation is still to be applied. */
const shrinkPicture = (sharp: Awaited<ReturnType<typeof pictureLibrary>>, bytes: Uint8Array): Promise<Buffer> =>
  within(sharp(bytes, options).timeout({ seconds: maxSeconds }), 4_000)
    .keepExif()
    .jpeg({ quality: 95 })
    .toBuffer()

/** Formats that are decoded completely before the first row: all pixels are in memory. */
const isDecodedWhole = ({ isProgressive }: Metadata, kind: PictureKind) => kind === 'webp' || isProgressive === true

const formats: Readonly<Record<PictureKind, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp' }
/** Whether the format is as detected and not animated. Pages are reported only for formats that can have several. */
const isExpectedFormat = ({ format, pages = 1, width, height }: Metadata, kind: PictureKind) =>
  format === formats[kind] && pages === 1 && width > 0 && height > 0

type Form = (picture: Sharp, kind: PictureKind) => { picture: Sharp; kind: PictureKind }
const within = (picture: Sharp, pixels: number) =>
  picture.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })

/** Stored form of a picture by purpose. */
const forms: Readonly<Record<FilePurpose, Form>> = {
  avatar: (picture) => ({ picture: picture.resize(256, 256, { fit: 'cover' }).webp({ quality: 86 }), kind: 'webp' }),
  logo: (picture) => ({ picture: within(picture, 400).webp({ quality: 90 }), kind: 'webp' }),
  picture: (picture) => ({ picture: within(picture, 1_600).webp({ quality: 84 }), kind: 'webp' }),
  document: (picture, kind) => ({ picture: encoded(within(picture, 8_000), kind), kind }),
  // White background for transparency, for display and text recognition.
  licence: (picture) => ({
    picture: within(picture, 3_000).flatten({ background: '#fff' }).jpeg({ quality: 88 }),
    kind: 'jpg',
  }),
  attachment: (picture, kind) => ({ picture: encoded(within(picture, 8_000), kind), kind }),
  invoice: (picture, kind) => ({ picture: encoded(within(picture, 4_000), kind), kind }),
  chat: (picture, kind) => ({ picture: encoded(within(picture, 4_000), kind), kind }),
  programme: (picture, kind) => ({ picture: encoded(within(picture, 8_000), kind), kind }),
}

/** Thumbnail of a re-encoded picture: WebP within 400 pixels. */
export async function createThumbnail(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await pictureLibrary()
  return runSequentially(() =>
    within(sharp(bytes, options).timeout({ seconds: maxSeconds }), 400)
      .webp({ quality: 80 })
      .toBuffer(),
  )
}

function encoded(picture: Sharp, kind: PictureKind): Sharp {
  if (kind === 'png') return picture.png()
  return kind === 'webp' ? picture.webp({ quality: 90 }) : picture.jpeg({ quality: 90 })
}
