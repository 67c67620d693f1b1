import { hotWordKeys, menuKey } from '../../../domain/reference/dictionary-keys.ts'
import { defaultMenu } from '../../../domain/shell/menu.ts'

export interface DictionaryNote {
  readonly key: string
  readonly code: string
  readonly text: string
  readonly children?: readonly string[]
}

const list = (key: string, texts: readonly string[]): DictionaryNote[] =>
  texts.map((text, index) => ({ key, code: String(index + 1), text }))

/** Dictionaries. Keys are wire values: ORG_SERVICE_CLASS has its leading space. */
export const dictionaryNotes: readonly DictionaryNote[] = [
  ...list(hotWordKeys.service, ['化合物', 'CDMO', '药效', '基因检测']),
  ...list(hotWordKeys.goods, ['对照品', '色谱柱', '空白血浆', '103-90-2']),
  ...list(hotWordKeys.supplier, ['安全性评价', 'CDMO', '分析检测', '临床研究']),
  ...list(' ORG_SERVICE_CLASS', [
    '药物发现',
    '药学研究',
    '临床前研究',
    '临床研究',
    '注册申报',
    '生产与 CDMO',
    '医疗器械检测',
    '分析检测',
    '试剂与耗材',
    '仪器设备',
    '细胞与基因治疗',
    '原料与辅料',
  ]),
  ...defaultMenu.map(({ path, label }) => ({ key: menuKey, code: path, text: label })),
  {
    key: 'USER_PORTRAIT_TAG',
    code: 'ROLE',
    text: '您的岗位',
    children: ['研发负责人', '项目经理', '采购', '注册', '质量', '商务拓展'],
  },
  {
    key: 'USER_PORTRAIT_TAG',
    code: 'FIELD',
    text: '关注分类',
    children: ['小分子', '抗体与蛋白', '细胞与基因治疗', '核酸药物', '中药', '医疗器械', '体外诊断'],
  },
  { key: 'USER_PORTRAIT_TAG', code: 'STAGE', text: '项目阶段', children: ['发现', '药学', '临床前', '临床', '上市后'] },
  {
    key: 'USER_PORTRAIT_TAG',
    code: 'SCALE',
    text: '企业规模',
    children: ['20 人以下', '20~99 人', '100~499 人', '500 人以上'],
  },
  ...[
    'GLP',
    'CNAS',
    'AAALAC',
    'CMA',
    'GMP',
    'GCP',
    'CAP',
    'EHS',
    'ISO 9001',
    'ISO 13485',
    'ISO 15189',
    'ISO 17025',
    'ISO 17034',
    'ISO 27001',
  ].map((tag) => ({
    key: 'QUALIFICATION_TAG',
    code: tag,
    text: tag,
  })),
  {
    key: 'CAPABILITY_TAG',
    code: 'MODALITY',
    text: '药物与产品类型',
    children: [
      '小分子',
      '多肽',
      '抗体与蛋白',
      '抗体偶联',
      '疫苗',
      '细胞治疗',
      '基因治疗',
      '核酸药物',
      '中药',
      '医疗器械',
      '体外诊断',
    ],
  },
  {
    key: 'CAPABILITY_TAG',
    code: 'FORM',
    text: '制剂与合成',
    children: ['缓控释', '吸入制剂', '无菌制剂', '儿童制剂', '高活性', '定制合成'],
  },
  {
    key: 'CAPABILITY_TAG',
    code: 'FACILITY',
    text: '动物与检测',
    children: ['屏障动物设施', '非人灵长类', '临床样本检测', '方法转移'],
  },
  {
    key: 'CAPABILITY_TAG',
    code: 'REGISTRATION',
    text: '申报与服务',
    children: ['IND 申报', 'ANDA 申报', '中美双报', '现场核查支持', '加急服务'],
  },
  ...list('UNIT', [
    '项',
    '次',
    '批',
    '只',
    '样品',
    '张',
    '个化合物',
    '例',
    '瓶',
    '盒',
    '支',
    '台',
    'kg',
    'g',
    'mg',
    'mL',
    'L',
  ]),
  ...list('INVOICE_TYPE', ['增值税专用发票', '增值税普通发票', '暂不开票']),
]
