import type { ListingStatus } from '../../../domain/catalogue/listing.ts'

/** Services of the home page, newest first. */
export const homeServices: readonly string[] = [
  '肿瘤药效学研究：人源肿瘤异种移植（PDX）模型体内药效评价',
  '毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP）',
  '小分子原料药 CDMO 工艺开发与公斤级放大生产',
  '基因检测：全外显子组测序与变异解读（含 Sanger 验证）',
  '有关物质与含量测定：HPLC 方法开发、验证及转移',
  '药代动力学：比格犬单次给药 PK 与生物利用度研究',
  '激酶抑制剂高通量筛选：96 / 384 孔板，IC₅₀ 测定与选择性谱',
  '化学药品注册申报：CTD 资料撰写与审评沟通会支持',
]

/** Goods of the home page, newest first. */
export const homeGoods: readonly string[] = [
  '对乙酰氨基酚对照品 纯度 ≥ 99.5%',
  '咖啡因标准品 色谱纯 附检验报告',
  'C18 反相色谱柱 120 Å',
  '人 IL-6 酶联免疫检测试剂盒 96 孔',
  '布洛芬杂质对照品套装（A、B、J）',
  '高效液相色谱仪 四元低压梯度 含柱温箱',
  '乙酰水杨酸 原料药 25 kg',
]

/** Services that are not on the public list. */
export const serviceStates: ReadonlyMap<string, ListingStatus> = new Map([
  ['历史毒性试验数据 SEND 3.1 转换与审阅指南撰写', 'draft'],
  ['小鼠混合给药 PK：一次五个化合物的早期排序', 'draft'],
  ['AAV 载体大鼠生物分布与脱落研究（GLP，定量 PCR）', 'pending_review'],
  ['系列化合物 ADMET 与遗传毒性警示结构预测', 'pending_review'],
  ['肠道宏基因组 10 Gb 测序与耐药基因注释', 'pending_review'],
  ['比格犬剂量递增与 7 天 MTD 探索试验', 'unlisted'],
  ['Nav1.7 / Nav1.8 全自动膜片钳筛选', 'unlisted'],
  ['GLP-1 类似物含脂肪酸侧链多肽合成（克级）', 'unlisted'],
  ['幼龄 SD 大鼠 8 周重复给药毒性试验（支持儿科用药）', 'rejected'],
  ['呼吸道合胞病毒与流感病毒体外抗病毒活性', 'rejected'],
  ['头孢类侧链缩合工艺改进：溶剂替代与母液套用', 'suspended'],
  ['手动膜片钳 hERG 电流测定（GLP，含浓度确证）', 'suspended'],
])

/** Goods that are not on the public list, besides a few taken by their place. */
export const goodsStates: ReadonlyMap<string, ListingStatus> = new Map([
  ['食蟹猴空白血浆 EDTA-K2 混合', 'pending_review'],
  ['大鼠肝 S9（苯巴比妥与 β-萘黄酮诱导）', 'unlisted'],
  ['水溶性维生素 9 种混标', 'draft'],
  ['沙坦类亚硝胺混标（NDMA、NDEA 等 6 种）', 'pending_review'],
  ['残留溶剂一类混标（5 种，二甲基亚砜介质）', 'unlisted'],
  ['奥美拉唑有关物质系统适用性套装', 'rejected'],
  ['元素杂质 24 元素混标（ICH Q3D）', 'draft'],
  ['小鼠 Th1 / Th2 / Th17 七因子检测试剂盒', 'suspended'],
])
