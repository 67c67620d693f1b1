import type { KnownMolecule } from '../../../../src/db/molecules.ts'
import { moleculeWork } from '../../../../src/server/work/work-pool.ts'
import { seededRandom } from '../../seeded-random.ts'

/** Groups that take the place of a hydrogen at the beginning of a SMILES. */
const groups = [
  'C',
  'CC',
  'F',
  'Cl',
  'Br',
  'O',
  'N',
  'OC',
  'COC(=O)',
  'N#CC',
  'CN(C)C',
  'NS(=O)(=O)C',
  'FC(F)(F)C',
] as const
/** What stands between a group and a compound. */
const bridges = ['C', 'CC', 'CO', 'CN', 'CC(=O)N', 'CC(=O)O', 'CS', 'CCO', 'CNC(=O)'] as const

/** A SMILES whose first atom can be bound to another. */
const isOpen = (smiles: string) =>
  /^(?:C[^l]|c1|C\()/.test(`${smiles} `) && !smiles.includes('.') && !/[[@]/.test(smiles)

/** SMILES of different structures like those of drugs: parts of known compounds, bound to groups and to each other. */
export function combinedStructures(known: readonly Pick<KnownMolecule, 'smiles' | 'atoms'>[], count: number): string[] {
  const parts = known
    .filter(({ smiles, atoms }) => atoms >= 4 && atoms <= 24 && isOpen(smiles))
    .map(({ smiles }) => smiles)
  const random = seededRandom(49)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[random(from.length)]
    if (one === undefined) throw new Error('Nothing to choose from')
    return one
  }
  const made = new Set<string>()
  while (made.size < count) {
    const one = pick(parts)
    const isBranched = random(2) === 0
    made.add(
      isBranched ? `${pick(groups)}C(${one})${pick(['C', 'O', 'N', 'F'])}` : `${pick(groups)}${pick(bridges)}${one}`,
    )
  }
  return [...made]
}

/** Reads structures as the job does; those that cannot be are left out. */
export async function readInThreads(texts: readonly string[]): Promise<KnownMolecule[]> {
  const read: KnownMolecule[] = []
  for (let at = 0; at < texts.length; at += 100) {
    const part = await moleculeWork.run('readMolecules', texts.slice(at, at + 100), { key: 'test' })
    read.push(...part.filter((each) => each !== undefined))
  }
  return read
}

/** Fragments that people draw: rings and chains with a hetero atom. */
export const commonFragments = [
  'c1ccccc1C(=O)N', 'c1ccncc1', 'C(=O)O', 'c1ccc2[nH]ccc2c1', 'S(=O)(=O)N', 'C1CCNCC1', 'c1ccccc1F', 'C#N', 'N1CCOCC1',
  'c1ccc(O)cc1', 'OC1CCCCC1', 'C(F)(F)F', 'c1ccsc1', 'c1cncnc1', 'CC(=O)N', 'NC(=O)N', 'c1ccccc1Cl', 'CCOC(=O)', 'c1c[nH]cn1', 'C=CC(=O)',
] as const // prettier-ignore

/** Fragments to search for: common ones, and whole structures, which few others contain. */
export const fragmentsOf = (molecules: readonly KnownMolecule[], count: number): string[] =>
  [
    ...commonFragments,
    ...molecules
      .filter(({ atoms }) => atoms <= 18)
      .filter((_, at) => at % 7 === 0)
      .map(({ smiles }) => smiles),
  ].slice(0, count)
