/**
 * Names of generated drawings: a kind and a number, `dose-417`; structures `cas-103-90-2`, with a container and a number
 * `cas-103-90-2-v417`. The name is all that is stored; the server draws it at /figures/NAME.svg.
 */

/** Drawings of 320 × 200: measurements, work, documents and places. */
export const wideKinds = [
  'dose',
  'pk',
  'chromatogram',
  'diffraction',
  'spectrum',
  'resonance',
  'growth',
  'survival',
  'boxes',
  'columns',
  'release',
  'stability',
  'binding',
  'thermal',
  'sizes',
  'cytometry',
  'histograms',
  'clusters',
  'wellplate',
  'heatmap',
  'gel',
  'blot',
  'sequence',
  'coverage',
  'plasmid',
  'heart',
  'cells',
  'slide',
  'schedule',
  'allocation',
  'phases',
  'vessels',
  'flowline',
  'modules',
  'folders',
  'checksheet',
  'cycle',
  'matrix',
  'pair',
  'review',
  'meeting',
  'device',
  'antibody',
  'housing',
  'docking',
  'building',
  'bench',
  'plant',
  'cleanroom',
  'animalroom',
  'office',
  'store',
  'siteplan',
  'floorplan',
  'section',
  'zones',
  'front',
] as const

/** Drawings of 240 × 240: goods. */
export const squareKinds = [
  'bottle',
  'vial',
  'ampoule',
  'column',
  'plate',
  'kit',
  'tube',
  'pipette',
  'tips',
  'flask',
  'dish',
  'bag',
  'drum',
  'tower',
  'analyser',
  'rotor',
  'cabinet',
  'cartridge',
  'animal',
] as const

export type WideKind = (typeof wideKinds)[number]
export type SquareKind = (typeof squareKinds)[number]
export type WideDrawing = `${WideKind}-${number}`
export type SquareDrawing = `${SquareKind}-${number}`
export type StructureDrawing = `cas-${string}`

/** Numbers of a kind: 0 to 999. */
export const drawingNumbers = 1000

const numbered = /^([a-z]+)-(0|[1-9]\d{0,2})$/
const kindOf = (name: string) => numbered.exec(name)?.[1]

const wide: ReadonlySet<string> = new Set(wideKinds)
const square: ReadonlySet<string> = new Set(squareKinds)
export const isWideDrawing = (name: string): name is WideDrawing => wide.has(kindOf(name) ?? '')
export const isSquareDrawing = (name: string): name is SquareDrawing => square.has(kindOf(name) ?? '')

/** A small container beside the structure: how the compound is sold. */
export const structureContainers = { n: 'none', v: 'vial', b: 'bottle', a: 'ampoule', d: 'drum' } as const
export type StructureContainer = (typeof structureContainers)[keyof typeof structureContainers]

const structureName = /^cas-(\d{2,7}-\d\d-\d)(?:-([nvbad])(0|[1-9]\d{0,2}))?$/

/** Whether a name denotes a structure. */
export const isStructure = (name: string): name is StructureDrawing => structureName.test(name)

/** CAS number and container of a structure's name. */
export function structureParts(
  name: string,
): { readonly cas: string; readonly container: StructureContainer } | undefined {
  const [, cas, letter = 'n'] = structureName.exec(name) ?? []
  if (cas === undefined) return undefined
  const entry = Object.entries(structureContainers).find(([each]) => each === letter)
  return { cas, container: entry?.[1] ?? 'none' }
}

/** Whether a name denotes a drawing; `hasStructure` knows compounds by CAS number. Draws nothing. */
export function isDrawing(name: string, hasStructure: (cas: string) => boolean): boolean {
  const structure = structureParts(name)
  return structure === undefined ? isWideDrawing(name) || isSquareDrawing(name) : hasStructure(structure.cas)
}

/** What drawings that look alike share: the kind, or the compound. `dose-417` → `dose`. */
export const drawingFamily = (name: string): string => {
  const plain = name.replace(/^fig-/, '')
  const structure = structureParts(plain)
  return structure === undefined ? plain.replace(/-\d{1,3}$/, '') : `cas-${structure.cas}`
}

/** Whether an address is that of a drawing and not of an uploaded picture. */
export const isFigureUrl = (url: string): boolean => url.startsWith('/figures/')

/** Pictures that the public sees: drawings step back as soon as there is a photograph. */
export function shownPictures<P extends { readonly url: string }>(pictures: readonly P[]): P[] {
  const photographs = pictures.filter(({ url }) => !isFigureUrl(url))
  return photographs.length > 0 ? photographs : [...pictures]
}

/** Address of a drawing or of an illustration of public/figures. */
export const figureUrl = (name: string): string => `/figures/${name}.svg`
