import {
  isSquareDrawing,
  isStructure,
  isWideDrawing,
  type SquareDrawing,
  type StructureDrawing,
  type WideDrawing,
} from '../../domain/pictures/drawing-names.ts'

/** Names of everything drawn in marks/, and of generated drawings. A name without its file throws on the first use. */

/** Category icons, 48 px grid. */
export const markNames = [
  'molecule',
  'flask',
  'capsule',
  'efficacy',
  'safety',
  'pk',
  'gene',
  'cell',
  'antibody',
  'analysis',
  'cdmo',
  'clinical',
  'registration',
  'device',
  'animal',
  'microscope',
  'vial',
  'reagent',
  'plate',
  'instrument',
  'park',
  'policy',
  'course',
  'supply',
  'app',
  'supplier',
  'demand',
  'consult',
  'material',
] as const

/** Service illustrations, 320 × 200. */
export const serviceIllustrations = [
  'efficacy',
  'dose',
  'safety',
  'pk',
  'hplc',
  'xrpd',
  'gene',
  'wells',
  'gel',
  'reactor',
  'km',
  'flow',
  'dissolution',
  'cells',
  'stent',
  'ctd',
  'trial',
  'nmr',
  'ectd',
  'dmf',
  'dual',
  'meeting',
  'checks',
  'equal',
  'audit',
  'bilingual',
  'capa',
  'change',
  'stability',
  'ecg',
  'mutation',
  'organs',
  'timeline',
] as const

/** Goods illustrations, 240 × 240. */
export const goodsIllustrations = [
  'paracetamol',
  'aspirin',
  'caffeine',
  'ibuprofen',
  'vial',
  'bottle',
  'column',
  'plate',
  'pipette',
  'hplcstack',
  'centrifuge',
  'kit',
  'mouse',
  'tflask',
  'tube',
  'dish',
  'plasma',
  'tips',
  'drum',
  'spectro',
  'dissolver',
  'incubator',
  'cartridge',
] as const

/** Illustrations of empty, failed and closed states. */
export const emptyNames = ['none', 'cart', 'message', 'failed', 'locked', 'soon', 'lost', 'done'] as const

/** The nine areas, each with a logo. */
export const logoNames = [
  'standard',
  'chengdu',
  'taizhou',
  'gaoxin',
  'shanghai',
  'zhongdian',
  'yaogang',
  'changchun',
  'benxi',
] as const

export type MarkName = (typeof markNames)[number]
export type ServiceIllustration = (typeof serviceIllustrations)[number] | WideDrawing
export type GoodsIllustration = (typeof goodsIllustrations)[number] | SquareDrawing | StructureDrawing
export type IllustrationName = ServiceIllustration | GoodsIllustration
export type EmptyName = (typeof emptyNames)[number]
export type LogoName = (typeof logoNames)[number]

/** The illustration of a service of that name; undefined for names unknown to this version. */
export const serviceIllustrationOf = (name: string): ServiceIllustration | undefined =>
  isWideDrawing(name) ? name : serviceIllustrations.find((each) => each === name)

/** The illustration of goods of that name; undefined for names unknown to this version. */
export const goodsIllustrationOf = (name: string): GoodsIllustration | undefined =>
  isStructure(name) || isSquareDrawing(name) ? name : goodsIllustrations.find((each) => each === name)

/** Whether the server generates the drawing: it has no file in marks/ and is loaded by its address. */
export const isGenerated = (name: string): boolean => isStructure(name) || isWideDrawing(name) || isSquareDrawing(name)
