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
export type GoodsFigure = (typeof goodsFigures)[number]
export type FigureName = ServiceFigure | GoodsFigure
export type EmptyName = (typeof emptyNames)[number]
export type LogoName = (typeof logoNames)[number]
