/** One kind of study as a starting point: what suppliers ask first, as rows to fill in. */
export interface DemandTemplate {
  /** Stands in addresses: `?template=pk`. */
  readonly key: string
  readonly name: string
  /** What it is for, in one sentence. */
  readonly about: string
  /** Name of the drawn mark. */
  readonly mark: 'safety' | 'pk' | 'efficacy' | 'cdmo' | 'analysis' | 'clinical' | 'registration' | 'device'
  readonly title: string
  /** Words by which the stage is found among the categories, the first that fits. */
  readonly categoryWords: readonly string[]
  readonly summary: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

const rows = (...labels: readonly (readonly [label: string, value?: string])[]) =>
  labels.map(([label, value = '']) => ({ label, value }))

/** The kinds of study one can start from. Values that are filled in are usual ones, meant to be changed. */
export const demandTemplates: readonly DemandTemplate[] = [
  {
    key: 'toxicology',
    name: '毒理学安全性评价',
    about: '单次与重复给药毒性、遗传毒性、安全药理等 GLP 试验。',
    mark: 'safety',
    title: '重复给药毒性及毒代动力学试验',
    categoryWords: ['毒理学安全性评价', '毒理'],
    summary: '拟委托开展重复给药毒性及毒代动力学试验，请按下列要求提供方案要点、报价与周期。',
    facts: rows(
      ['供试品'],
      ['遵循规范', 'GLP，ICH M3(R2)'],
      ['物种与分组'],
      ['给药途径与周期'],
      ['毒代采样'],
      ['病理同行评议', '需要'],
      ['报告语言', '中英双语'],
      ['样品提供'],
    ),
  },
  {
    key: 'pk',
    name: '药代动力学',
    about: '体内药代、组织分布、物质平衡与生物样品分析。',
    mark: 'pk',
    title: '药代动力学研究',
    categoryWords: ['药代动力学', '药代'],
    summary: '拟委托开展药代动力学研究，含生物样品分析方法的建立与验证。',
    facts: rows(
      ['供试品'],
      ['种属与例数'],
      ['给药途径与剂量'],
      ['采血点数'],
      ['分析物'],
      ['分析方法', 'LC-MS/MS，方法学验证'],
      ['遵循规范', '非 GLP'],
    ),
  },
  {
    key: 'efficacy',
    name: '药效学',
    about: '体外活性、动物疾病模型与生物标志物研究。',
    mark: 'efficacy',
    title: '动物模型药效学试验',
    categoryWords: ['药效学', '药效'],
    summary: '拟委托开展动物模型药效学试验，请说明模型背景数据与阳性对照。',
    facts: rows(
      ['适应症与模型'],
      ['供试品'],
      ['分组与例数'],
      ['给药方案'],
      ['阳性对照'],
      ['主要终点'],
      ['样本保存', '血浆与组织'],
    ),
  },
  {
    key: 'cmc',
    name: 'CMC 与 CDMO',
    about: '原料药工艺、制剂处方、放大与临床样品生产。',
    mark: 'cdmo',
    title: '原料药工艺优化与 GMP 样品生产',
    categoryWords: ['CDMO', '药学研究', '原料药工艺'],
    summary: '拟委托开展工艺优化、放大与 GMP 样品生产，请说明产能与质量体系。',
    facts: rows(
      ['品种与结构类型'],
      ['现有工艺'],
      ['目标批量'],
      ['质量标准'],
      ['遵循规范', 'GMP'],
      ['稳定性研究', '需要'],
      ['交付物', '样品、批记录、CoA'],
    ),
  },
  {
    key: 'analysis',
    name: '分析检测',
    about: '方法开发与验证、有关物质、结构确证、稳定性考察。',
    mark: 'analysis',
    title: '有关物质与含量测定方法开发及验证',
    categoryWords: ['分析检测', '质量研究', '分析'],
    summary: '拟委托开展分析方法开发、验证与样品检测。',
    facts: rows(
      ['样品名称与数量'],
      ['检测项目'],
      ['方法依据', '中国药典 2025 年版'],
      ['验证项目'],
      ['资质要求', 'CNAS 或 CMA'],
      ['报告形式', '盖章报告与图谱'],
    ),
  },
  {
    key: 'clinical',
    name: '临床研究',
    about: '早期临床、生物等效性、数据管理与统计、临床运营。',
    mark: 'clinical',
    title: '健康受试者生物等效性试验',
    categoryWords: ['临床研究', '临床试验', '临床'],
    summary: '拟委托开展临床试验，请提供中心资源、周期与费用构成。',
    facts: rows(
      ['试验分期', 'BE'],
      ['适应症'],
      ['受试者例数'],
      ['中心数量'],
      ['服务范围', '医学、运营、数据管理与统计'],
      ['遵循规范', 'GCP'],
      ['生物样品分析'],
    ),
  },
  {
    key: 'registration',
    name: '注册申报',
    about: '注册策略、资料撰写与整理、eCTD 递交、沟通交流会。',
    mark: 'registration',
    title: '新药临床试验申请（IND）资料撰写与递交',
    categoryWords: ['注册申报', '注册'],
    summary: '拟委托开展注册资料撰写、整理与递交。',
    facts: rows(
      ['品种与注册分类'],
      ['申报类型', 'IND'],
      ['申报地区', '中国 NMPA'],
      ['已有资料'],
      ['服务范围'],
      ['递交形式', 'eCTD'],
    ),
  },
  {
    key: 'device-test',
    name: '医疗器械检测',
    about: '注册检验、生物相容性、电气安全与电磁兼容。',
    mark: 'device',
    title: '医疗器械注册检验与生物相容性试验',
    categoryWords: ['器械检测', '医疗器械', '器械'],
    summary: '拟委托开展医疗器械检测，报告用于产品注册。',
    facts: rows(
      ['产品名称与型号'],
      ['管理类别', '第二类'],
      ['检测项目'],
      ['执行标准', 'GB/T 16886 系列'],
      ['样品数量'],
      ['资质要求', 'CMA'],
      ['报告用途', '产品注册'],
    ),
  },
]

/** The template of an address; undefined for none and for an unknown one. */
export const templateOf = (key: string | null | undefined): DemandTemplate | undefined =>
  demandTemplates.find((template) => template.key === key)
