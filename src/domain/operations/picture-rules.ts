import { fileRules, type FilePurpose } from './file-rules.ts'

/** Pixels of a picture as it is seen: after the turn that its camera noted. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Why a picture is refused by its size; each is a failure of the contract. */
export type PictureFault = 'pictureTooSmall' | 'pictureTooNarrow' | 'pictureTooLarge'

/** Longer over shorter side at most, by purpose; screenshots of long pages are given as attachments. */
const narrowest: Readonly<Record<FilePurpose, number>> = {
  avatar: 8,
  logo: 10,
  picture: 20,
  licence: 6,
  document: 40,
  attachment: 40,
  chat: 40,
}

/** Pixels of a picture that is decoded row by row, and of one that is decoded whole (progressive, interlaced, WebP). */
export const mostPixels = { rows: 50_000_000, whole: 16_000_000 } as const

/** What keeps a picture from being taken for a purpose; undefined when nothing does. */
export function pictureFault(
  purpose: FilePurpose,
  { width, height }: PictureSize,
  decoded: keyof typeof mostPixels = 'rows',
): PictureFault | undefined {
  const { minSide = 1 } = fileRules[purpose]
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (width * height > mostPixels[decoded]) return 'pictureTooLarge'
  if (shorter < minSide && longer <= shorter * narrowest[purpose]) return 'pictureTooSmall'
  return longer > shorter * narrowest[purpose] ? 'pictureTooNarrow' : undefined
}
