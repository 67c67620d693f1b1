import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { CallFailed } from '../../contract/failures.ts'
import type { FilePurpose } from '../../domain/operations/file-rules.ts'
import { mostPixels, pictureFault } from '../../domain/operations/picture-rules.ts'

/** Row by row where the format allows it; one frame. */
const options: SharpOptions = {
  limitInputPixels: mostPixels.rows,
  failOn: 'error',
  pages: 1,
  sequentialRead: true,
}
/** Seconds until libvips gives a picture up, and milliseconds until its uploader is told so, waiting included. */
const [secondsAtMost, deadline] = [20, 60_000]
/** Pictures that may wait for their turn. */
const mostWaiting = 100

export type PictureKind = 'jpg' | 'png' | 'webp'
export interface Picture {
  readonly bytes: Uint8Array
  readonly kind: PictureKind
}

let last: Promise<unknown> = Promise.resolve()
let waiting = 0
/**
 * One after the other: what several pictures need at once would have no bound. Throws CallFailed filesBusy when too
 * many wait, fileTooComplex past the deadline; the next one still waits for the end of the work itself.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new CallFailed('filesBusy')
  waiting += 1
  let isLate = false
  const begin = () => (isLate ? Promise.reject(new CallFailed('filesBusy')) : work())
  const mine = last.then(begin, begin).finally(() => (waiting -= 1))
  last = mine.catch(() => undefined)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    isLate = true
    late.reject(new CallFailed('fileTooComplex'))
  }, deadline)
  try {
    return await Promise.race([mine, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The library, set to keep nothing of the pictures it has seen. */
export async function pictureLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * Decodes a picture and encodes it anew, turned as its camera said and without anything else that was in the file.
 * Throws fileBroken for what cannot be decoded or has more than one frame, pictureTooLarge, pictureTooNarrow and
 * pictureTooSmall by the limits of its purpose (domain/operations/picture-rules), fileTooComplex past the deadline.
 */
export async function redrawn(bytes: Uint8Array, kind: PictureKind, purpose: FilePurpose): Promise<Picture> {
  const sharp = await pictureLibrary()
  return inTurn(async () => {
    try {
      const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
      if (!isPlain(facts, kind)) throw new CallFailed('fileBroken')
      const { width, height } = facts.autoOrient
      const fault = pictureFault(purpose, { width, height }, isDecodedWhole(facts, kind) ? 'whole' : 'rows')
      if (fault !== undefined) throw new CallFailed(fault)
      const given = isTurnedLarge(facts) ? await madeSmaller(sharp, bytes) : bytes
      const source = sharp(given, options).timeout({ seconds: secondsAtMost })
      const drawn = forms[purpose](source.autoOrient(), kind)
      return { bytes: await drawn.picture.toBuffer(), kind: drawn.kind }
    } catch (cause) {
      if (cause instanceof CallFailed) throw cause
      const isTimeout = cause instanceof Error && /timeout/i.test(cause.message)
      throw new CallFailed(isTimeout ? 'fileTooComplex' : 'fileBroken')
    }
  })
}

/** Pixels from which on a picture is made smaller before it is turned: turning needs several copies of all of them. */
const mostTurned = 16_000_000
const isTurnedLarge = ({ width, height, orientation = 1 }: Metadata) => orientation > 1 && width * height > mostTurned

/** The same picture within 4,000 pixels, row by row, with the turn that its camera noted still to be made. */
const madeSmaller = (sharp: Awaited<ReturnType<typeof pictureLibrary>>, bytes: Uint8Array): Promise<Buffer> =>
  within(sharp(bytes, options).timeout({ seconds: secondsAtMost }), 4_000)
    .keepExif()
    .jpeg({ quality: 95 })
    .toBuffer()

/** Formats that are decoded whole before the first row is there: their pixels all lie in memory. */
const isDecodedWhole = ({ isProgressive }: Metadata, kind: PictureKind) => kind === 'webp' || isProgressive === true

const formats: Readonly<Record<PictureKind, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp' }
/** As it was taken for, and still. Pages are counted only in formats that can have several. */
const isPlain = ({ format, pages = 1, width, height }: Metadata, kind: PictureKind) =>
  format === formats[kind] && pages === 1 && width > 0 && height > 0

type Form = (picture: Sharp, kind: PictureKind) => { picture: Sharp; kind: PictureKind }
const within = (picture: Sharp, pixels: number) =>
  picture.resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })

/** How a picture is kept, by what it is for. */
const forms: Readonly<Record<FilePurpose, Form>> = {
  avatar: (picture) => ({ picture: picture.resize(256, 256, { fit: 'cover' }).webp({ quality: 86 }), kind: 'webp' }),
  logo: (picture) => ({ picture: within(picture, 400).webp({ quality: 90 }), kind: 'webp' }),
  picture: (picture) => ({ picture: within(picture, 1_600).webp({ quality: 84 }), kind: 'webp' }),
  document: (picture, kind) => ({ picture: encoded(within(picture, 8_000), kind), kind }),
  // White under what is transparent, for the eye and for reading the text.
  licence: (picture) => ({
    picture: within(picture, 3_000).flatten({ background: '#fff' }).jpeg({ quality: 88 }),
    kind: 'jpg',
  }),
  attachment: (picture, kind) => ({ picture: encoded(within(picture, 8_000), kind), kind }),
  chat: (picture, kind) => ({ picture: encoded(within(picture, 4_000), kind), kind }),
}

/** The small form of a picture that was drawn already, for lists of many: WebP within 400 pixels. */
export async function smallPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await pictureLibrary()
  return inTurn(() =>
    within(sharp(bytes, options).timeout({ seconds: secondsAtMost }), 400)
      .webp({ quality: 80 })
      .toBuffer(),
  )
}

function encoded(picture: Sharp, kind: PictureKind): Sharp {
  if (kind === 'png') return picture.png()
  return kind === 'webp' ? picture.webp({ quality: 90 }) : picture.jpeg({ quality: 90 })
}
