import { Molecule } from 'openchemlib'
import { CallFailed } from '../../../contract/failures.ts'
import { structureLimits } from '../../../domain/catalogue/structures.ts'
import { structureText } from './structure-text.ts'

/**
 * Reads chemical structures. Texts come from anybody and a hostile one may take any time: run it in a worker thread
 * with a deadline, or in commands.
 */

/** A structure with everything that its row holds. */
export interface ReadMolecule {
  readonly idcode: string
  readonly smiles: string
  readonly formula: string
  readonly mass: number
  readonly atoms: number
  readonly fingerprint: string
  readonly drawing: string
}

const isMolfile = (text: string) => /V[23]000|^M {2}END/m.test(text)

/** Atoms that a SMILES names, without parsing it: `[13CH4]`, `Cl`, `c`. */
const smilesAtoms = /\[[^\][]*\]|Br|Cl|[BCNOPSFIbcnops*]/g

function assertBalanced(smiles: string): void {
  let depth = 0
  for (const sign of smiles) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth < 0) break
  }
  // The parser takes an open branch as closed.
  if (depth !== 0) throw new CallFailed('structureUnreadable')
}

function parseSmiles(text: string): Molecule {
  // What follows a blank is a name: `CCO ethanol`.
  const [smiles = ''] = text.split(/\s+/, 1)
  if ((smiles.match(smilesAtoms)?.length ?? 0) > structureLimits.atoms) throw new CallFailed('structureTooLarge')
  assertBalanced(smiles)
  return Molecule.fromSmiles(smiles)
}

function parseMolfile(text: string): Molecule {
  const lines = text.split(/\r?\n/)
  const counts = lines.findIndex((line) => /V[23]000/.test(line))
  if (counts < 0) throw new CallFailed('structureUnreadable')
  const counted = /^ *(\d{1,3})/.exec(lines[counts] ?? '')?.[1]
  const countedLong = /COUNTS +(\d+)/.exec(lines.slice(counts, counts + 5).join('\n'))?.[1]
  if (Number(countedLong ?? counted ?? 0) > structureLimits.atoms) throw new CallFailed('structureTooLarge')
  // Three lines stand before the counts; blank ones are lost where a text was trimmed.
  const head = lines.slice(Math.max(0, counts - 3), counts)
  const whole = [...Array.from({ length: 3 - head.length }, () => ''), ...head, ...lines.slice(counts)]
  return Molecule.fromMolfile(whole.join('\n'))
}

/** Parses a SMILES or molfile. Throws structureEmpty, structureTooLarge or structureUnreadable. */
export function parseMolecule(text: string): Molecule {
  if (text.trim() === '') throw new CallFailed('structureEmpty')
  if (text.length > structureLimits.text) throw new CallFailed('structureTooLarge')
  const molecule = readable(() => (isMolfile(text) ? parseMolfile(text) : parseSmiles(text.trim())))
  if (molecule.getAllAtoms() === 0) throw new CallFailed('structureUnreadable')
  if (molecule.getAllAtoms() > structureLimits.atoms) throw new CallFailed('structureTooLarge')
  return molecule
}

/** Errors of the library say nothing to people. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof CallFailed ? cause : new CallFailed('structureUnreadable')
  }
}

/** The 512 bits of an index as base64. */
export const fingerprintText = (index: readonly number[]): string =>
  Buffer.from(Int32Array.from(index).buffer).toString('base64')

/** A molecule in the order of atoms of its idcode, with plane coordinates that depend on nothing else. */
export const fromIdcode = (idcode: string): Molecule => Molecule.fromIDCode(idcode, true)

/** Formula, mass and drawing: what a person sees. Query features and explicit hydrogens are left out. */
export function describeMolecule(molecule: Molecule): Omit<ReadMolecule, 'fingerprint'> {
  return readable(() => {
    molecule.setFragment(false)
    molecule.removeExplicitHydrogens()
    const idcode = molecule.getIDCode()
    const canonical = fromIdcode(idcode)
    const { formula, relativeWeight } = canonical.getMolecularFormula()
    return {
      idcode,
      smiles: canonical.toIsomericSmiles(),
      formula,
      mass: Math.round(relativeWeight * 1_000) / 1_000,
      atoms: canonical.getAllAtoms(),
      drawing: structureText(canonical),
    }
  })
}

/** Reads a structure completely. */
export function readMolecule(text: string): ReadMolecule {
  const described = describeMolecule(parseMolecule(text))
  if (described.smiles.length > structureLimits.smiles) throw new CallFailed('structureTooLarge')
  return { ...described, fingerprint: fingerprintText(fromIdcode(described.idcode).getIndex()) }
}

const prepared = { done: false }

/** The first molecule takes the library a second on a slow machine: none of it counts as time of a task. */
export function prepareLibrary(): void {
  if (prepared.done) return
  prepared.done = true
  readMolecule('CC(=O)Nc1ccc(O)cc1')
}

/** Reads many structures; undefined for one that cannot be read. */
export const readMolecules = (texts: readonly string[]): (ReadMolecule | undefined)[] =>
  texts.map((text) => {
    try {
      return readMolecule(text)
    } catch (cause) {
      if (cause instanceof CallFailed) return undefined
      throw cause
    }
  })
