import { Molecule, SSSearcher } from 'openchemlib'
import type { StructureMode } from '../../../domain/catalogue/structures.ts'
import { describeMolecule, fromIdcode, parseMolecule } from './read-molecule.ts'
import { printWords, type StructureIndex } from './structure-index.ts'

/** Runs in a worker thread: a query may be hostile. It sees the index, never the database. */

export interface StructureQuery {
  readonly index: StructureIndex
  /** SMILES or molfile. */
  readonly text: string
  readonly mode: StructureMode
  /** Least Tanimoto coefficient, 0 to 1. */
  readonly similarity: number
  /** Structures to return at most. */
  readonly most: number
  /** Looks at every structure, without the fingerprints: for measuring what they leave out. */
  readonly unscreened?: boolean
  /** Milliseconds of its own after which a search of fragments returns what it has; default below the deadline. */
  readonly patience?: number
}

export interface StructureHit {
  readonly id: number
  readonly similarity: number | null
  /** Atoms of the structure that match the fragment, in the order of its idcode. */
  readonly matched: readonly number[]
}

export interface StructureAnswer {
  readonly query: { readonly formula: string; readonly mass: number; readonly atoms: number }
  readonly hits: readonly StructureHit[]
  /** There are, or may be, more. */
  readonly more: boolean
}

/** Milliseconds of the processor that this thread has had. */
function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Before the deadline of the thread. */
const defaultPatience = 1_400

/** Searches listed structures. Substructures are in order of size: the nearest to the fragment first. */
export function searchStructures(given: StructureQuery): StructureAnswer {
  const { index, text, mode, similarity, most, unscreened = false, patience = defaultPatience } = given
  const started = ownMs()
  const { idcode, formula, mass, atoms } = describeMolecule(parseMolecule(text))
  const query = { formula, mass, atoms }
  if (mode === 'exact') return { query, hits: findExact(index, idcode), more: false }
  if (mode === 'similar') {
    const print = Int32Array.from(fromIdcode(idcode).getIndex())
    const found = findSimilar(index, print, similarity)
    return { query, hits: found.slice(0, most), more: found.length > most }
  }
  const fragment = parseMolecule(text)
  fragment.removeExplicitHydrogens()
  fragment.setFragment(true)
  const places = unscreened
    ? listedPlaces(index)
    : screen(index, Int32Array.from(fragment.getIndex()), fragment.getAllAtoms())
  return { query, ...matchFragment(index, fragment, places, most, started + patience) }
}

const codeAt = ({ codes, ends }: StructureIndex, place: number): string =>
  Buffer.from(codes.buffer, ends[place], (ends[place + 1] ?? 0) - (ends[place] ?? 0)).toString('latin1')

/** Compares the codes themselves: reading a hundred thousand bytes takes less than a look-up by hash would save. */
function findExact(index: StructureIndex, idcode: string): StructureHit[] {
  const { count, codes, ends, ids, listed } = index
  const wanted = Buffer.from(idcode, 'latin1')
  const all = Buffer.from(codes.buffer)
  for (let place = 0; place < count; place += 1) {
    const from = ends[place] ?? 0
    const end = ends[place + 1] ?? 0
    if (end - from !== wanted.length || codes[from] !== wanted[0]) continue
    if (listed[place] === 1 && all.compare(wanted, 0, wanted.length, from, end) === 0)
      return [{ id: ids[place] ?? 0, similarity: null, matched: [] }]
  }
  return []
}

/** Number of bits that are set in a word. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

function findSimilar(
  { count, prints, ids, atoms, listed }: StructureIndex,
  wanted: Int32Array,
  least: number,
): StructureHit[] {
  const found: { readonly hit: StructureHit; readonly atoms: number }[] = []
  for (let place = 0; place < count; place += 1) {
    if (listed[place] !== 1) continue
    let [shared, all] = [0, 0]
    const base = place * printWords
    for (let word = 0; word < printWords; word += 1) {
      const [one, two] = [prints[base + word] ?? 0, wanted[word] ?? 0]
      shared += bitCount(one & two)
      all += bitCount(one | two)
    }
    const similarity = all === 0 ? 1 : shared / all
    if (similarity >= least)
      found.push({ hit: { id: ids[place] ?? 0, similarity, matched: [] }, atoms: atoms[place] ?? 0 })
  }
  return found
    .toSorted(
      (one, two) =>
        (two.hit.similarity ?? 0) - (one.hit.similarity ?? 0) || one.atoms - two.atoms || one.hit.id - two.hit.id,
    )
    .map(({ hit }) => hit)
}

const bySize = ({ atoms, ids }: StructureIndex, places: number[]): number[] =>
  places.sort((one, two) => (atoms[one] ?? 0) - (atoms[two] ?? 0) || (ids[one] ?? 0) - (ids[two] ?? 0))

const listedPlaces = (index: StructureIndex): number[] =>
  bySize(
    index,
    Array.from({ length: index.count }, (_, place) => place).filter((place) => index.listed[place] === 1),
  )

/** Structures that have every bit of the fragment, and as many atoms: none that matches is missing. */
function screen(index: StructureIndex, wanted: Int32Array, least: number): number[] {
  const { count, prints, atoms, listed } = index
  const places: number[] = []
  // Most bits are 0: only words that ask for something are compared.
  const words = [...wanted.keys()].filter((word) => wanted[word] !== 0)
  for (let place = 0; place < count; place += 1) {
    if (listed[place] !== 1 || (atoms[place] ?? 0) < least) continue
    const base = place * printWords
    let fits = true
    for (const word of words) {
      const bits = wanted[word] ?? 0
      if (((prints[base + word] ?? 0) & bits) !== bits) {
        fits = false
        break
      }
    }
    if (fits) places.push(place)
  }
  return bySize(index, places)
}

function matchFragment(
  index: StructureIndex,
  fragment: Molecule,
  places: readonly number[],
  most: number,
  until: number,
): Pick<StructureAnswer, 'hits' | 'more'> {
  const searcher = new SSSearcher()
  searcher.setFragment(fragment)
  const hits: StructureHit[] = []
  for (const place of places) {
    if (hits.length >= most || ownMs() > until) return { hits, more: true }
    searcher.setMolecule(Molecule.fromIDCode(codeAt(index, place), false))
    if (searcher.findFragmentInMolecule({ countMode: 'firstMatch' }) === 0) continue
    const [matched = []] = searcher.getMatchList()
    hits.push({ id: index.ids[place] ?? 0, similarity: null, matched: matched.filter((atom) => atom >= 0) })
  }
  return { hits, more: false }
}
