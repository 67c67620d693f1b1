import type { ProjectField, ProjectLevel } from '../../../domain/projects/government-projects.ts'

export interface GovProjectNote {
  readonly title: string
  readonly authority: string
  readonly level: ProjectLevel
  readonly field: ProjectField
  readonly summary: string
  /** yuan; null = the notice names no sum. */
  readonly supportMax: number | null
  readonly supportWay: string
  readonly conditions: readonly string[]
  readonly materials: readonly string[]
  /** Days from today. */
  readonly from: number
  readonly until: number
}

const common = ['企业营业执照', '上一年度财务审计报告', '申报书（加盖公章）']

/** Invented calls: authorities and sums stand for real ones. */
export const govProjectNotes: readonly GovProjectNote[] = [
  {
    title: '1 类创新药临床前研究后补助项目（示例）',
    authority: '示例省科学技术厅',
    level: 'province',
    field: 'drug',
    summary: '对取得 1 类化学药或生物制品临床试验批准通知书的企业，按临床前研究实际投入给予后补助。',
    supportMax: 5_000_000,
    supportWay: '后补助，按核定投入的 20% 一次性拨付',
    conditions: [
      '在省内注册满一年的企业法人，通过高新技术企业认定或正在认定中',
      '近两年内取得 1 类药物临床试验批准通知书，且为申请人或持有人',
      '临床前研究投入单独核算，可提供委托合同与付款凭证',
      '未获得过同一品种的省级财政支持',
    ],
    materials: [...common, '临床试验批准通知书', '研发投入专项审计报告', '委托研究合同与付款凭证清单'],
    from: -20,
    until: 24,
  },
  {
    title: '第二、三类医疗器械首次注册奖励（示例）',
    authority: '示例市市场监督管理局',
    level: 'city',
    field: 'device',
    summary: '对首次取得第二、三类医疗器械注册证并在本市投产的企业给予一次性奖励。',
    supportMax: 1_000_000,
    supportWay: '一次性奖励：第二类 20 万元，第三类 100 万元',
    conditions: ['注册人与生产地址均在本市', '注册证在上一自然年度内首次取得', '产品已投产并形成销售'],
    materials: [...common, '医疗器械注册证', '生产许可证或备案凭证', '产品销售发票（不少于三份）'],
    from: -35,
    until: 9,
  },
  {
    title: '生物医药公共技术服务平台建设项目（示例）',
    authority: '示例省发展和改革委员会',
    level: 'province',
    field: 'platform',
    summary: '支持面向行业开放的药学、安全性评价、分析检测与中试平台购置仪器、扩充能力。',
    supportMax: 20_000_000,
    supportWay: '按设备投资的 30% 补助，分两年拨付，中期评估后拨付第二笔',
    conditions: [
      '平台独立核算，对外服务收入占比不低于 30%',
      '通过 CMA、CNAS 或 GLP 中的一项资质认定',
      '承诺项目期内对外服务企业不少于 50 家',
    ],
    materials: [...common, '资质认定证书', '设备购置清单与报价', '近两年服务合同清单'],
    from: -6,
    until: 45,
  },
  {
    title: '药械企业数字化改造专项（示例）',
    authority: '示例市经济和信息化局',
    level: 'city',
    field: 'digital',
    summary: '支持药品、医疗器械企业建设实验室信息管理、质量管理与生产执行系统，实现研发与生产数据贯通。',
    supportMax: 2_000_000,
    supportWay: '按软件与实施投入的 25% 补助，验收后拨付',
    conditions: ['项目投入不低于 100 万元', '系统上线运行满三个月', '关键数据符合 GxP 数据可靠性要求'],
    materials: [...common, '软件采购与实施合同', '系统验收报告', '付款凭证'],
    from: -12,
    until: 31,
  },
  {
    title: '海外高层次人才创新团队引进（示例）',
    authority: '示例高新区管理委员会',
    level: 'park',
    field: 'talent',
    summary: '支持在园区落户的创新药与高端器械团队，提供启动资金、场地与人才住房。',
    supportMax: null,
    supportWay: '启动资金与场地支持按评审结果一事一议',
    conditions: ['团队核心成员不少于三人，带头人具有博士学位', '企业在园区注册未满三年', '拥有自主知识产权'],
    materials: [...common, '团队成员简历与学历证明', '知识产权证明', '商业计划书'],
    from: 12,
    until: 72,
  },
  {
    title: '重大新药创制成果产业化项目（示例）',
    authority: '示例部委重大专项办公室',
    level: 'national',
    field: 'drug',
    summary: '支持已完成 III 期临床或获批上市的创新药建设产业化能力。',
    supportMax: 50_000_000,
    supportWay: '事前立项、分期拨付，验收后结算',
    conditions: ['品种已完成 III 期临床或获批上市', '企业自筹资金不低于申请金额', '具备相应剂型的生产质量管理体系'],
    materials: [...common, '药品注册批件或临床研究总结报告', '产业化可行性研究报告', '自筹资金证明'],
    from: -90,
    until: -8,
  },
]
