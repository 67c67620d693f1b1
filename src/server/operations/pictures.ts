import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { CallFailed } from '../../contract/failures.ts'
import type { FilePurpose } from '../../domain/operations/file-rules.ts'

/** 50 megapixels: what telephones take; decoded they are about 200 MB, so one picture at a time. */
const options: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 }
const secondsAtMost = 30

export type PictureKind = 'jpg' | 'png' | 'webp'
export interface Picture {
  readonly bytes: Uint8Array
  readonly kind: PictureKind
}

let last: Promise<unknown> = Promise.resolve()
/** One after the other: what several pictures need at once would have no bound. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * Decodes a picture and encodes it anew, turned as its camera said and without anything else that was in the file.
 * Throws fileBroken for what cannot be decoded, has more than one frame or more pixels than allowed.
 */
export async function redrawn(bytes: Uint8Array, kind: PictureKind, purpose: FilePurpose): Promise<Picture> {
  const { default: sharp } = await import('sharp')
  return inTurn(async () => {
    try {
      const source = sharp(bytes, options)
      const facts = await source.metadata()
      if (!isPlain(facts, kind)) throw new CallFailed('fileBroken')
      const drawn = forms[purpose](source.timeout({ seconds: secondsAtMost }).autoOrient(), kind)
      return { bytes: await drawn.picture.toBuffer(), kind: drawn.kind }
    } catch {
      throw new CallFailed('fileBroken')
    }
  })
}

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
  const { default: sharp } = await import('sharp')
  return inTurn(() => within(sharp(bytes, options), 400).webp({ quality: 80 }).toBuffer())
}

function encoded(picture: Sharp, kind: PictureKind): Sharp {
  if (kind === 'png') return picture.png()
  return kind === 'webp' ? picture.webp({ quality: 90 }) : picture.jpeg({ quality: 90 })
}
