import { parentPort, type Transferable } from 'node:worker_threads'
import { z } from 'zod'
import { CallFailed } from '../contract/failures.ts'
import type { Ask, FromThread, TaskName, Tasks, ToThread } from './work/tasks.ts'

/**
 * Entry of a worker thread: runs one task at a time without settings or database. It parses untrusted bytes and may be
 * terminated at any moment, so it writes nothing.
 */

interface TaskResult {
  readonly output: unknown
  /** Transferred buffers. */
  readonly transfer: readonly Transferable[]
}
/** Restores the input type given to the pool (work-pool.ts). */
const typedInput = <N extends TaskName>(input: unknown): Tasks[N]['input'] => z.custom<Tasks[N]['input']>().parse(input)

/** Modules are loaded on first use. */
async function runTask(task: TaskName, input: unknown, ask: Ask): Promise<TaskResult> {
  switch (task) {
    case 'planSheet': {
      const { planSheet } = await import('./catalogue/publishing/sheets/plan-sheet.ts')
      const output = await planSheet(typedInput<'planSheet'>(input), ask)
      return { output, transfer: output.marked === undefined ? [] : [output.marked.buffer] }
    }
    case 'writeWorkbook': {
      const { writeWorkbook } = await import('./platform/workbooks/write-workbook.ts')
      const output = await writeWorkbook(typedInput<'writeWorkbook'>(input))
      return { output, transfer: [output.buffer] }
    }
    case 'inspectFile': {
      const { inspectFile } = await import('./platform/files/inspect-file.ts')
      const output = await inspectFile(typedInput<'inspectFile'>(input))
      return { output, transfer: [output.bytes.buffer] }
    }
    case 'parseFeed': {
      const { parseFeed } = await import('./content/feeds/parse-feed.ts')
      return { output: parseFeed(typedInput<'parseFeed'>(input)), transfer: [] }
    }
  }
}

const port = parentPort
if (port === null) throw new Error('thread.ts runs in a worker thread only')
const sendToPool = (message: FromThread, transfer: readonly Transferable[] = []) =>
  port.postMessage(message, [...transfer])

let waiting: ((reply: unknown) => void) | undefined

port.on('message', (message: ToThread) => {
  if (message.kind === 'reply') {
    waiting?.(message.reply)
    return
  }
  const { id } = message
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      waiting = resolve
      sendToPool({ kind: 'ask', id, question })
    })
  void runTask(message.task, message.input, ask).then(
    ({ output, transfer }) => sendToPool({ kind: 'done', id, output }, transfer),
    (thrown: unknown) => {
      if (thrown instanceof CallFailed)
        sendToPool({ kind: 'failed', id, failure: thrown.failure, content: thrown.content })
      else sendToPool({ kind: 'thrown', id, message: thrown instanceof Error ? thrown.message : String(thrown) })
    },
  )
})
