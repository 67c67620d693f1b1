import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { Molecule } from 'openchemlib'
import { z } from 'zod'
import { readMolecule } from '../../src/server/catalogue/structures/read-molecule.ts'
import { structureText } from '../../src/server/catalogue/structures/structure-text.ts'

/**
 * `npm run structures`: computes what is known of the structures of the compounds in src/db/knowledge/compounds.csv.
 * structures.csv has their plane coordinates, for drawings by CAS number (src/domain/pictures/structure-drawing.ts);
 * molecules.csv has the rows that goods of the demo need for the search by structure (src/db/molecules.ts).
 */

const folder = new URL('../../src/db/knowledge/', import.meta.url)
export const structuresFile = new URL('structures.csv', folder)
export const moleculesFile = new URL('molecules.csv', folder)

const compoundRow = z.object({ cas: z.string(), formula: z.string(), smiles: z.string() })

/** Compounds with a structure. */
function compounds(): z.output<typeof compoundRow>[] {
  const rows: unknown[] = parse(readFileSync(new URL('compounds.csv', folder)), { columns: true })
  return rows.map((row) => compoundRow.parse(row)).filter(({ cas, smiles }) => cas !== '' && smiles !== '')
}

/** The whole file: `cas;formula;structure` for every compound with a structure. */
export const structuresText = (): string =>
  compounds()
    .map(({ cas, formula, smiles }) => `${cas};${formula};${structureText(Molecule.fromSmiles(smiles))}\n`)
    .join('')

/** One line: `cas;idcode;smiles;formula;mass;atoms;fingerprint;drawing`. */
export function moleculeLine({ cas, smiles }: { readonly cas: string; readonly smiles: string }): string {
  const { idcode, smiles: canonical, formula, mass, atoms, fingerprint, drawing } = readMolecule(smiles)
  return [cas, idcode, canonical, formula, mass, atoms, fingerprint, drawing].join(';')
}

if (import.meta.main) {
  writeFileSync(structuresFile, structuresText())
  writeFileSync(
    moleculesFile,
    compounds()
      .map((compound) => `${moleculeLine(compound)}\n`)
      .join(''),
  )
}
