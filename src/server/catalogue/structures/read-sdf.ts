import { CallFailed } from '../../../contract/failures.ts'
import { sdfKeyOf, structureLimits, type SdfKey } from '../../../domain/catalogue/structures.ts'
import { describeMolecule, parseMolecule } from './read-molecule.ts'

/** One record of an SDF file: a structure and what it says of its goods. */
export interface SdfRecord {
  /** From 1. */
  readonly record: number
  /** First line of the molfile. */
  readonly name: string
  /** Canonical SMILES; empty where the structure cannot be read. */
  readonly smiles: string
  readonly keys: Readonly<Partial<Record<SdfKey, string>>>
}

const decoders = ['utf-8', 'gb18030'] as const

/** Text of a file in UTF-8, or in the encoding of older Chinese programs. Throws sdfBroken. */
function decode(bytes: Uint8Array): string {
  for (const encoding of decoders) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next encoding.
    }
  }
  throw new CallFailed('sdfBroken')
}

/** Fields after the molfile: `>  <CAS>` and its value on the next line. */
function keysOf(data: string): SdfRecord['keys'] {
  const keys: Partial<Record<SdfKey, string>> = {}
  for (const [, name = '', value = ''] of data.matchAll(/^>[^<\n]*<([^>\n]+)>[^\n]*\n([^\n]*)/gm)) {
    const key = sdfKeyOf(name)
    if (key !== undefined && value.trim() !== '') keys[key] ??= value.normalize('NFKC').trim().slice(0, 80)
  }
  return keys
}

function smilesOf(molfile: string): string {
  try {
    const { smiles } = describeMolecule(parseMolecule(molfile))
    return smiles.length > structureLimits.smiles ? '' : smiles
  } catch (cause) {
    if (cause instanceof CallFailed) return ''
    throw cause
  }
}

/** Reads an SDF file. Runs in a worker thread. Throws sdfBroken or sdfTooLarge. */
export function readSdf(bytes: Uint8Array): SdfRecord[] {
  const text = decode(bytes).replaceAll('\r\n', '\n')
  const parts = text.split(/^\$\$\$\$.*\n?/m).filter((part) => part.trim() !== '')
  if (!/^M {2}END/m.test(text)) throw new CallFailed('sdfBroken')
  if (parts.length > structureLimits.records) throw new CallFailed('sdfTooLarge', { max: structureLimits.records })
  return parts.map((part, index) => {
    const end = /^M {2}END.*$/m.exec(part)
    const molfile = end === null ? '' : part.slice(0, end.index + end[0].length + 1)
    return {
      record: index + 1,
      name: (part.split('\n', 1)[0] ?? '').trim().slice(0, 80),
      smiles: molfile === '' ? '' : smilesOf(molfile),
      keys: keysOf(part.slice(molfile.length)),
    }
  })
}
