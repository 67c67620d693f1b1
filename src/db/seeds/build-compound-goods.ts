import { molecularWeight } from './codes.ts'
import { compounds, type Compound, type CompoundGroup } from './data/compounds.ts'
import type { GoodsNote } from './data/goods.ts'
import { itemAt, type Random } from './random.ts'

/** Products of these compounds that are written by hand. */
const writtenByHand = new Set(['对照品 103-90-2', '对照品 58-08-2', '原料 50-78-2'])
const hygroscopic = new Set(['盐酸二甲双胍', '丙戊酸钠', '左甲状腺素钠', '聚维酮 K30'])

const drugs = new Set<CompoundGroup>([
  '解热镇痛与抗炎',
  '心脑血管',
  '内分泌与代谢',
  '抗感染',
  '抗肿瘤',
  '神经精神',
  '消化与呼吸',
  '泌尿与免疫',
])
const naturals = new Set<CompoundGroup>(['黄酮与酚酸', '皂苷与萜类', '生物碱与醌'])
const nutrients = new Set<CompoundGroup>(['维生素', '氨基酸与糖'])
const solvents = new Set<CompoundGroup>(['HPLC 级', '分析纯与无水溶剂'])
const excipients = new Set<CompoundGroup>(['填充与崩解', '黏合与包衣', '润滑与助流', '增溶与稳定', '脂质与环糊精'])

const bulkLeaf = (group: CompoundGroup) => {
  if (group === '心脑血管' || group === '内分泌与代谢') return '心脑血管与代谢原料'
  return group === '抗感染' ? '抗感染原料' : group === '抗肿瘤' ? '抗肿瘤原料' : '其他原料'
}

/** One to three products per compound: reference standard, solution, substance, solvent, reagent or excipient. */
export function compoundGoods(chance: Random): GoodsNote[] {
  return compounds.flatMap((compound, index) => goodsOf(compound, index, chance))
}

function goodsOf(compound: Compound, index: number, chance: Random): GoodsNote[] {
  const { group } = compound
  if (drugs.has(group)) {
    return [
      ...standard(compound, index, chance),
      ...(index % 3 === 0 ? [solution(compound, index, chance)] : []),
      ...(index % 2 === 0 ? bulk(compound, index, chance) : []),
    ]
  }
  if (naturals.has(group) || nutrients.has(group)) {
    return [
      ...standard(compound, index, chance),
      ...(nutrients.has(group) ? [cultureGrade(compound, index, chance)] : []),
    ]
  }
  if (group === '工艺杂质与降解产物' || group === '基因毒性与亚硝胺杂质') return [impurity(compound, index, chance)]
  if (solvents.has(group)) return solvent(compound, index, chance)
  return excipients.has(group) ? excipient(compound, index, chance) : [reagent(compound, index, chance)]
}

function facts(compound: Compound, more: string): string {
  const weight =
    compound.formula === ''
      ? ''
      : `分子式=${compound.formula}；分子量=${molecularWeight(compound.formula).toFixed(2)}；`
  return `英文名=${compound.english}；${weight}${more}`
}

/** Specifications with volume prices: each larger pack costs `step` times the previous one. */
function specsOf(names: readonly string[], start: number, step: number, stock: number, chance: Random) {
  return names.map((name, index) => ({
    name,
    yuan: roundPrice(start * step ** index),
    stock: Math.max(2, Math.round((stock / (index + 1)) * (0.6 + chance.next() * 0.8))),
  }))
}

const roundPrice = (yuan: number) =>
  yuan < 200 ? Math.round(yuan) : yuan < 2000 ? Math.round(yuan / 10) * 10 : Math.round(yuan / 100) * 100
const number = (prefix: string, index: number) => `${prefix}-${String(1000 + index * 3)}`

function standard(compound: Compound, index: number, chance: Random): GoodsNote[] {
  if (writtenByHand.has(`对照品 ${compound.cas}`)) return []
  const natural = naturals.has(compound.group)
  const purity = natural ? itemAt(['98.0', '98.5', '99.0'], index) : itemAt(['99.0', '99.5', '99.6', '99.8'], index)
  const title = itemAt(
    [
      `${compound.name}对照品 HPLC ≥ ${purity}%`,
      `${compound.name}工作对照品 含量 ${purity}% 已标定`,
      `${compound.name}标准品 附定值与核磁报告`,
    ],
    natural ? 0 : index,
  )
  const [by, brand, prefix] = itemAt(
    [
      ['砚谷', '砚谷标物', 'YG-RS'],
      ['恒谱', '恒谱 HENGPU', 'HP-RS'],
      ['砚谷', '砚谷标物', 'YG-RS'],
      ['和度', '和度 HEDU', 'HD-RS'],
    ],
    index,
  )
  const sizes = natural
    ? ['10 mg', '20 mg', '100 mg']
    : itemAt(
        [
          ['25 mg', '100 mg', '500 mg'],
          ['50 mg', '100 mg', '250 mg', '1 g'],
          ['100 mg', '500 mg'],
        ],
        index,
      )
  const water = hygroscopic.has(compound.name)
    ? '密封、干燥'
    : itemAt(['2~8 ℃ 避光', '-20 ℃', '室温避光', '2~8 ℃ 干燥'], index)
  const note = facts(
    compound,
    `纯度=≥ ${purity}%；定值方法=${itemAt(['质量平衡法', '定量核磁', '两法互证'], index)}；储存=${water}`,
  )
  return [
    {
      title,
      leaf: compound.group,
      by,
      brand,
      catalogueNo: number(prefix, index),
      specs: specsOf(sizes, chance.int(22, 68) * 10, 2.1, 120, chance),
      facts: note,
      cas: compound.cas,
      asked: '',
    },
  ]
}

function solution(compound: Compound, index: number, chance: Random): GoodsNote {
  const strength = itemAt(['1000 μg/mL', '100 μg/mL', '1.0 mg/mL'], index / 3)
  const medium = itemAt(['甲醇', '乙腈', '甲醇与水（1:1）'], index)
  return {
    title: `${compound.name}标准溶液 ${strength} 于${medium}`,
    leaf: '单标溶液',
    by: '砚谷',
    brand: '砚谷标物',
    catalogueNo: number('YG-SL', index),
    specs: specsOf(['1 mL', '1 mL × 5'], chance.int(16, 42) * 10, 4.3, 90, chance),
    facts: facts(
      compound,
      `浓度=${strength}；介质=${medium}；扩展不确定度=${itemAt(['2%', '3%'], index)}（k=2）；储存=-20 ℃ 避光`,
    ),
    cas: compound.cas,
    asked: '',
  }
}

function bulk(compound: Compound, index: number, chance: Random): GoodsNote[] {
  if (writtenByHand.has(`原料 ${compound.cas}`)) return []
  const potent = compound.group === '抗肿瘤'
  const [by, brand] = itemAt(
    [
      ['澄岳', '澄岳'],
      ['枫岸', '枫岸'],
    ],
    index / 2,
  )
  const title = itemAt(
    [
      `${compound.name} 原料药 研究用`,
      `${compound.name} 原料药 符合药典标准`,
      `${compound.name} 原料药 可提供登记授权`,
    ],
    index / 2,
  )
  const sizes = potent ? ['5 g', '25 g', '100 g'] : ['500 g', '1 kg', '25 kg']
  return [
    {
      title,
      leaf: bulkLeaf(compound.group),
      by,
      brand,
      catalogueNo: number(by === '枫岸' ? 'FA-API' : 'CY-API', index),
      specs: specsOf(
        sizes,
        potent ? chance.int(60, 240) * 10 : chance.int(18, 90) * 10,
        potent ? 3.6 : 2.8,
        40,
        chance,
      ),
      facts: facts(
        compound,
        `执行标准=${itemAt(['中国药典二部', '企业标准，参照欧洲药典', '中国药典与美国药典'], index)}；登记状态=${itemAt(['A', 'A', 'I'], index)}；粒度=${itemAt(['D90 ≤ 50 μm', '可微粉化', '按要求'], index)}；储存=密封避光`,
      ),
      cas: compound.cas,
      asked: index % 26 === 0 ? '面议' : '',
    },
  ]
}

function cultureGrade(compound: Compound, index: number, chance: Random): GoodsNote {
  const leaf = compound.group === '维生素' ? '生物缓冲剂' : '填充与崩解'
  const [by, brand, prefix] =
    leaf === '生物缓冲剂' ? (['汀禾', '汀禾 TINGHE', 'TH-CG'] as const) : (['松渚', '松渚辅料', 'SZ-CG'] as const)
  return {
    title: `${compound.name} 细胞培养级 低内毒素`,
    leaf,
    by,
    brand,
    catalogueNo: number(prefix, index),
    specs: specsOf(['100 g', '500 g', '5 kg'], chance.int(9, 36) * 10, 3.2, 80, chance),
    facts: facts(compound, '内毒素=< 0.1 EU/mg；含量=≥ 99.0%；动物源=无；储存=室温干燥'),
    cas: compound.cas,
    asked: '',
  }
}

function impurity(compound: Compound, index: number, chance: Random): GoodsNote {
  const toxic = compound.group === '基因毒性与亚硝胺杂质'
  return {
    title: toxic ? `${compound.name} 标准物质 警示结构杂质` : `${compound.name} 杂质对照品 ≥ 98%`,
    leaf: compound.group,
    by: index % 2 === 0 ? '砚谷' : '砥研',
    brand: index % 2 === 0 ? '砚谷标物' : '砥研优选',
    catalogueNo: number('YG-IMP', index),
    specs: specsOf(
      toxic ? ['1 mL（1 mg/mL）', '1 mL × 3'] : ['25 mg', '100 mg', '500 mg'],
      chance.int(36, 96) * 10,
      2.4,
      60,
      chance,
    ),
    facts: facts(
      compound,
      `纯度=≥ ${toxic ? '98.5' : '98.0'}%；用途=${toxic ? '痕量方法验证' : '有关物质定位与校正因子'}；储存=-20 ℃ 避光`,
    ),
    cas: compound.cas,
    asked: '',
  }
}

function solvent(compound: Compound, index: number, chance: Random): GoodsNote[] {
  const fine = compound.group === 'HPLC 级'
  const make = (title: string, leaf: string, grade: string, prefix: string, start: number): GoodsNote => ({
    title,
    leaf,
    by: '汀禾',
    brand: '纯岚',
    catalogueNo: number(prefix, index),
    specs: specsOf(['500 mL', '4 L', '4 L × 4'], start, 3.6, 260, chance),
    facts: facts(compound, `级别=${grade}；水分=≤ ${fine ? '0.02' : '0.05'}%；包装=棕色玻璃瓶；储存=阴凉通风`),
    cas: compound.cas,
    asked: '',
  })
  if (!fine)
    return [
      make(`${compound.name} 分析纯 合成与结晶用`, '分析纯与无水溶剂', '分析纯', 'CL-AR', chance.int(28, 60)),
      make(`无水${compound.name} 分子筛密封`, '分析纯与无水溶剂', '无水级', 'CL-DRY', chance.int(90, 180)),
    ]
  return [
    make(`${compound.name} HPLC 级 紫外截止合格`, 'HPLC 级', 'HPLC', 'CL-HP', chance.int(46, 96)),
    make(`${compound.name} LC-MS 级 低金属离子`, 'LC-MS 级', 'LC-MS', 'CL-MS', chance.int(130, 260)),
  ]
}

function reagent(compound: Compound, index: number, chance: Random): GoodsNote {
  const label = itemAt(['优级纯', '分析纯', '≥ 99%', 'BioTech 级'], index)
  const costly = ['染料与检测', '抗生素与筛选', '偶联与催化'].includes(compound.group)
  return {
    title: `${compound.name} ${costly ? '≥ 98% 即用分装' : label}`,
    leaf: compound.group,
    by: '汀禾',
    brand: '汀禾 TINGHE',
    catalogueNo: number('TH-RG', index),
    specs: specsOf(
      costly ? ['1 g', '5 g', '25 g'] : ['100 g', '500 g', '2.5 kg'],
      costly ? chance.int(16, 68) * 10 : chance.int(36, 160),
      costly ? 3.4 : 2.9,
      180,
      chance,
    ),
    facts: facts(
      compound,
      `级别=${costly ? '≥ 98%' : label}；重金属=≤ 5 ppm；储存=${costly ? '-20 ℃ 避光' : '室温密封'}`,
    ),
    cas: compound.cas,
    asked: '',
  }
}

function excipient(compound: Compound, index: number, chance: Random): GoodsNote[] {
  const injectable = compound.group === '增溶与稳定' || compound.group === '脂质与环糊精'
  const grade = injectable ? '供注射用' : '药用辅料'
  const make = (title: string, sizes: readonly string[], start: number, prefix: string): GoodsNote => ({
    title,
    leaf: compound.group,
    by: '松渚',
    brand: '松渚辅料',
    catalogueNo: number(prefix, index),
    specs: specsOf(sizes, start, 3.1, 90, chance),
    facts: facts(compound, `级别=${grade}；登记状态=A；执行标准=中国药典四部；储存=密封干燥`),
    cas: compound.cas,
    asked: '',
  })
  return [
    make(
      `${compound.name} ${grade} 可提供登记授权书`,
      injectable ? ['100 g', '1 kg', '5 kg'] : ['1 kg', '25 kg'],
      chance.int(12, 76) * 10,
      'SZ-EX',
    ),
    ...(index % 2 === 0
      ? [make(`${compound.name} 处方筛选小样`, ['50 g', '100 g'], chance.int(6, 18) * 10, 'SZ-SM')]
      : []),
  ]
}
