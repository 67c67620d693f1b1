/** A subscription of a demo supplier. */
export interface SubscriptionNote {
  readonly supplier: string
  readonly name: string
  /** Leaves of the service tree: what lies above them, one level below the stage, is subscribed to. */
  readonly areas: readonly string[]
  readonly words: string[]
  /** 10,000 yuan */
  readonly budgetFrom: number | null
  /** Day on which it was saved. */
  readonly day: number
  readonly isOn: boolean
}

export const subscriptionNotes: readonly SubscriptionNote[] = [
  {
    supplier: '臻境',
    name: '毒理与安全药理',
    areas: ['SD 大鼠 4 周', 'hERG 与离子通道'],
    words: [],
    budgetFrom: null,
    day: -40,
    isOn: true,
  },
  {
    supplier: '臻境',
    name: 'GLP 项目，20 万元起',
    areas: [],
    words: ['GLP'],
    budgetFrom: 20,
    day: -30,
    isOn: true,
  },
  {
    supplier: '砺川',
    name: '药代与体外代谢',
    areas: ['CYP 抑制与诱导', '比格犬 PK'],
    words: [],
    budgetFrom: null,
    day: -35,
    isOn: true,
  },
  {
    supplier: '砺川',
    name: '肿瘤药效',
    areas: ['PDX 模型'],
    words: ['PDX', '小鼠'],
    budgetFrom: null,
    day: -28,
    isOn: true,
  },
]

/** Suppliers whom a buyer invited to offer, by the demand's title. */
export const invitations: readonly { readonly supplier: string; readonly title: string }[] = [
  { supplier: '臻境', title: '中枢候选物 hERG 与 CiPA 多通道安全药理' },
  { supplier: '臻境', title: '颅内取栓支架犬动脉模型安全有效性试验' },
  { supplier: '砺川', title: '候选化合物 CYP 抑制、诱导与转运体体外评价' },
  { supplier: '砺川', title: 'CHO 稳定细胞株构建，目标表达量 ≥ 5 g/L' },
]
