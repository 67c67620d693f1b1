import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { slowPatterns, type Pattern } from '../support/regex-cost.ts'
import { codeFiles, nodesOf, root, treesOf } from '../support/sources.ts'

/** Folders whose patterns process user input or uploads. */
const read = codeFiles(
  'src/server',
  'src/domain',
  'src/contract',
  'src/client',
  'src/stores',
  'src/islands',
  'src/browser',
  'src/components',
  'src/layouts',
)

/** What tests/support/text-cost-thread.ts posts: first what it reads, then what was slow. */
type TextCostMessage =
  { readonly readers: readonly string[]; readonly attacks: readonly string[] } | { readonly slow: readonly string[] }

function patternsOf(file: string): Pattern[] {
  return treesOf(file).flatMap((tree) =>
    [...nodesOf(tree)].flatMap((node) => {
      if (!ts.isRegularExpressionLiteral(node)) return []
      const end = node.text.lastIndexOf('/')
      const source = node.text.slice(1, end)
      // Without repetition there is no backtracking.
      return /[*+]|\{\d+,/.test(source) ? [{ at: file, source, flags: node.text.slice(end + 1) }] : []
    }),
  )
}

test('no pattern takes superlinear time', async () => {
  const found = read.flatMap(patternsOf)
  const patterns = [...new Map(found.map((each) => [`${each.source}/${each.flags}`, each])).values()]
  expect(patterns.length).toBeGreaterThan(100)
  const slow = await slowPatterns(patterns)
  expect(
    slow.map((each) => `${each}. Fix: bound its repetitions, or look for its parts with indexOf and split`),
  ).toEqual([])
}, 180_000)

test('no parser of user input takes superlinear time', async () => {
  // The reader and the text it is given, written by the other thread.
  const position = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(join(root, 'tests/support/text-cost-thread.ts'), { workerData: position.buffer })
  let readers: readonly string[] = []
  let attacks: readonly string[] = []
  const slow = await new Promise<readonly string[]>((resolve, reject) => {
    const timer = setTimeout(
      () => resolve([`${readers[position[0] ?? 0]} on ${attacks[position[1] ?? 0]} never ends`]),
      150_000,
    )
    worker.on('error', reject)
    worker.on('message', (message: TextCostMessage) => {
      if ('readers' in message) {
        readers = message.readers
        attacks = message.attacks
        return
      }
      clearTimeout(timer)
      resolve(message.slow)
    })
  })
  await worker.terminate()
  expect(slow).toEqual([])
  // Fields of the contract, columns of sheets, functions.
  expect(readers.length).toBeGreaterThan(150)
}, 180_000)
