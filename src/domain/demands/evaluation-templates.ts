import type { Criterion } from './evaluation.ts'

/** A set of criteria to start from. */
export interface CriteriaTemplate {
  readonly key: string
  readonly label: string
  /** What kind of demand it is for. */
  readonly note: string
  readonly criteria: readonly Criterion[]
}

const criteria = (price: number, time: number, standing: number, plan: number, talk: number): Criterion[] => [
  { key: 'price', label: '价格', weight: price },
  { key: 'time', label: '周期', weight: time },
  { key: 'standing', label: '资质', weight: standing },
  { key: 'plan', label: '方案', weight: plan },
  { key: 'talk', label: '沟通', weight: talk },
]

/** Templates by kind of demand; each sums to 100. */
export const criteriaTemplates: readonly CriteriaTemplate[] = [
  { key: 'balanced', label: '综合评审', note: '各方面均衡', criteria: criteria(30, 20, 20, 20, 10) },
  { key: 'price', label: '价格优先', note: '检测、标准化服务与耗材', criteria: criteria(50, 20, 15, 10, 5) },
  { key: 'plan', label: '方案优先', note: '研究与开发，方案决定成败', criteria: criteria(20, 15, 20, 35, 10) },
  { key: 'standing', label: '资质优先', note: '申报与法规要求高的项目', criteria: criteria(20, 15, 40, 20, 5) },
  { key: 'time', label: '周期优先', note: '时间紧的项目', criteria: criteria(25, 40, 15, 15, 5) },
]
