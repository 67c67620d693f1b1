import sharp from 'sharp'
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
const usual: Patience = { idle: 60_000, longest: 60_000, waiting: 8, pictures: 200 }

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
    const prepared = await prepare(picture)
    if (prepared === undefined) return []
    try {
      thread ??= start()
      const running = thread
      return wordsOf(await inTime(patience.longest, () => running.then((ready) => ready.read(prepared))))
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

async function inTime<T>(longest: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new CallFailed('ocrBusy')), longest)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Grey, as bright as it goes, as wide as the engine reads best; undefined for what is no picture. */
const prepare = (picture: Uint8Array): Promise<Uint8Array | undefined> =>
  sharp(picture, { limitInputPixels: 100_000_000 })
    .rotate()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .normalise()
    .resize({ width: 2000 })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => undefined)

/** Words of tesseract's table that it is at all sure of: what is worse is dirt, frames and seals. */
function wordsOf(tsv: string): ReadWord[] {
  return tsv.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t')
    if (level !== '5' || Number(confidence) < 10) return []
    return [{ text, left: Number(left), top: Number(top), width: Number(width), height: Number(height) }]
  })
}
