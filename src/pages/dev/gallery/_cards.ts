import type { DemandCardProps, GoodsCardProps, ServiceCardProps, ShopCardProps } from '../../../ui/card/card-types.ts'

/** Cards for the gallery, among them the awkward ones. */
const href = '/dev/gallery/card'

export const services: readonly ServiceCardProps[] = [
  {
    id: 1,
    href,
    title: '肿瘤药效学研究：人源肿瘤异种移植（PDX）模型体内药效评价',
    tags: ['AAALAC', 'GLP'],
    cycle: '8~10 周',
    price: { at: 'fixed', fen: 18600000 },
    shop: '苏州澜格生物技术有限公司',
    certified: true,
    region: '江苏 苏州',
    figure: 'efficacy',
  },
  {
    href,
    title: '毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP）',
    tags: ['GLP', 'CNAS', 'AAALAC'],
    cycle: '16~20 周',
    price: { at: 'range', low: 32800000, high: 126000000 },
    shop: '天津臻境安全评价中心有限公司',
    certified: true,
    region: '天津 滨海新区',
    figure: 'safety',
  },
  {
    href,
    title: '小分子原料药 CDMO 工艺开发',
    tags: ['GMP', 'EHS', 'AAALAC', 'CNAS', 'CMA', 'OECD GLP'],
    cycle: '12~24 周',
    price: { at: 'ask' },
    shop: '本溪枫岸制药有限公司',
    certified: true,
    region: '辽宁 本溪',
    figure: 'reactor',
  },
]

export const goods: readonly GoodsCardProps[] = [
  {
    id: 2,
    href,
    title: '对乙酰氨基酚对照品 纯度 ≥ 99.5%',
    note: 'CAS 103-90-2　100 mg',
    price: { at: 'fixed', fen: 32000 },
    shop: '泰州恒谱分析检测',
    certified: true,
    figure: 'paracetamol',
  },
  {
    href,
    title: 'C18 反相色谱柱 120 Å',
    note: '货号 HP-C18-2546',
    price: { at: 'fixed', fen: 238000 },
    shop: '泰州恒谱分析检测',
    certified: true,
    figure: 'column',
  },
  {
    href,
    title: '人 IL-6 酶联免疫检测试剂盒 96 孔',
    note: '检测范围 3.1~200 pg/mL',
    price: { at: 'fixed', fen: 196000 },
    shop: '杭州禾序生物科技',
    figure: 'kit',
  },
  {
    href,
    title: '高效液相色谱仪 四元低压梯度 含柱温箱 自动进样器 与工作站软件一年维护',
    note: '型号 LC-4100',
    price: { at: 'ask' },
    shop: '长春朔原医疗器械检测',
    certified: true,
    figure: 'hplcstack',
  },
]

export const shop: ShopCardProps = {
  id: 3,
  href,
  name: '天津臻境安全评价中心有限公司',
  certified: true,
  region: '天津 滨海新区',
  intro: '非临床安全性评价机构，承接大鼠、比格犬与食蟹猴重复给药、生殖与遗传毒性试验。',
  tags: ['GLP', 'CNAS', 'AAALAC'],
  services: 46,
  goods: 0,
  followers: 328,
  listings: [
    { href, title: '比格犬 13 周重复给药毒性及毒代动力学试验', price: { at: 'range', low: 88000000, high: 126000000 } },
    { href, title: '毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验', price: { at: 'ask' } },
  ],
}

export const demands: readonly DemandCardProps[] = [
  {
    href,
    title: '比格犬 13 周重复给药毒性及毒代动力学试验',
    note: '临床前 / 毒理学安全性评价 · 四川 成都',
    budget: 96000000,
    offers: 4,
    state: { tone: 'go', label: '报价中' },
    left: '剩 2 天',
    pressing: true,
  },
  {
    href,
    title: '参比制剂一次性进口与溶出曲线摸底',
    note: '药学研究 · 北京',
    budget: null,
    offers: 0,
    state: { tone: 'act', label: '评选中' },
    left: '已截止',
  },
]
