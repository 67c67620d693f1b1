import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { FilePurpose, Uploaded } from '../../contract/operations/files.ts'
import { getFileError, fileRules, mayReducePhoto } from '../../domain/operations/file-rules.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** A file with its upload state, as rendered by `ui/UploadRow`. */
export type UploadItem = { readonly id: string; readonly name: string; readonly size: number } & (
  | { readonly at: 'sending'; readonly percent: number; readonly secondsLeft?: number | undefined }
  | { readonly at: 'ready'; readonly href: string; readonly file: Uploaded }
  | { readonly at: 'failed'; readonly reason: string; readonly canRetry: boolean }
)

export interface Uploads {
  readonly items: ReadableAtom<readonly UploadItem[]>
  /** Uploaded files, in list order. */
  readonly files: ReadableAtom<readonly Uploaded[]>
  readonly busy: ReadableAtom<boolean>
  /** Validates and uploads. With `maxFiles` 1 a new file replaces the old one; more than `maxFiles` are refused. */
  readonly add: (files: readonly File[]) => void
  readonly remove: (id: string) => void
  readonly retry: (id: string) => void
  /** Sets files uploaded earlier. */
  readonly setFiles: (files: readonly Uploaded[]) => void
}

interface UploadsOptions {
  /** Maximum number of files; default 1. */
  readonly maxFiles?: number
  /** Text naming the accepted files if narrower than the purpose's rule. */
  readonly expected?: string
  /** Called for every uploaded file. */
  readonly onReady?: (file: Uploaded) => void
}

/** Concurrent uploads; more would slow down all of them. */
const maxConcurrent = 2

/** Creates an upload list for one purpose: avatar, licence, attachments. */
export function createUploads(purpose: FilePurpose, { maxFiles = 1, expected, onReady }: UploadsOptions = {}): Uploads {
  const items = atom<readonly UploadItem[]>([])
  const sources = new Map<string, File>()
  const sending = new Map<string, AbortController>()
  const waiting: string[] = []
  let uploadCount = 0

  const put = (item: UploadItem) => items.set(items.get().map((one) => (one.id === item.id ? item : one)))
  const fail = (id: string, file: File, reason: string, canRetry: boolean) =>
    put({ id, name: file.name, size: file.size, at: 'failed', reason, canRetry })

  function startNext(): void {
    while (sending.size < maxConcurrent) {
      const id = waiting.shift()
      if (id === undefined) return
      const file = sources.get(id)
      if (file !== undefined) void send(id, file)
    }
  }

  async function send(id: string, file: File): Promise<void> {
    const aborter = new AbortController()
    sending.set(id, aborter)
    const started = performance.now()
    const onProgress = (sent: number, all: number) => {
      if (sending.get(id) !== aborter) return
      const progress = progressOf(sent, all, performance.now() - started)
      put({ id, name: file.name, size: file.size, at: 'sending', ...progress })
    }
    const answer = await import('../../client/upload.ts').then(
      async ({ uploadFile }) =>
        uploadFile(purpose, await reducedFile(purpose, file), { signal: aborter.signal, onProgress }),
      // The network failed while loading the client module.
      (): Answer<Uploaded> => ({ ok: false, failure: { code: 0, message: '网络中断，文件没有传完', content: null } }),
    )
    // Removed or replaced meanwhile: ignore the answer.
    if (sending.get(id) !== aborter) return startNext()
    sending.delete(id)
    if (answer.ok) {
      const { name, size, url } = answer.content
      put({ id, name, size, at: 'ready', href: url, file: answer.content })
      onReady?.(answer.content)
    } else {
      const { reason, canRetry } = refusalOf(answer.failure, purpose, expected)
      fail(id, file, reason, canRetry)
    }
    startNext()
  }

  function discardItem(id: string): void {
    const aborter = sending.get(id)
    sending.delete(id)
    sources.delete(id)
    aborter?.abort()
    items.set(items.get().filter((item) => item.id !== id))
  }

  function queue(id: string, file: File): void {
    put({ id, name: file.name, size: file.size, at: 'sending', percent: 0 })
    waiting.push(id)
    startNext()
  }

  return {
    items,
    files: computed(items, (all) => all.flatMap((item) => (item.at === 'ready' ? [item.file] : []))),
    busy: computed(items, (all) => all.some(({ at }) => at === 'sending')),
    add: (files) => {
      const chosen = maxFiles === 1 ? files.slice(-1) : files
      if (maxFiles === 1 && chosen.length > 0) for (const { id } of items.get()) discardItem(id)
      for (const file of chosen) {
        uploadCount += 1
        const id = `upload-${uploadCount}`
        const room = items.get().filter(({ at }) => at !== 'failed').length < maxFiles
        const fault = room ? getFileError(purpose, file, expected) : `最多 ${maxFiles} 个文件，请先移除不用的`
        items.set([...items.get(), { id, name: file.name, size: file.size, at: 'sending', percent: 0 }])
        if (fault !== null) {
          fail(id, file, fault, false)
          continue
        }
        sources.set(id, file)
        queue(id, file)
      }
    },
    remove: (id) => {
      discardItem(id)
      startNext()
    },
    retry: (id) => {
      const file = sources.get(id)
      if (file !== undefined) queue(id, file)
    },
    setFiles: (files) => {
      for (const { id } of items.get()) discardItem(id)
      items.set(
        files.map((file) => ({ id: file.fileId, name: file.name, size: file.size, at: 'ready', href: file.url, file })),
      )
    },
  }
}

/** The file as it is sent: a photograph over the limits of the server is made smaller first. */
export async function reducedFile(purpose: FilePurpose, file: File): Promise<File> {
  if (!mayReducePhoto(purpose, file)) return file
  const { reducePhoto } = await import('../../client/reduce-photo.ts')
  return reducePhoto(purpose, file)
}

/** Uploaded percent, and the estimated seconds left after 1.5 seconds. */
function progressOf(sent: number, all: number, milliseconds: number): { percent: number; secondsLeft?: number } {
  const percent = all === 0 ? 0 : Math.min(99, Math.floor((sent / all) * 100))
  if (milliseconds < 1_500 || sent === 0) return { percent }
  return { percent, secondsLeft: Math.ceil(((all - sent) / sent) * (milliseconds / 1000)) }
}

/** Text for a refused upload, and whether retrying the same file can help. */
function refusalOf(
  { code, message }: Failure,
  purpose: FilePurpose,
  wanted: string | undefined,
): { reason: string; canRetry: boolean } {
  const words = wanted ?? fileRules[purpose].words
  if (code === 0) return { reason: `${message}，请重传`, canRetry: true }
  if (isSessionOver(code)) return { reason: '登录已失效，登录后请重传', canRetry: true }
  if (code === 413 || code === 1060 || code === 1061) return { reason: `${message}，请选择 ${words}`, canRetry: false }
  if (code === 1062) return { reason: `${message}，请换一个文件${wanted ? `：${wanted}` : ''}`, canRetry: false }
  return { reason: message, canRetry: code === 429 || code >= 500 }
}
