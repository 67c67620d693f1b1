/** Names of everything drawn in marks/. A name without its file throws on the first drawing. */

/** Category marks, 48 grid. */
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

/** Plates of services, 320 × 200. */
export const serviceFigures = [
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

/** Plates of goods, 240 × 240. A structure stands only for its own CAS number. */
export const goodsFigures = [
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

/** Drawings of empty, failed and closed places. */
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
export type ServiceFigure = (typeof serviceFigures)[number]
/** The structure of one compound, drawn from its formula and named by its CAS number. */
export type StructureFigure = `cas-${string}`
export type GoodsFigure = (typeof goodsFigures)[number] | StructureFigure
export type FigureName = ServiceFigure | GoodsFigure
export type EmptyName = (typeof emptyNames)[number]
export type LogoName = (typeof logoNames)[number]

/** Whether a name is that of a structure; which ones are drawn is seen in marks/fig-cas-*.svg. */
export const isStructure = (name: string): name is StructureFigure => /^cas-\d{2,7}-\d\d-\d$/.test(name)
