import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { installation } from '../../config.ts'

const require = createRequire(join(installation, 'package.json'))
/** Trained data of the engine's full network: the smaller ones read Chinese names markedly worse. */
const langPath = () => join(dirname(require.resolve('@tesseract.js-data/chi_sim/package.json')), '4.0.0')

/** What the thread of tesseract.js says; progress is of no interest. */
const said = z.object({
  jobId: z.string(),
  status: z.enum(['resolve', 'reject', 'progress']),
  data: z.unknown(),
})
const read = z.object({ tsv: z.string() })

/** One running engine: its own thread, started and ready. */
export interface OcrThread {
  /** Text of a picture, as it was read. Rejects when the engine cannot read it or the thread has ended. */
  readonly read: (picture: Uint8Array) => Promise<string>
  readonly end: () => Promise<void>
}

/**
 * Starts tesseract's own thread with the Chinese data that lies in node_modules: nothing is fetched or written.
 * The thread is driven here rather than by the package's createWorker, which offers neither the end of a thread that
 * failed to start nor an answer when one dies.
 */
export async function startOcrThread(): Promise<OcrThread> {
  const thread = new Worker(require.resolve('tesseract.js/src/worker-script/node/index.js'), {
    stdout: true,
    stderr: true,
  })
  // What the engine mutters of odd pictures is read and thrown away, or it would pile up.
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
    const { jobId, status, data } = said.parse(message)
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
    const options = { langPath: langPath(), cacheMethod: 'none', gzip: true, lstmOnly: true }
    await ask('loadLanguage', { langs: ['chi_sim'], options })
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
