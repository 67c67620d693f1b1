import { CallFailed } from '../../contract/failures.ts'
import type { ReadWord } from '../../domain/accounts/licence-layout.ts'
import { startOcrThread, type OcrThread } from './ocr-thread.ts'

/** Text recognition, one picture at a time, in a separate thread. */
export interface Ocr {
  /**
   * Words with their positions; empty where nothing can be read. Throws CallFailed `ocrBusy` when the queue is full or
   * a picture takes too long.
   */
  readonly words: (picture: Uint8Array) => Promise<readonly ReadWord[]>
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
  const one = async (picture: Uint8Array) => {
    if (closed) throw new CallFailed('ocrBusy')
    clearTimeout(idle)
    try {
      return await withTimeout(patience.maxMs, async (isLate) => {
        const prepared = await prepare(picture)
        if (prepared === undefined || isLate()) return []
        thread ??= start()
        return wordsOf(await (await thread).read(prepared))
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
    words: async (picture) => {
      if (waiting > patience.waiting) throw new CallFailed('ocrBusy')
      waiting += 1
      const mine = last.then(() => one(picture)).finally(() => (waiting -= 1))
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
/** Maximum pixels of a stored licence (platform/files/pictures.ts), and maximum aspect ratio of a document. */
const [maxPixels, maxAspectRatio] = [12_000_000, 6]

/** Converts to normalised greyscale in a readable size; undefined if it cannot be a document. */
async function prepare(picture: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels || Math.max(width, height) > maxAspectRatio * Math.min(width, height))
      return undefined
    return await sharp(picture, { limitInputPixels: maxPixels })
      .timeout({ seconds: 20 })
      .rotate()
      .flatten({ background: '#ffffff' })
      .greyscale()
      .normalise()
      .resize(readable)
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch {
    return undefined
  }
}

/** Maximum words of a picture; a licence has about a hundred. */
const maxWords = 2_000

/** Words of tesseract's table above a minimum confidence; below it are dirt, frames and seals. */
function wordsOf(tsv: string): ReadWord[] {
  const words = tsv.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t')
    if (level !== '5' || Number(confidence) < 10) return []
    return [{ text, left: Number(left), top: Number(top), width: Number(width), height: Number(height) }]
  })
  return words.slice(0, maxWords)
}
