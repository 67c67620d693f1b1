/** What a sample is. */
export const sampleKinds = ['compound', 'formulation', 'biological', 'tissue', 'device', 'reference', 'other'] as const
export type SampleKind = (typeof sampleKinds)[number]
export const sampleKindLabels: Readonly<Record<SampleKind, string>> = {
  compound: '化合物',
  formulation: '制剂',
  biological: '生物样本',
  tissue: '组织与切片',
  device: '器械样品',
  reference: '对照品与标准品',
  other: '其他',
}

/** Units of amounts; pieces are whole numbers. */
export const sampleUnits = ['mg', 'g', 'kg', 'μL', 'mL', 'L', '支', '瓶', '片', '粒', '份', '套', '件'] as const
export type SampleUnit = (typeof sampleUnits)[number]
const measured: readonly SampleUnit[] = ['mg', 'g', 'kg', 'μL', 'mL', 'L']
export const isWholeUnit = (unit: SampleUnit): boolean => !measured.includes(unit)

/** Conditions of storage with their usual limits, hundredths of a degree Celsius; null = without that limit. */
export const storageConditions = ['ambient', 'cool', 'cold', 'frozen', 'deepFrozen', 'nitrogen', 'other'] as const
export type StorageCondition = (typeof storageConditions)[number]
interface Storage {
  readonly label: string
  readonly min: number | null
  readonly max: number | null
}
export const storages: Readonly<Record<StorageCondition, Storage>> = {
  ambient: { label: '常温（10~30 ℃）', min: 1_000, max: 3_000 },
  cool: { label: '阴凉（不超过 20 ℃）', min: null, max: 2_000 },
  cold: { label: '冷藏（2~8 ℃）', min: 200, max: 800 },
  frozen: { label: '冷冻（-25~-15 ℃）', min: -2_500, max: -1_500 },
  deepFrozen: { label: '深冷（不高于 -60 ℃）', min: null, max: -6_000 },
  nitrogen: { label: '液氮（不高于 -150 ℃）', min: null, max: -15_000 },
  other: { label: '其他', min: null, max: null },
}

/** Hazards of a sample that whoever opens the parcel must know. */
export const sampleHazards = [
  'flammable',
  'toxic',
  'corrosive',
  'oxidising',
  'biohazard',
  'cytotoxic',
  'radioactive',
  'controlled',
] as const
export type SampleHazard = (typeof sampleHazards)[number]
export const sampleHazardLabels: Readonly<Record<SampleHazard, string>> = {
  flammable: '易燃',
  toxic: '有毒',
  corrosive: '腐蚀性',
  oxidising: '氧化性',
  biohazard: '生物危害',
  cytotoxic: '细胞毒性',
  radioactive: '放射性',
  controlled: '管制物质',
}

/** Condition of a shipment on arrival. */
export const arrivalConditions = ['intact', 'damaged', 'incomplete', 'thawed'] as const
export type ArrivalCondition = (typeof arrivalConditions)[number]
export const arrivalConditionLabels: Readonly<Record<ArrivalCondition, string>> = {
  intact: '完好',
  damaged: '包装破损',
  incomplete: '数量不符',
  thawed: '冷媒已融化',
}
/** Anything but an intact arrival is described. */
export const isIntact = (condition: ArrivalCondition): boolean => condition === 'intact'

export const maxSampleName = 80
export const maxSampleNote = 500
export const maxSamplesPerOrder = 500
export const maxSplitParts = 50
export const maxPackedSamples = 100
export const maxLabels = 100
export const maxSensors = 200
/** Thousandths of a unit: about two million units. */
export const maxAmount = 2_000_000_000

/** Number of a sample SP20261128-0001, of a shipment SH20261128-0001. */
export const sampleNoPrefix = 'SP'
export const shipmentNoPrefix = 'SH'

/** Amount in thousandths of a unit as text: `12.5 mg`. */
export function formatAmount(amount: number, unit: string): string {
  return `${(amount / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })}\u00A0${unit}`
}

/** Amount as typed for a form: `12.5`. */
export const amountInput = (amount: number): string => String(amount / 1000)

/** Thousandths of a unit; undefined unless a positive number with at most three decimals. */
export function parseAmount(typed: string): number | undefined {
  const found = /^(\d{1,7})(?:\.(\d{1,3}))?$/.exec(typed.trim())
  if (found === null) return undefined
  const amount = Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0'))
  return amount > 0 && amount <= maxAmount ? amount : undefined
}

export type SplitRefusal = 'splitSumWrong' | 'sampleUnitWhole'

/** Why amounts cannot be the parts of a sample; null = they can. The names are those of failures. */
export function splitRefusal(
  { amount, unit }: { readonly amount: number; readonly unit: SampleUnit },
  parts: readonly number[],
): SplitRefusal | null {
  if (parts.some((part) => !isAmountOf(unit, part))) return 'sampleUnitWhole'
  return parts.reduce((sum, part) => sum + part, 0) === amount ? null : 'splitSumWrong'
}

/** Pieces are whole. */
export const isAmountOf = (unit: SampleUnit, amount: number): boolean => !isWholeUnit(unit) || amount % 1000 === 0

/** Number of a sample in what a code or a person gives: the number itself, or the address that a label holds. */
export function sampleNoIn(code: string): string | undefined {
  return /SP\d{8}-\d{4,10}/.exec(code.normalize('NFKC').toUpperCase().trim())?.[0]
}
