import { Worker } from 'node:worker_threads'

/** A pattern in the sources, with its location. */
export interface Pattern {
  readonly at: string
  readonly source: string
  readonly flags: string
}

/** Characters that often cause backtracking, in addition to those of the pattern. */
const usualCharacters = [...' \na1<.中-@|]>']

/**
 * Texts that may cause backtracking: characters and words of the pattern, alone and in pairs, to be repeated after a
 * prefix.
 */
export function attackTexts(source: string): string[] {
  const words = [...new Set(source.match(/[<>!\-a-z_:/@&#.([{\]]{2,12}/gi) ?? [])].map((word) => word.replace('\\', ''))
  const signs = [
    ...new Set([...source.replace(/\\[pPdDwWsSbBnu]/g, '').replace(/[\\^$*+?{}]/g, ''), ...usualCharacters]),
  ]
  const chosen = signs.slice(0, 24)
  const pairs = chosen.flatMap((first) => usualCharacters.slice(0, 6).map((second) => first + second))
  return [...new Set([...chosen, ...words.slice(0, 12), ...words.slice(0, 8).map((word) => `${word} `), ...pairs])]
}

/** Worker code: CPU time of one pattern over growing texts, until it is found superlinear. */
const code = `
const { parentPort, workerData: trying } = require('node:worker_threads')
const steps = [[200, 15], [2_000, 25], [16_000, 50]]
const cost = (pattern, text) => {
  pattern.lastIndex = 0
  const before = process.threadCpuUsage()
  text.replace(pattern, '')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
parentPort.on('message', ({ source, flags, attacks }) => {
  const pattern = new RegExp(source, flags)
  for (const [length, most] of steps) {
    for (const [at, unit] of attacks.entries()) {
      trying[0] = at
      const body = unit.repeat(Math.ceil(length / unit.length))
      for (const text of [body, body + '\\u0001']) {
        // Three tries: something else may have run in between, a bad pattern is slow each time.
        if (cost(pattern, text) > most && cost(pattern, text) > most && cost(pattern, text) > most)
          return parentPort.postMessage({ slow: unit, length })
      }
    }
  }
  parentPort.postMessage({ done: true })
})
`

/**
 * Patterns that take superlinear time, each with the repeated text that shows it. Measured in CPU time of a separate
 * thread, independent of other load; a pattern that never ends is stopped after `patience` milliseconds.
 */
export async function slowPatterns(patterns: readonly Pattern[], patience = 20_000): Promise<string[]> {
  const slow: string[] = []
  // The text being tried, written by the thread: it cannot tell by a message when a pattern never ends.
  const trying = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const startWorker = () => new Worker(code, { eval: true, workerData: trying })
  let worker = startWorker()
  for (const { at, source, flags } of patterns) {
    const attacks = attackTexts(source)
    const verdict = await new Promise<string | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(`never ends on ${JSON.stringify(attacks[trying[0] ?? 0])}`), patience)
      worker.on('message', (message: { slow?: string; length?: number }) => {
        clearTimeout(timer)
        resolve(message.slow === undefined ? undefined : `slow on ${message.length} of ${JSON.stringify(message.slow)}`)
      })
      worker.postMessage({ source, flags, attacks })
    })
    worker.removeAllListeners('message')
    if (verdict === undefined) continue
    slow.push(`${at} /${source}/: ${verdict}`)
    if (verdict.startsWith('never')) {
      await worker.terminate()
      worker = startWorker()
    }
  }
  await worker.terminate()
  return slow
}
