import { expect, test } from 'vitest'
import { readKnownMolecules } from '../../src/db/molecules.ts'
import { searchStructures } from '../../src/server/catalogue/structures/search-structures.ts'
import { StructureIndexWriter } from '../../src/server/catalogue/structures/structure-index.ts'
import { commonFragments } from '../support/scenes/catalogue/structures.ts'

const known = [...readKnownMolecules().values()].filter((_, at) => at % 4 === 0)

/** More than the first arrays hold would show, with one in ten that is not on sale. */
function indexOf() {
  const writer = new StructureIndexWriter()
  for (let id = 1; id <= 1_500; id += 1) {
    const molecule = known[(id - 1) % known.length]
    if (molecule !== undefined) writer.write({ ...molecule, id, listed: id <= known.length && id % 10 !== 0 })
  }
  return writer.read()
}

test('the fingerprints leave out no structure that contains the fragment, and let few others through', () => {
  const index = indexOf()
  const question = { index, mode: 'substructure', similarity: 0, most: index.count, patience: Infinity } as const
  let matches = 0
  for (const text of commonFragments.slice(0, 6)) {
    const truth = searchStructures({ ...question, text, unscreened: true }).hits
    const screened = searchStructures({ ...question, text }).hits
    expect(screened, text).toEqual(truth)
    expect(screened.every(({ id }) => id % 10 !== 0)).toBe(true)
    matches += truth.length
  }
  expect(matches).toBeGreaterThan(30)
})

test('finds every structure by itself, and itself as the most similar', () => {
  const index = indexOf()
  for (const id of [1, 22, 93, 144]) {
    const { smiles = '', idcode = '' } = known[id - 1] ?? {}
    // One constitution may be known under several CAS numbers.
    const same = known.flatMap((each, at) => (each.idcode === idcode && (at + 1) % 10 !== 0 ? [at + 1] : []))
    const question = { index, text: smiles, similarity: 0.8, most: 5 }
    expect(same).toContain(searchStructures({ ...question, mode: 'exact' }).hits[0]?.id)
    const [first] = searchStructures({ ...question, mode: 'similar' }).hits
    expect(first?.similarity).toBe(1)
  }
})

test('a search without time returns what it has, and says that there may be more', () => {
  const index = indexOf()
  const question = { index, text: 'c1ccccc1', mode: 'substructure', similarity: 0, most: 200 } as const
  expect(searchStructures({ ...question, patience: -1 })).toMatchObject({ hits: [], more: true })
  const { hits, more } = searchStructures({ ...question, most: 7, patience: Infinity })
  expect([hits.length, more]).toEqual([7, true])
})
