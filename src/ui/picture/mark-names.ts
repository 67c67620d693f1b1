/** Names of everything drawn in marks/. A name without its file throws on the first drawing. */

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

/** Goods illustrations, 240 × 240. A structure is used only for its own CAS number. */
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
export type ServiceIllustration = (typeof serviceIllustrations)[number]
/** Chemical structure of one compound, named by its CAS number. */
export type StructureIllustration = `cas-${string}`
export type GoodsIllustration = (typeof goodsIllustrations)[number] | StructureIllustration
export type IllustrationName = ServiceIllustration | GoodsIllustration
export type EmptyName = (typeof emptyNames)[number]
export type LogoName = (typeof logoNames)[number]

/** Whether a name denotes a structure; existing ones are marks/fig-cas-*.svg. */
export const isStructure = (name: string): name is StructureIllustration => /^cas-\d{2,7}-\d\d-\d$/.test(name)
