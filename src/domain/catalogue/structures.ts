/** Search of goods by their chemical structure, and the limits of a structure. */

export const structureModes = ['exact', 'substructure', 'similar'] as const
export type StructureMode = (typeof structureModes)[number]
export const structureModeLabels: Readonly<Record<StructureMode, { readonly label: string; readonly hint: string }>> = {
  exact: { label: '完全一致', hint: '整个分子相同，含立体构型与成盐形式' },
  substructure: { label: '含此子结构', hint: '分子中含有所画的片段，结果中标出匹配的部分' },
  similar: { label: '结构相似', hint: '按分子指纹的 Tanimoto 系数由高到低排列' },
}

export const structureLimits = {
  /** Characters of a SMILES or molfile; the body of a call holds no more. */
  text: 400_000,
  /** Atoms with their explicit hydrogens, as a molfile of version 2000 can count. */
  atoms: 999,
  /** Characters of a SMILES as goods keep it. */
  smiles: 4_000,
  /** Structures that a search returns at most; more of them say nothing to a buyer. */
  hits: 200,
  /** Records of an SDF file. */
  records: 5_000,
} as const

/** Thresholds of the Tanimoto coefficient to choose from, in percent. */
export const similarityChoices = [50, 60, 70, 80, 90] as const
export const defaultSimilarity = 70

/** Part of a formula; low parts are set as subscripts. */
export interface FormulaPart {
  readonly text: string
  readonly low: boolean
}

const formulaPattern = /^[A-Z[(][A-Za-z0-9()[\].·*+-]*$/

/** Whether a text is a molecular formula: C8H9NO2, CuSO4·5H2O. */
export const isFormula = (text: string): boolean => formulaPattern.test(text) && /[A-Z]/.test(text)

/** Numbers after an element or a bracket are low; those that count a whole part (5H2O) are not. */
export function formulaParts(formula: string): readonly FormulaPart[] {
  if (!isFormula(formula)) return [{ text: formula, low: false }]
  return formula
    .split(/(?<=[A-Za-z)\]])(\d+)/)
    .map((text, index) => ({ text, low: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Labels of facts whose value is a formula. */
const formulaLabels: ReadonlySet<string> = new Set(['分子式', '化学式'])
export const isFormulaLabel = (label: string): boolean => formulaLabels.has(label)

/** Molecular mass in g/mol, two decimals. */
export const massText = (mass: number): string => `${mass.toFixed(2)} g/mol`

/** Similarity in percent, rounded down: only equal fingerprints are 100 %. */
export const similarityText = (similarity: number): string => `${Math.floor(similarity * 100)}%`

/** Names of SDF fields that say which goods a record is of, in upper case without blanks and signs. */
const sdfNames = {
  productNo: ['商品编号', 'PRODUCTNO', 'PRODUCTID'],
  catalogueNo: ['货号', 'CATALOGUENO', 'CATALOGNO', 'CATALOGUENUMBER', 'CATALOGNUMBER', 'CATNO', 'CAT'],
  cas: ['CAS号', 'CAS', 'CASNO', 'CASNUMBER', 'CASRN'],
} as const
export type SdfKey = keyof typeof sdfNames
export const sdfKeys = ['productNo', 'catalogueNo', 'cas'] as const satisfies readonly SdfKey[]
export const sdfKeyLabels: Readonly<Record<SdfKey, string>> = {
  productNo: '商品编号',
  catalogueNo: '货号',
  cas: 'CAS 号',
}

/** What an SDF field names; undefined for a field that names no goods. */
export function sdfKeyOf(name: string): SdfKey | undefined {
  const plain = name.toUpperCase().replaceAll(/[\s._#/-]/g, '')
  return sdfKeys.find((key) => sdfNames[key].some((each) => each === plain))
}
