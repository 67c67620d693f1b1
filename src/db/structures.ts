import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '../config.ts'
import { readStructure, type Structure } from '../domain/pictures/structure-drawing.ts'

/** Lines of knowledge/structures.csv by CAS number: `formula;structure`. Computed by `npm run structures`. */
function readLines(): ReadonlyMap<string, string> {
  const text = readFileSync(join(installation, 'src/db/knowledge/structures.csv'), 'utf8')
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const end = line.indexOf(';')
      return end < 1 ? [] : [[line.slice(0, end), line.slice(end + 1)]]
    }),
  )
}

const lines = readLines()

/** Whether the structure of a CAS number is known. */
export const hasStructure = (cas: string): boolean => lines.has(cas)

/** Structure of a compound by its CAS number. */
export function structureOf(cas: string): Structure | undefined {
  const [formula = '', text] = lines.get(cas)?.split(';') ?? []
  return text === undefined ? undefined : readStructure(formula, text)
}
