import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { installation } from '../../config.ts'
import { readOcrData } from './ocr-data.ts'

const require = createRequire(join(installation, 'package.json'))

/** Messages of the tesseract.js thread; progress is ignored. */
const threadMessage = z.object({
  jobId: z.string(),
  status: z.enum(['resolve', 'reject', 'progress']),
  data: z.unknown(),
})
const read = z.object({ tsv: z.string() })

/** A running engine in its own thread. */
export interface OcrThread {
  /** Recognises the text of a picture. Rejects when the engine cannot read it or the thread has ended. */
  readonly read: (picture: Uint8Array) => Promise<string>
  readonly end: () => Promise<void>
}

/**
 * Starts the tesseract thread with the Chinese data in node_modules; nothing is downloaded or written. Controlled
 * directly instead of by the package's createWorker, which can neither terminate a thread that failed to start nor
 * report one that died.
 */
export async function startOcrThread(): Promise<OcrThread> {
  const thread = new Worker(require.resolve('tesseract.js/src/worker-script/node/index.js'), {
    stdout: true,
    stderr: true,
  })
  // Engine output is drained, or it would accumulate.
  thread.stdout.resume()
  thread.stderr.resume()
  const waiting = new Map<string, PromiseWithResolvers<unknown>>()
  const fail = (why: Error) => {
    for (const one of waiting.values()) one.reject(why)
    waiting.clear()
  }
  thread.on('error', (thrown) => fail(thrown instanceof Error ? thrown : new Error(String(thrown))))
  thread.on('exit', () => fail(new Error('The thread of text recognition has ended')))
  thread.on('message', (message: unknown) => {
    const { jobId, status, data } = threadMessage.parse(message)
    if (status === 'progress') return
    const one = waiting.get(jobId)
    waiting.delete(jobId)
    if (status === 'resolve') one?.resolve(data)
    else one?.reject(new Error(String(data)))
  })
  let jobs = 0
  const ask = (action: string, payload: unknown): Promise<unknown> => {
    const jobId = `${(jobs += 1)}`
    const one = Promise.withResolvers<unknown>()
    waiting.set(jobId, one)
    thread.postMessage({ workerId: 'ocr', jobId, action, payload })
    return one.promise
  }
  const end = async () => {
    await thread.terminate()
  }
  try {
    await ask('load', { options: { lstmOnly: true, logging: false } })
    // The full network: smaller ones recognise Chinese names markedly worse.
    const langs = [{ code: 'chi_sim', data: await readOcrData() }]
    await ask('loadLanguage', { langs, options: { cacheMethod: 'none', gzip: false, lstmOnly: true } })
    await ask('initialize', { langs: ['chi_sim'], oem: 1, config: {} })
  } catch (thrown) {
    await end()
    throw thrown
  }
  return {
    read: async (picture) => {
      const page = await ask('recognize', {
        image: picture,
        options: { rotateAuto: true },
        output: { text: false, tsv: true },
      })
      return read.parse(page).tsv
    },
    end,
  }
}
