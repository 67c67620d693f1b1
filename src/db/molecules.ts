import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '../config.ts'
import type { molecules } from './tables/catalogue.ts'

/** A structure as knowledge/molecules.csv has it: computed by `npm run structures`. */
export type KnownMolecule = Omit<typeof molecules.$inferInsert, 'id' | 'listed' | 'revision'>

/** Structures of compounds by their CAS number. */
export function readKnownMolecules(): ReadonlyMap<string, KnownMolecule> {
  const text = readFileSync(join(installation, 'src/db/knowledge/molecules.csv'), 'utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line): [string, KnownMolecule] => {
        const [
          cas = '',
          idcode = '',
          smiles = '',
          formula = '',
          mass = '',
          atoms = '',
          fingerprint = '',
          drawing = '',
        ] = line.split(';')
        return [cas, { idcode, smiles, formula, mass: Number(mass), atoms: Number(atoms), fingerprint, drawing }]
      }),
  )
}
