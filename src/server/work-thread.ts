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
async function runTask(task: TaskName, input: unknown, ask: Ask, loaded: () => void): Promise<TaskResult> {
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
    case 'parseInvoice': {
      const { parseInvoice } = await import('./orders/invoices/parse-invoice.ts')
      return { output: await parseInvoice(typedInput<'parseInvoice'>(input)), transfer: [] }
    }
    case 'parseLogger': {
      const { parseLogger } = await import('./orders/samples/parse-logger.ts')
      return { output: parseLogger(typedInput<'parseLogger'>(input)), transfer: [] }
    }
    case 'parseCertificate': {
      const { parseCertificate } = await import('./shops/certificates/parse-certificate.ts')
      const output = await parseCertificate(typedInput<'parseCertificate'>(input))
      return { output, transfer: output.scan === null ? [] : [output.scan.buffer] }
    }
    case 'readMolecule': {
      const { prepareLibrary, readMolecule } = await import('./catalogue/structures/read-molecule.ts')
      prepareLibrary()
      loaded()
      return { output: readMolecule(typedInput<'readMolecule'>(input)), transfer: [] }
    }
    case 'readMolecules': {
      const { prepareLibrary, readMolecules } = await import('./catalogue/structures/read-molecule.ts')
      prepareLibrary()
      loaded()
      return { output: readMolecules(typedInput<'readMolecules'>(input)), transfer: [] }
    }
    case 'searchStructures': {
      const { prepareLibrary } = await import('./catalogue/structures/read-molecule.ts')
      const { searchStructures } = await import('./catalogue/structures/search-structures.ts')
      prepareLibrary()
      loaded()
      return { output: searchStructures(typedInput<'searchStructures'>(input)), transfer: [] }
    }
    case 'readSdf': {
      const { readSdf } = await import('./catalogue/structures/read-sdf.ts')
      return { output: readSdf(typedInput<'readSdf'>(input)), transfer: [] }
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
  const loaded = () => sendToPool({ kind: 'loaded', id })
  void runTask(message.task, message.input, ask, loaded).then(
    ({ output, transfer }) => sendToPool({ kind: 'done', id, output }, transfer),
    (thrown: unknown) => {
      if (thrown instanceof CallFailed)
        sendToPool({ kind: 'failed', id, failure: thrown.failure, content: thrown.content })
      else sendToPool({ kind: 'thrown', id, message: thrown instanceof Error ? thrown.message : String(thrown) })
    },
  )
})
