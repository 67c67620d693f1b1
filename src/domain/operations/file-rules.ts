/** What an uploaded file is for: decides type, size and who may see it. */
export const filePurposes = [
  'avatar',
  'logo',
  'picture',
  'document',
  'licence',
  'attachment',
  'invoice',
  'chat',
  'programme',
] as const
export type FilePurpose = (typeof filePurposes)[number]

/** Stored file types by extension; calendar files are generated and never uploaded. */
export type FileKind = 'jpg' | 'png' | 'webp' | 'pdf' | OfficeKind | 'txt' | 'csv' | 'sdf' | 'ics' | 'xml'
type OfficeKind = 'doc' | 'docx' | 'xls' | 'xlsx' | 'ppt' | 'pptx'

export interface FileRule {
  readonly kinds: readonly FileKind[]
  readonly maxBytes: number
  /** Pixels that the shorter side of a picture has at least; a paper below it cannot be read. */
  readonly minSide?: number
  /** For people: JPG、PNG 或 WebP 图片，不超过 5 MB. */
  readonly words: string
}

const megabyte = 1024 * 1024
const pictures = ['jpg', 'png', 'webp'] as const

const documents: FileRule = {
  kinds: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'csv', ...pictures],
  maxBytes: 20 * megabyte,
  words: 'PDF、Word、Excel、PPT、TXT、CSV 或图片，每个不超过 20 MB',
}

/**
 * What may be given for each purpose. Browser and server read the same table; the browser only to answer at once.
 * No archives: whatever they hold would pass unseen.
 */
export const fileRules: Readonly<Record<FilePurpose, FileRule>> = {
  avatar: { kinds: pictures, maxBytes: 5 * megabyte, words: 'JPG、PNG 或 WebP 图片，不超过 5 MB' },
  logo: { kinds: pictures, maxBytes: 5 * megabyte, words: 'JPG、PNG 或 WebP 图片，不超过 5 MB' },
  /** Of listings and shops: everyone sees it. */
  picture: { kinds: pictures, maxBytes: 10 * megabyte, words: 'JPG、PNG 或 WebP 图片，不超过 10 MB' },
  /** Papers of a listing: everyone may download them. */
  document: {
    kinds: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', ...pictures],
    maxBytes: 20 * megabyte,
    words: 'PDF、Word、Excel、PPT 或图片，每个不超过 20 MB',
  },
  /** Licences, certificates and evidence: for their company and operators only. */
  licence: {
    kinds: [...pictures, 'pdf'],
    maxBytes: 10 * megabyte,
    minSide: 400,
    words: 'JPG、PNG、WebP 图片或 PDF，不超过 10 MB，图片宽高不小于 400 像素',
  },
  /** Also SDF files, which a shop imports structures from. */
  attachment: { ...documents, kinds: [...documents.kinds, 'sdf'] },
  /** Tax invoices: for both sides of their order. */
  invoice: {
    kinds: ['xml', 'pdf', ...pictures],
    maxBytes: 10 * megabyte,
    words: '数电票 XML、PDF 或图片，不超过 10 MB',
  },
  /** Pictures and files of a conversation: its members see them. */
  chat: documents,
  /** Files of an R&D programme: for those who may read it. */
  programme: documents,
}

/** Largest upload of all, with room for the form around the file. */
export const maxUploadBytes = 25 * megabyte
/** Bytes of a part of a file that is sent in parts: well below what a JSON body may hold. */
export const partBytes = 256 * 1024
/** What one person may upload within a day, as kept. */
export const dayBytes = 300 * megabyte

/** The file dialog's `accept`: .jpg,.jpeg,.png,.webp. */
export const acceptOf = (purpose: FilePurpose): string =>
  fileRules[purpose].kinds.flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`])).join(',')

/**
 * Why a chosen file need not be sent at all, as far as its name and size tell; null when it may be tried. `words` say
 * what is wanted where that is less than the purpose takes.
 */
export function getFileError(
  purpose: FilePurpose,
  file: { readonly name: string; readonly size: number },
  words = fileRules[purpose].words,
): string | null {
  const { maxBytes } = fileRules[purpose]
  const extension = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0] ?? ''
  if (extension === '.heic' || extension === '.heif') return '暂不支持 HEIC 照片，请先转换为 JPG'
  if (!acceptOf(purpose).split(',').includes(extension)) return `不支持这种文件，请选择 ${words}`
  if (file.size === 0) return '这是一个空文件，请重新选择'
  if (mayReducePhoto(purpose, file)) return null
  return file.size > maxBytes ? `文件过大，请选择不超过 ${maxBytes / megabyte} MB 的文件` : null
}

/** Bytes up to which a photograph is sent as it is, without being looked at. */
const plainPhotoBytes = 2 * megabyte
/** Bytes of a photograph that a browser can still decode. */
const readablePhotoBytes = 80 * megabyte

/** Whether the browser may make a smaller copy of a photograph that the server would refuse as it is. */
export const mayReducePhoto = (
  purpose: FilePurpose,
  { name, size }: { readonly name: string; readonly size: number },
) =>
  /\.(jpe?g|png|webp)$/i.test(name) &&
  fileRules[purpose].kinds.includes('jpg') &&
  size > plainPhotoBytes &&
  size <= readablePhotoBytes

/** Pixels of a reduced photograph: a page of paper stays readable. */
const reducedPixels = 12_000_000

/** Size of the copy of a photograph; undefined where it can be sent as it is. */
export function reducedPhotoSize(
  purpose: FilePurpose,
  { width, height, bytes }: { readonly width: number; readonly height: number; readonly bytes: number },
): { readonly width: number; readonly height: number } | undefined {
  // The way in which a photograph is compressed is not known here: the stricter limit counts.
  if (bytes <= fileRules[purpose].maxBytes && width * height <= maxPixels.whole) return undefined
  const scale = Math.min(1, Math.sqrt(reducedPixels / (width * height)))
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

/** Pixels of a picture as it is seen: after the turn that its camera noted. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Why a picture is refused by its size; each is a failure of the contract. */
export type PictureError = 'pictureTooSmall' | 'pictureTooNarrow' | 'pictureTooLarge'

/** Longer over shorter side at most, by purpose; screenshots of long pages are given as attachments. */
const maxAspectRatios: Readonly<Record<FilePurpose, number>> = {
  avatar: 8,
  logo: 10,
  picture: 20,
  licence: 6,
  document: 40,
  attachment: 40,
  invoice: 20,
  chat: 40,
  programme: 40,
}

/** Pixels of a picture that is decoded row by row, and of one that is decoded whole (progressive, interlaced, WebP). */
export const maxPixels = { rows: 50_000_000, whole: 16_000_000 } as const

/** What keeps a picture from being taken for a purpose; undefined when nothing does. */
export function getPictureError(
  purpose: FilePurpose,
  { width, height }: PictureSize,
  decoded: keyof typeof maxPixels = 'rows',
): PictureError | undefined {
  const { minSide = 1 } = fileRules[purpose]
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (width * height > maxPixels[decoded]) return 'pictureTooLarge'
  if (shorter < minSide && longer <= shorter * maxAspectRatios[purpose]) return 'pictureTooSmall'
  return longer > shorter * maxAspectRatios[purpose] ? 'pictureTooNarrow' : undefined
}
