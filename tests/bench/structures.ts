import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readKnownMolecules, type KnownMolecule } from '../../src/db/molecules.ts'
import { StructureIndexWriter, type StructureIndex } from '../../src/server/catalogue/structures/structure-index.ts'
import { structureWork } from '../../src/server/work/work-pool.ts'
import { structureLimits, type StructureMode } from '../../src/domain/catalogue/structures.ts'
import { combinedStructures, fragmentsOf, readInThreads } from '../support/scenes/catalogue/structures.ts'
import { goalText } from './goals.ts'
import type { Line } from './table.ts'

/**
 * Search by structure as a call makes it: through the lane and its thread, over 100,000 structures in shared memory.
 * 10,000 are different, made of parts of the known compounds; each stands ten times under ids of its own, since nothing
 * is kept between two structures.
 */

const indexed = 100_000
const different = 10_000
const queries = 100

const search = (index: StructureIndex, text: string, mode: StructureMode) =>
  structureWork.run(
    'searchStructures',
    { index, text, mode, similarity: 0.7, most: structureLimits.hits },
    { key: 'bench' },
  )

/** Milliseconds of each search. */
async function timed(texts: readonly string[], run: (text: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) {
    const started = performance.now()
    await run(text)
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Bytes of the heap without what nothing refers to any more. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

function fill(molecules: readonly KnownMolecule[], count: number): StructureIndexWriter {
  const writer = new StructureIndexWriter()
  for (let id = 1; id <= count; id += 1) {
    const molecule = molecules[(id - 1) % molecules.length]
    if (molecule !== undefined) writer.write({ ...molecule, id, listed: true })
  }
  return writer
}

/** Share of the matches of an unscreened search that the screened one finds; both without a limit. */
async function recall(molecules: readonly KnownMolecule[], fragments: readonly string[]): Promise<number> {
  const { searchStructures } = await import('../../src/server/catalogue/structures/search-structures.ts')
  const index = fill(molecules, molecules.length).read()
  let [found, all] = [0, 0]
  for (const text of fragments) {
    const question = {
      index,
      text,
      mode: 'substructure',
      similarity: 0,
      most: molecules.length,
      patience: Infinity,
    } as const
    const truth = searchStructures({ ...question, unscreened: true }).hits.map(({ id }) => id)
    const screened = new Set(searchStructures(question).hits.map(({ id }) => id))
    all += truth.length
    found += truth.filter((id) => screened.has(id)).length
  }
  return found / all
}

export async function structureFigures(): Promise<Line[]> {
  const known = [...readKnownMolecules().values()]
  const molecules = await readInThreads(combinedStructures(known, different))
  const fragments = fragmentsOf(molecules, queries)
  const before = usedHeap()
  const writer = fill(molecules, indexed)
  const index = writer.read()
  const grown = usedHeap()
  const megabytes = (writer.bytes + Math.max(0, grown - before)) / 1024 / 1024
  const exact = molecules.filter((_, at) => at % (different / queries) === 0).map(({ smiles }) => smiles)
  await timed([...exact.slice(0, 20), ...fragments.slice(0, 10)], (text) => search(index, text, 'substructure'))
  await timed(exact, (text) => search(index, text, 'exact'))
  const exactTimes = await timed(exact, (text) => search(index, text, 'exact'))
  const fragmentTimes = await timed(fragments, (text) => search(index, text, 'substructure'))
  const similarTimes = await timed(exact, (text) => search(index, text, 'similar'))
  const [exactMedian, slow] = [quantile(exactTimes, 0.5), quantile(fragmentTimes, 0.99)]
  const share = await recall(molecules, fragments)
  return [
    {
      what: `exact structure among 100,000, p50 (${goalText([{ measured: exactMedian, goal: 5, unit: ' ms', isBound: true }])})`,
      figure: `${exactMedian.toFixed(1)} ms, p99 ${quantile(exactTimes, 0.99).toFixed(1)} ms`,
    },
    {
      what: `substructure among 100,000, p99 of ${queries} fragments (${goalText([{ measured: slow, goal: 300, unit: ' ms', isBound: true }])})`,
      figure: `${slow.toFixed(0)} ms, p50 ${quantile(fragmentTimes, 0.5).toFixed(0)} ms`,
    },
    { what: 'similar structures among 100,000, p99', figure: `${quantile(similarTimes, 0.99).toFixed(0)} ms` },
    {
      what: `index of 100,000 structures in memory (${goalText([{ measured: megabytes, goal: 40, unit: ' MB', isBound: true }])})`,
      figure: `${megabytes.toFixed(0)} MB`,
    },
    {
      what: `recall of screened against unscreened search, ${queries} fragments among ${different.toLocaleString('en')} (${goalText([{ measured: share, goal: 1, unit: '' }])})`,
      figure: share.toFixed(4),
    },
  ]
}
