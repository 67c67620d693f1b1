/** Items of an offer by stage of research: name, unit, quantity and share of the whole in percent. */
export const offerItems: Readonly<
  Record<string, readonly (readonly [name: string, unit: string, quantity: number, share: number])[]>
> = {
  发现与筛选: [
    ['方案与材料准备', '项', 1, 18],
    ['实验实施', '批', 2, 56],
    ['复测与确证', '项', 1, 14],
    ['数据分析与报告', '项', 1, 12],
  ],
  药学研究: [
    ['文献与样品剖析', '项', 1, 12],
    ['开发与筛选', '项', 1, 34],
    ['验证或放大批次', '批', 3, 36],
    ['资料整理与报告', '项', 1, 18],
  ],
  临床前: [
    ['方案设计与伦理审查', '项', 1, 5],
    ['动物与检疫饲养', '项', 1, 18],
    ['给药与在体观察', '项', 1, 27],
    ['样品分析', '批', 2, 20],
    ['病理与临床检验，含同行评议', '项', 1, 20],
    ['统计与总结报告', '项', 1, 10],
  ],
  临床研究: [
    ['方案、伦理与启动', '项', 1, 12],
    ['中心与受试者费用', '例', 12, 48],
    ['样品检测与物流', '批', 2, 18],
    ['数据管理与统计', '项', 1, 14],
    ['总结报告', '项', 1, 8],
  ],
  注册申报: [
    ['差距分析', '项', 1, 20],
    ['资料撰写', '模块', 2, 52],
    ['审核与递交', '项', 1, 16],
    ['发补支持', '轮', 2, 12],
  ],
  'CDMO 与生产': [
    ['技术转移与风险评估', '项', 1, 15],
    ['小试确认', '批', 2, 20],
    ['生产批次', '批', 1, 45],
    ['检验与放行', '批', 1, 14],
    ['文件与资料', '项', 1, 6],
  ],
  医疗器械: [
    ['方案评审与样品预处理', '项', 1, 12],
    ['试验实施', '项', 2, 64],
    ['补充与复测预留', '项', 1, 8],
    ['检验报告', '份', 2, 16],
  ],
  分析检测: [
    ['方法确认', '项', 1, 22],
    ['样品检测', '批', 3, 60],
    ['报告与图谱移交', '份', 1, 18],
  ],
  细胞与基因治疗: [
    ['材料与参比品准备', '项', 1, 20],
    ['方法确认', '项', 1, 22],
    ['试验实施', '批', 2, 44],
    ['报告', '份', 1, 14],
  ],
}

/** Ways to pay: name, percent, and when it is due as a share of the duration. */
export const paymentPlans: readonly (readonly (readonly [name: string, percent: number, when: number])[])[] = [
  [
    ['首付款', 30, 0],
    ['里程碑款', 50, 0.6],
    ['尾款', 20, 1],
  ],
  [
    ['首付款', 40, 0],
    ['里程碑款', 40, 0.5],
    ['尾款', 20, 1],
  ],
  [
    ['首付款', 20, 0],
    ['里程碑款', 60, 0.7],
    ['尾款', 20, 1],
  ],
  [
    ['合同签订', 30, 0],
    ['实施过半', 30, 0.5],
    ['初稿提交', 25, 0.85],
    ['终稿验收', 15, 1],
  ],
  [
    ['首付款', 50, 0],
    ['尾款', 50, 1],
  ],
]

export const versionNotes: readonly string[] = [
  '首次报价，含税 6%，以方案签字与样品到达之日起算。',
  '根据沟通调整实施批次，总价下调，周期不变。',
  '新增一次采样与分析，总价不变。',
  '补充报告英文版，费用由我方承担。',
  '压缩排期，提前两周交付，其余条款不变。',
  '周期含病理或数据复核，不含样品运输。',
]

/** Offers of the demand that the comparison shows, as on its page: supplier, totals in yuan by version, days, plan, valid for days, note. */
export const dogOffers: readonly {
  readonly by: string
  readonly totals: readonly number[]
  readonly days: number
  readonly plan: number
  readonly validDays: number
  readonly at: readonly (readonly [day: number, time: string])[]
  readonly notes: readonly string[]
}[] = [
  {
    by: '澜格',
    totals: [888_000],
    days: 266,
    plan: 1,
    validDays: 20,
    at: [[-5, '09:12']],
    notes: [
      '动物 40 只（20 雄 / 20 雌），毒代 10 个时间点 × 2 次，病理分包，报告中文，不含同行评议。2027 年 1 月可开工。',
    ],
  },
  {
    by: '和度',
    totals: [918_000, 905_000],
    days: 252,
    plan: 2,
    validDays: 4,
    at: [
      [-6, '15:20'],
      [-3, '14:30'],
    ],
    notes: [
      '动物 40 只，毒代 12 个时间点 × 2 次，TK 分析分包，含病理同行评议。',
      '总价下调 ¥13,000.00，其余不变；报告改为中英双语。',
    ],
  },
  {
    by: '臻境',
    totals: [946_000, 926_000, 926_000],
    days: 238,
    plan: 0,
    validDays: 30,
    at: [
      [-7, '17:05'],
      [-4, '10:12'],
      [-2, '16:42'],
    ],
    notes: [
      '按 GLP 开展，比格犬 40 只，对照与三个剂量组各 10 只（雌雄各半），灌胃给药 13 周，恢复期 4 周。',
      '毒代动力学改为首次、第 7 周、末次各 12 个时间点，总价下调。',
      '新增恢复期毒代采样一次，含病理同行评议与 SEND，全部自有完成。',
    ],
  },
  {
    by: '沐澄',
    totals: [995_000, 978_500],
    days: 210,
    plan: 0,
    validDays: 41,
    at: [
      [-5, '11:36'],
      [-1, '08:55'],
    ],
    notes: [
      '动物 44 只（22 雄 / 22 雌），毒代 12 个时间点 × 3 次，含同行评议。',
      '总价由 ¥995,000.00 改为 ¥978,500.00，周期 30 周最快，不含 CNAS 标识报告。',
    ],
  },
]

/** Winning offers whose sum and way to pay are known: yuan and place of the plan. */
export const knownAwards: ReadonlyMap<string, readonly [total: number, plan: number]> = new Map([
  ['食蟹猴 4 周重复给药毒性试验，含恢复期', [926_000, 0]],
])
