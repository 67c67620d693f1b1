import { CallFailed } from '../../contract/failures.ts'
import type { ReadWord } from '../../domain/accounts/licence-layout.ts'
import { startOcrThread, type OcrThread } from './ocr-thread.ts'

/** Reads text out of pictures, one at a time, in a thread of its own. */
export interface Ocr {
  /**
   * Words with their places; none where nothing can be read. Throws CallFailed `ocrBusy` when too many wait or one
   * picture takes too long.
   */
  readonly words: (picture: Uint8Array) => Promise<readonly ReadWord[]>
  readonly close: () => Promise<void>
}

/** When to give up and when to rest. Times in milliseconds. */
interface Patience {
  readonly idle: number
  readonly longest: number
  /** Pictures that may wait besides the one being read. */
  readonly waiting: number
  /** Pictures after which the thread is started anew, whatever it kept of them. */
  readonly pictures: number
}
const usual: Patience = { idle: 10_000, longest: 60_000, waiting: 8, pictures: 200 }

/** The engine starts with the first picture and ends when none came for a while: nobody pays for what is not used. */
export function createOcr(start: () => Promise<OcrThread> = startOcrThread, patience = usual): Ocr {
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
      return await inTime(patience.longest, async (isLate) => {
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

/** Preparing and reading together; a thread that is late is ended by the caller. */
async function inTime<T>(longest: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
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

/** The size in which the engine reads best; a narrow picture is not blown up beyond it. */
const readable = { width: 1_600, height: 2_400, fit: 'inside' } as const
/** Pixels of a kept licence at most (operations/pictures.ts), and longer over shorter side that can be a paper. */
const [mostPixels, narrowest] = [12_000_000, 6]

/** Grey, as bright as it goes, in a readable size; undefined for what is no picture of a paper. */
async function prepare(picture: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels || Math.max(width, height) > narrowest * Math.min(width, height)) return undefined
    return await sharp(picture, { limitInputPixels: mostPixels })
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

/** Words of one picture that are looked at: a licence has some hundred. */
const mostWords = 2_000

/** Words of tesseract's table that it is at all sure of: what is worse is dirt, frames and seals. */
function wordsOf(tsv: string): ReadWord[] {
  const words = tsv.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t')
    if (level !== '5' || Number(confidence) < 10) return []
    return [{ text, left: Number(left), top: Number(top), width: Number(width), height: Number(height) }]
  })
  return words.slice(0, mostWords)
}
