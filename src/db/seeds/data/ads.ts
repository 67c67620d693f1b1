import { links } from '../../../domain/links.ts'
import type { AdPlace } from '../../../domain/reference/ad-places.ts'

/** Ids of categories by name, services and goods apart; an unknown name throws. */
export interface CategoryIds {
  readonly service: (name: string) => number
  readonly product: (name: string) => number
}
export interface AdNote {
  readonly place: AdPlace
  readonly title: string
  readonly text: string
  /** Name of a figure or a mark. */
  readonly picture: string
  readonly href: string
  readonly area?: string
}

const local: readonly (readonly [area: string, city: string, region: string])[] = [
  ['chengdu', '成都', '5101'],
  ['taizhou', '泰州', '3212'],
  ['shanghai', '上海', '31'],
  ['benxi', '本溪', '2105'],
  ['changchun', '长春', '2201'],
]

/** What the platform recommends of its own: every sentence is true of any installation, every address is a list of ours. */
export const adNotes = ({ service, product }: CategoryIds): readonly AdNote[] => [
  ...menu(),
  ...halls(service, product),
  ...supermarket(product),
  ...suppliers(),
  ...local.map(([area, city, region]) => ({
    place: 'servicefind' as const,
    title: `${city}本地机构`,
    text: '就近送样、现场沟通，按地区查看提供技术服务的机构。',
    picture: 'mark-park',
    href: links.technicalList({ region }),
    area,
  })),
]

const menu = (): AdNote[] => [
  {
    place: 'menu',
    title: '发布需求',
    text: '一份需求，几家报价',
    picture: 'efficacy',
    href: links.addDemand(),
  },
  {
    place: 'menu',
    title: '认证供应商',
    text: '按资质挑检测机构',
    picture: 'hplc',
    href: links.shopList({ certified: 1 }),
  },
]

const halls = (service: CategoryIds['service'], product: CategoryIds['product']): AdNote[] => [
  {
    place: 'serviceHall',
    title: 'GLP 安全性评价',
    text: '单次与重复给药、遗传、生殖毒性与安全药理，机构资质可核对。',
    picture: 'safety',
    href: links.serviceList({ fieldLevel2Id: service('毒理学安全性评价'), tags: 'GLP' }),
  },
  {
    place: 'serviceHall',
    title: '从路线到吨级的 CDMO',
    text: '合成路线、中试放大到商业化生产，按剂型与规模选择。',
    picture: 'reactor',
    href: links.serviceList({ id: service('CDMO 与生产') }),
  },
  {
    place: 'serviceHall',
    title: '可直接下单的检测',
    text: '明码标价的委托测试，下单后寄样即可。',
    picture: 'hplc',
    href: links.serviceList({ id: service('分析检测'), priceType: 0 }),
  },
  {
    place: 'marketHall',
    title: '对照品与杂质',
    text: '按 CAS 号检索，注明含量、批号与报告。',
    picture: 'vial',
    href: links.goodsList({ id: product('对照品与标准品') }),
  },
  {
    place: 'marketHall',
    title: '科研超市',
    text: '色谱、细胞、动物与制剂，按实验专题一次配齐。',
    picture: 'kit',
    href: links.supermarket(),
  },
  {
    place: 'marketHall',
    title: '空白生物基质',
    text: '血浆、血清、肝微粒体与肝细胞，供生物分析方法开发。',
    picture: 'bottle',
    href: links.goodsList({ fieldLevel2Id: product('生物基质') }),
  },
  {
    place: 'servicefind',
    title: '如何选择 CRO',
    text: '资质、经验、周期与价格，八个问题问清楚再签约。',
    picture: 'mark-consult',
    href: links.recommendedArticle('choose-cro'),
  },
  {
    place: 'servicefind',
    title: '推荐供应商',
    text: '按完成订单、参与报价与回复询价推荐的认证机构。',
    picture: 'mark-supplier',
    href: links.recommendedSuppliers(),
  },
  {
    place: 'servicefind',
    title: '按研发阶段找服务',
    text: '从发现到生产，六个阶段的在售服务一处查看。',
    picture: 'mark-molecule',
    href: links.serviceHall(),
  },
]

const supermarket = (id: CategoryIds['product']): AdNote[] =>
  (
    [
      [
        '色谱耗材专场',
        '反相、手性、离子交换与体积排阻柱，固相萃取与进样瓶。',
        'mark-analysis',
        { fieldLevel2Id: id('色谱耗材') },
      ],
      [
        '标准品与对照品',
        '原料对照品、标准溶液与中药化学对照品，附含量与报告。',
        'mark-vial',
        { id: id('对照品与标准品') },
      ],
      ['杂质研究', '工艺杂质、降解产物、基因毒性与亚硝胺杂质。', 'mark-molecule', { fieldLevel2Id: id('杂质对照品') }],
      ['细胞培养', '培养瓶、培养板、冻存与离心耗材。', 'mark-cell', { fieldLevel2Id: id('细胞培养耗材') }],
      ['细胞株', '人源与鼠源肿瘤细胞、工程细胞株与原代细胞。', 'mark-microscope', { fieldLevel2Id: id('细胞株') }],
      [
        '免疫检测',
        'ELISA 试剂盒与多因子检测，标明量程与样本类型。',
        'mark-antibody',
        { fieldLevel3Id: id('免疫检测') },
      ],
      ['质谱级溶剂', 'HPLC 与 LC-MS 级溶剂，适合方法开发与痕量分析。', 'mark-flask', { fieldLevel3Id: id('色谱溶剂') }],
      [
        '实验动物与饲养',
        '常规与免疫缺陷品系、饲料与垫料，附合格证。',
        'mark-animal',
        { fieldLevel2Id: id('实验动物') },
      ],
      ['生物基质', '空白血浆、血清、肝微粒体与肝细胞。', 'mark-reagent', { fieldLevel2Id: id('生物基质') }],
      ['药用辅料', '填充、崩解、黏合、包衣与注射级辅料。', 'mark-capsule', { fieldLevel2Id: id('药用辅料') }],
      ['移液与液体处理', '移液器与吸头，量程从 0.1 µL 到 10 mL。', 'mark-plate', { fieldLevel2Id: id('液体处理') }],
      ['药物检测仪器', '溶出、崩解、粒度与水分测定。', 'mark-instrument', { fieldLevel3Id: id('药物检测仪器') }],
    ] as const
  ).map(([title, text, picture, query]) => ({
    place: 'supermarket' as const,
    title,
    text,
    picture,
    href: links.goodsList(query),
  }))

const suppliers = (): AdNote[] =>
  (
    [
      ['GLP 安全性评价机构', '具备 GLP 资质，承接毒理与安全药理试验。', 'mark-safety', { classCode: '3', tags: 'GLP' }],
      ['药学研究院所', '原料药、制剂、质量与稳定性一体的研究机构。', 'mark-flask', { classCode: '2' }],
      [
        'CNAS 与 CMA 实验室',
        '检测报告可用于申报与质量仲裁的分析检测机构。',
        'mark-analysis',
        { classCode: '8', tags: 'CNAS,CMA' },
      ],
      ['临床研究与中心实验室', 'I 期、生物等效性、数据管理与临床样本检测。', 'mark-clinical', { classCode: '4' }],
      ['CDMO 与生产基地', '从克级路线筛选到商业化生产，符合 GMP。', 'mark-cdmo', { classCode: '6' }],
      ['医疗器械检测', '生物相容性、性能与电气安全、动物试验。', 'mark-device', { classCode: '7' }],
      ['注册申报顾问', 'CTD 撰写、沟通交流会与上市后变更。', 'mark-registration', { classCode: '5' }],
      ['早期发现与筛选', '化合物合成、高通量筛选与抗体发现。', 'mark-molecule', { classCode: '1' }],
    ] as const
  ).map(([title, text, picture, query]) => ({
    place: 'suppliers' as const,
    title,
    text,
    picture,
    href: links.technicalList(query),
  }))
