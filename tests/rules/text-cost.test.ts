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
  const worker = new Worker(join(root, 'tests/support/text-cost-thread.ts'))
  let at = ''
  const done = await new Promise<{ slow: string[]; readers: number }>((resolve, reject) => {
    // A reader that never ends is reported with its last input.
    const timer = setTimeout(() => resolve({ slow: [`${at} never ends`], readers: 0 }), 150_000)
    worker.on('error', reject)
    worker.on('message', (message: { at?: string; done?: { slow: string[]; readers: number } }) => {
      at = message.at ?? at
      if (message.done === undefined) return
      clearTimeout(timer)
      resolve(message.done)
    })
  })
  await worker.terminate()
  expect(done.slow).toEqual([])
  // Fields of the contract, columns of sheets, functions.
  expect(done.readers).toBeGreaterThan(150)
}, 180_000)
