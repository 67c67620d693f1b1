/** Groups of synonyms, one per line. Lower-case; Latin ones match whole words only. */
const groups = `
药代 药代动力学 药动学 药物代谢 pk dmpk
毒代 毒代动力学 tk
药效 药效学 pd
安评 安全性评价
长毒 长期毒性 重复给药毒性
急毒 急性毒性 单次给药毒性
致突变 遗传毒性
生物等效性 be
高效液相 高效液相色谱 hplc
液质 液质联用 lc-ms lcms
气质 气质联用 gc-ms gcms
核磁 核磁共振 nmr
质谱 ms
粉末衍射 xrpd
差示扫描 dsc
热重 tga
单抗 单克隆抗体 mab
双抗 双特异性抗体
抗体偶联 抗体药物偶联物 adc
酶联免疫 酶联免疫吸附 elisa
流式 流式细胞术 facs
免疫组化 ihc
表面等离子共振 spr
宿主细胞蛋白 hcp
全外显子 全外显子组 外显子组测序 wes
全基因组 全基因组测序 wgs
二代测序 高通量测序 ngs
单细胞测序 scrna-seq
腺相关病毒 aav
脂质纳米颗粒 lnp
信使核糖核酸 mrna
小干扰 小核酸 sirna
人源肿瘤异种移植 pdx
基因敲除 ko
膜片钳 herg
比格犬 beagle
最大耐受剂量 mtd
原料药 api
杂质对照品 杂质标准品
药物警戒 pv
体外诊断 ivd
真实世界 rws
高通量筛选 hts
虚拟筛选 vs
构效关系 sar
扑热息痛 对乙酰氨基酚 paracetamol acetaminophen
乙酰水杨酸 阿司匹林 aspirin
布洛芬 ibuprofen
咖啡因 caffeine
紫杉醇 paclitaxel
二甲双胍 metformin
阿托伐他汀 atorvastatin
`

const synonymGroups = groups
  .split('\n')
  .map((line) => line.split(' ').filter((term) => term !== ''))
  .filter((terms) => terms.length > 0)
const groupByTerm = new Map(synonymGroups.flatMap((terms) => terms.map((term) => [term, terms] as const)))
const escapePattern = (term: string) => term.replace(/[-.]/g, String.raw`\$&`)
/** Longest first, so that 药代动力学 is not matched as 药代. Latin terms match at word boundaries only. */
const termPattern = new RegExp(
  [...groupByTerm.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((term) => (/[a-z]/.test(term) ? `(?<![a-z0-9-])${escapePattern(term)}(?![a-z0-9-])` : term))
    .join('|'),
  'g',
)

/** A keyword split into literal text and groups of alternative terms. */
export interface ExpandedKeyword {
  readonly rest: string
  readonly choices: readonly (readonly string[])[]
}

/** Extracts words with synonyms from a plain, lower-case keyword. */
export function expandSynonyms(keyword: string): ExpandedKeyword {
  const choices: (readonly string[])[] = []
  const rest = keyword.replace(termPattern, (term) => {
    choices.push(groupByTerm.get(term) ?? [term])
    return ' '
  })
  return { rest, choices }
}
