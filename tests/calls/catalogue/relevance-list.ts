/** A search and its expected first hit: a part of the title, or of the shop's name. */
export interface Wish {
  readonly kind: 'service' | 'goods' | 'supplier'
  readonly keyword: string
  /** Expected part of the first title. */
  readonly first: string
}

const lines = `
# Topics and whole words
service|毒理学安全性评价|毒理学安全性评价
service|重复给药毒性|重复给药毒性
service|药代动力学|药代动力学
service|遗传毒性|遗传毒性
service|安全药理|安全药理
service|生殖毒性|生殖毒性
service|单次给药|单次给药
service|肿瘤药效|药效
service|激酶抑制剂|激酶抑制剂
service|多晶型筛选|多晶型筛选
service|有关物质|有关物质
service|双特异性抗体|双特异性抗体
service|原料药结晶|原料药结晶
goods|对乙酰氨基酚|对乙酰氨基酚
goods|缬沙坦原料药|缬沙坦 原料药
goods|酶联免疫试剂盒|酶联免疫试剂盒
goods|生物安全柜|生物安全柜
goods|微晶纤维素|微晶纤维素
goods|比格犬空白血浆|比格犬空白血浆
# Several words, in any order
service|比格犬 13 周|比格犬 13 周
service|毒性试验 食蟹猴|食蟹猴
service|SD 大鼠 26 周|26 周
service|纳米药物 遗传毒性|纳米药物
goods|顺铂 对照品|顺铂
goods|LC-MS 四氢呋喃|四氢呋喃 LC-MS
goods|左氧氟沙星 ≥ 99.0%|左氧氟沙星
# Parts of words, two characters
service|给药|给药
service|毒性|毒性
service|杂交|杂交
service|晶型|晶型
service|人源|人源
service|外显|外显
service|动力学|动力学
goods|氨基酚|氨基酚
goods|血浆|血浆
goods|沙坦|沙坦
goods|色谱|色谱
# Typed by sound
service|yaoxiao|药效
service|yaodai|药代
service|duxing|毒性
service|zhongliu|肿瘤
service|yuanliaoyao|原料药
service|chongfugeiyao|重复给药
goods|buluofen|布洛芬
goods|xieshatan|缬沙坦
goods|yao yong fu liao|药用辅料
supplier|砚谷|砚谷
supplier|tianjinzhenjin|天津臻境
supplier|lichuan|砺川
# Initials
service|cfgy|重复给药
service|yddlx|药代动力学
service|ycdx|遗传毒性
goods|dyxajf|对乙酰氨基酚
goods|wjxws|微晶纤维素
supplier|hfyg|合肥砚谷
supplier|lgsw|澜格生物
# CAS numbers, whole and begun, with and without dashes
goods|103-90-2|对乙酰氨基酚
goods|103902|对乙酰氨基酚
goods|22204-53-1|萘普生
goods|22204-5|萘普生
goods|137862-53-4|缬沙坦
goods|109-99-9|四氢呋喃
# Catalogue numbers and numbers of listings
goods|HP-RS-0001|对乙酰氨基酚对照品
goods|hprs0001|对乙酰氨基酚对照品
goods|YJ-PH-2546|苯基己基色谱柱
goods|yj-ph-25|苯基己基色谱柱
goods|LG-MC38|MC38
goods|P10002046|对乙酰氨基酚
service|S2026-004821|毒理学安全性评价
# English abbreviations and names
service|PDX|PDX
service|hERG|hERG
service|PROTAC|PROTAC
service|BLI|BLI
service|CRISPR|CRISPR
service|LC-MS/MS|LC-MS/MS
service|Caco-2|Caco-2
service|XRPD|XRPD
goods|MC38|MC38
goods|HPLC|HPLC
goods|naproxen|萘普生
goods|valsartan|缬沙坦
# Words of the same meaning
service|PK|PK
service|药动学|药代
service|DMPK|药代
service|安评|安全性评价
service|急性毒性|单次给药毒性
service|长毒|重复给药毒性
service|粉末衍射|XRPD
service|单克隆抗体|单抗
goods|扑热息痛|对乙酰氨基酚
goods|aspirin|乙酰水杨酸
goods|乙酰水杨酸|乙酰水杨酸
service|beagle|比格犬
# Full-width letters and small figures
service|ＰＤＸ|PDX
goods|ＨＰ－ＲＳ－０００１|对乙酰氨基酚对照品
service|IC50|IC
# Suppliers
supplier|GLP|
supplier|天津臻境|天津臻境
supplier|基因检测|基因检测
supplier|冻干|冻干
supplier|色谱|色谱
`

/** Searches, one per line: kind, keyword and the expected part of the first title. */
export const wishes: readonly Wish[] = lines
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [kind = '', keyword = '', first = ''] = line.split('|')
    if (kind !== 'service' && kind !== 'goods' && kind !== 'supplier') throw new Error(`No kind: ${line}`)
    return { kind, keyword, first }
  })

/** Misspelt searches, with a term that must be suggested. */
export const misspelt: readonly Wish[] = `
goods|阿斯匹林|阿司匹林
goods|布洛酚|布洛芬
goods|对乙酰胺基酚|对乙酰氨基酚
goods|dyxjf|对乙酰氨基酚
goods|paracetmol|Paracetamol
goods|缬莎坦|缬沙坦
goods|buluofeng|布洛芬
goods|xiesatan|缬沙坦
service|重复给要毒性|重复给药毒性
service|药戴动力学|药代动力学
service|yaodaidonglixe|药代动力学
service|毒里学|毒理学
service|生物等校性|生物等效性
service|双特异性抗提|双特异性抗体
supplier|天津真境安全评价中心|天津臻境安全评价中心
`
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', keyword = '', first = ''] = line.split('|')
    if (kind !== 'service' && kind !== 'goods' && kind !== 'supplier') throw new Error(`No kind: ${line}`)
    return { kind, keyword, first }
  })
