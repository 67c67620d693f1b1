import { drawingNumbers, type WideDrawing, type WideKind } from '../pictures/drawing-names.ts'

/** Facilities of parks; the keys are stored and used in URLs. */
export const facilities = {
  lab: '标准实验室',
  gmp: 'GMP 厂房',
  animal: '实验动物房',
  pilot: '中试平台',
  testing: '检验检测平台',
  clean: '洁净车间',
  cold: '冷链仓储',
  hazard: '危化品库',
  steam: '集中供汽',
  sewage: '污水处理',
  office: '研发办公',
  flat: '人才公寓',
} as const
export type Facility = keyof typeof facilities
export const facilityKeys: readonly Facility[] = Object.keys(facilities).filter(isFacility)

/** Whether a word names a facility. */
export function isFacility(key: string): key is Facility {
  return Object.hasOwn(facilities, key)
}

/** What is developed and made in parks. */
export const parkFields = [
  '化学药',
  '生物药',
  '细胞与基因治疗',
  '中药',
  '医疗器械',
  '体外诊断',
  '原料药',
  '数字医疗',
] as const
export type ParkField = (typeof parkFields)[number]

/** What is told of a park as label and value, in these groups and in this order. */
export const factGroups = ['空间', '公用工程', '交通', '政策'] as const
export type FactGroup = (typeof factGroups)[number]
export interface ParkFact {
  readonly group: FactGroup
  readonly label: string
  readonly value: string
}

/** Drawings that a park's gallery can hold. */
export const parkViews = ['site', 'lab', 'gmp', 'animal', 'tower'] as const
export type ParkView = (typeof parkViews)[number]
/** A drawing by its name, or a photograph that an operator uploaded. */
export type ParkPicture =
  | { readonly view: ParkView; readonly caption: string }
  | { readonly fileId: string; readonly name: string; readonly caption: string }

export const parkViewLabels: Readonly<Record<ParkView, string>> = {
  site: '总平面',
  lab: '标准实验层平面',
  gmp: 'GMP 厂房剖面',
  animal: '动物房分区',
  tower: '研发楼立面',
}

const parkDrawings: Readonly<Record<ParkView, WideKind>> = {
  site: 'siteplan',
  lab: 'floorplan',
  gmp: 'section',
  animal: 'zones',
  tower: 'front',
}

/** Name of the drawing of a park; the factor keeps plans of neighbouring ids apart. */
export const parkDrawing = (view: ParkView, parkId: number): WideDrawing =>
  `${parkDrawings[view]}-${(parkId * 91) % drawingNumbers}`

/** The drawings of a park, by what it has. */
export const createGallery = (has: readonly Facility[]): ParkPicture[] =>
  parkViews
    .filter((view) => view === 'site' || view === 'tower' || has.includes(view))
    .map((view) => ({ view, caption: parkViewLabels[view] }))

/** Maximum of parks in a comparison. */
export const maxComparedParks = 4

/** `38 ~ 55 元/㎡·月`; rent in fen a square metre and month, 面议 where none is told. */
export function rentText(low: number | null, high: number | null): string {
  if (low === null) return '面议'
  const yuan = (fen: number) => String(fen / 100)
  return high === null || high === low ? `${yuan(low)} 元/㎡·月` : `${yuan(low)} ~ ${yuan(high)} 元/㎡·月`
}

/** `12.5 万㎡`, `8,600 ㎡`; square metres. */
export const areaText = (squareMetres: number): string =>
  squareMetres >= 10_000
    ? `${Math.round(squareMetres / 1000) / 10}\u00a0万㎡`
    : `${squareMetres.toLocaleString('en-US')}\u00a0㎡`
