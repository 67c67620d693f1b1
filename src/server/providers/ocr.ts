import { CallFailed } from '../../contract/failures.ts'
import { uncertainMark, type ReadWord } from '../../domain/accounts/licence-layout.ts'
import { startOcrThread, type OcrThread } from './ocr-thread.ts'

/**
 * How a picture is prepared. `red` and `redSmall` fade red ink, so that a seal over the text does not hide it; they
 * differ in size and filter, so that two readings are independent of each other. `redSmall` is the reading that has to
 * agree before a certificate passes by itself: it marks characters of which the recognition is not sure.
 */
type Preparation = 'grey' | 'red' | 'redSmall'

/** Text recognition, one picture at a time, in a separate thread. */
export interface Ocr {
  /**
   * Words with their positions; empty where nothing can be read. Throws CallFailed `ocrBusy` when the queue is full or
   * a picture takes too long.
   */
  readonly words: (picture: Uint8Array, preparation?: Preparation) => Promise<readonly ReadWord[]>
  readonly close: () => Promise<void>
}

/** Limits and timeouts, in milliseconds. */
interface OcrLimits {
  readonly idle: number
  readonly maxMs: number
  /** Maximum queue length. */
  readonly waiting: number
  /** Pictures after which the thread is restarted, to free its memory. */
  readonly pictures: number
}
const defaultLimits: OcrLimits = { idle: 10_000, maxMs: 60_000, waiting: 8, pictures: 200 }

/** The engine starts with the first picture and ends when idle. */
export function createOcr(start: () => Promise<OcrThread> = startOcrThread, patience = defaultLimits): Ocr {
  let thread: Promise<OcrThread> | undefined
  let read = 0
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false
  const end = async () => {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    read = 0
    await ending?.then((one) => one.end()).catch(() => {})
  }
  const one = async (picture: Uint8Array, preparation: Preparation) => {
    if (closed) throw new CallFailed('ocrBusy')
    clearTimeout(idle)
    try {
      return await withTimeout(patience.maxMs, async (isLate) => {
        const prepared = await prepare(picture, preparation)
        if (prepared === undefined || isLate()) return []
        thread ??= start()
        return wordsOf(await (await thread).read(prepared), { marked: preparation === 'redSmall' })
      })
    } catch (thrown) {
      await end()
      throw thrown
    } finally {
      read += 1
      if (read >= patience.pictures) await end()
      idle = setTimeout(() => void end(), patience.idle).unref()
    }
  }
  return {
    words: async (picture, preparation = 'grey') => {
      if (waiting > patience.waiting) throw new CallFailed('ocrBusy')
      waiting += 1
      const mine = last.then(() => one(picture, preparation)).finally(() => (waiting -= 1))
      last = mine.catch(() => {})
      return mine
    },
    close: async () => {
      closed = true
      await end()
    },
  }
}

/** Timeout for preparing and recognising; the caller ends a late thread. */
async function withTimeout<T>(longest: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    late.reject(new CallFailed('ocrBusy'))
  }, longest)
  try {
    return await Promise.race([work(() => isLate), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Size with the best recognition; narrow pictures are not enlarged beyond it. */
const readable = { width: 1_600, height: 2_400, fit: 'inside' } as const
/** Size of the second reading. */
const readableSmall = { width: 1_320, height: 1_980, fit: 'inside' } as const
/** Adds to red what it has more than green: red ink becomes as light as paper, black and grey stay. */
const redRow: [number, number, number] = [1.5, -0.5, 0]
const withoutRed: [typeof redRow, typeof redRow, typeof redRow] = [redRow, redRow, redRow]
/** Maximum pixels of a stored licence (platform/files/pictures.ts), and maximum aspect ratio of a document. */
const [maxPixels, maxAspectRatio] = [12_000_000, 6]

/** How the picture library says that its own time limit was exceeded: `timeout: 45% complete`. */
const isTimeout = (thrown: unknown): boolean => thrown instanceof Error && /\btimeout\b/i.test(thrown.message)

/**
 * Converts to normalised greyscale in a readable size; undefined if it cannot be a document. Throws ocrBusy where the
 * time was too short, which says nothing about the picture.
 */
async function prepare(picture: Uint8Array, preparation: Preparation): Promise<Uint8Array | undefined> {
  try {
    const { default: sharp } = await import('sharp')
    const { width, height, channels } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels || Math.max(width, height) > maxAspectRatio * Math.min(width, height))
      return undefined
    const flat = sharp(picture, { limitInputPixels: maxPixels })
      .timeout({ seconds: 20 })
      .rotate()
      .flatten({ background: '#ffffff' })
    if (preparation === 'grey')
      return await flat.greyscale().normalise().resize(readable).png({ compressionLevel: 1 }).toBuffer()
    const sized = flat.resize(preparation === 'red' ? readable : readableSmall)
    // A grey picture has no red to take away.
    const faded = channels < 3 ? sized : sized.recomb(withoutRed).extractChannel('red')
    const even = sharp(await faded.png({ compressionLevel: 1 }).toBuffer())
      .greyscale()
      .normalise()
    return await (preparation === 'red' ? even : even.median(3)).png({ compressionLevel: 1 }).toBuffer()
  } catch (thrown) {
    if (isTimeout(thrown)) throw new CallFailed('ocrBusy')
    return undefined
  }
}

/** Maximum words of a picture; a licence has about a hundred. */
const maxWords = 2_000

/** Confidence in per cent below which a word is dirt, a frame or a seal. */
const minConfidence = 10
/** Confidence below which a similar character (鹰 for 鹭) is as likely as the right one. */
const certainConfidence = 85

/** A word with the line of tesseract's table that it stands in. */
interface LineWord extends ReadWord {
  readonly line: string
}

/**
 * Words of tesseract's table, levelled as if the paper were not tilted. With `marked`, Chinese characters that are not
 * certain become `uncertainMark`.
 */
function wordsOf(tsv: string, { marked }: { readonly marked: boolean }): ReadWord[] {
  const words = tsv.split('\n').flatMap((row): LineWord[] => {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, read = ''] = row.split('\t')
    if (level !== '5') return []
    const isUncertain = marked && Number(confidence) < certainConfidence
    const text = isUncertain ? read.replace(/\p{Script=Han}/gu, uncertainMark) : read
    if (Number(confidence) < minConfidence && !text.includes(uncertainMark)) return []
    const box = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) }
    return [{ text, ...box, line: [page, block, paragraph, line].join(' ') }]
  })
  return level(words.slice(0, maxWords))
}

/** Words of a line from which its slope is measured. */
const sloped = 6

/** Moves words up or down by the slope of the lines, so that those of one line have one height. */
function level(words: readonly LineWord[]): ReadWord[] {
  const slopes = [...Map.groupBy(words, ({ line }) => line).values()].flatMap((row) => {
    const [first, last] = [row[0], row.at(-1)]
    if (first === undefined || last === undefined || row.length < sloped || last.left <= first.left) return []
    return [(last.top + last.height / 2 - first.top - first.height / 2) / (last.left - first.left)]
  })
  const slope = slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
  return words.map(({ text, left, top, width, height }) => ({ text, left, top: top - slope * left, width, height }))
}
