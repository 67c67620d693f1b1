import { parentPort, type Transferable } from 'node:worker_threads'
import { z } from 'zod'
import { CallFailed } from '../../contract/failures.ts'
import type { Ask, FromThread, TaskName, Tasks, ToThread } from './tasks.ts'

/**
 * Entry of a worker thread: runs one task at a time and has neither settings nor a database. Whoever parses hostile
 * bytes may be terminated at any moment, so nothing is written from here.
 */

interface Done {
  readonly output: unknown
  /** Buffers that go over without being copied. */
  readonly transfer: readonly Transferable[]
}
/** An input as the pool has typed it (work-pool.ts). */
const given = <N extends TaskName>(input: unknown): Tasks[N]['input'] => z.custom<Tasks[N]['input']>().parse(input)

/** Modules are loaded with the first task that needs them. */
async function run(task: TaskName, input: unknown, ask: Ask): Promise<Done> {
  switch (task) {
    case 'planSheet': {
      const { planSheet } = await import('../catalogue/publishing/sheets/plan-sheet.ts')
      const output = await planSheet(given<'planSheet'>(input), ask)
      return { output, transfer: output.marked === undefined ? [] : [output.marked.buffer] }
    }
    case 'writeWorkbook': {
      const { writeWorkbook } = await import('../workbooks/write-workbook.ts')
      const output = await writeWorkbook(given<'writeWorkbook'>(input))
      return { output, transfer: [output.buffer] }
    }
    case 'inspectFile': {
      const { inspectFile } = await import('../operations/inspect-file.ts')
      const output = await inspectFile(given<'inspectFile'>(input))
      return { output, transfer: [output.bytes.buffer] }
    }
    case 'parseFeed': {
      const { feedItems } = await import('../content/feeds/feed-items.ts')
      return { output: feedItems(given<'parseFeed'>(input)), transfer: [] }
    }
  }
}

const port = parentPort
if (port === null) throw new Error('thread.ts runs in a worker thread only')
const send = (message: FromThread, transfer: readonly Transferable[] = []) => port.postMessage(message, [...transfer])

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
      send({ kind: 'ask', id, question })
    })
  void run(message.task, message.input, ask).then(
    ({ output, transfer }) => send({ kind: 'done', id, output }, transfer),
    (thrown: unknown) => {
      if (thrown instanceof CallFailed) send({ kind: 'failed', id, failure: thrown.failure, content: thrown.content })
      else send({ kind: 'thrown', id, message: thrown instanceof Error ? thrown.message : String(thrown) })
    },
  )
})
