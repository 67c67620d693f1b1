/**
 * Demands that were made from a template: title | key of the template | what stands in its fields, as label=value；…
 * The template's required fields are all there.
 */
const lines = `
比格犬 13 周重复给药毒性及毒代动力学试验|toxicology|供试品=口服小分子激酶抑制剂，CAS 待披露；遵循规范=GLP；物种与分组=比格犬，对照与 3 个剂量组；给药途径与周期=灌胃，13 周，恢复期 4 周；毒代采样=首次与末次给药，8 个时间点；病理同行评议=是；SEND 数据集=是；报告语言=中英双语；申报地区=中美双报；参照指南=ICH M3(R2)
抗肿瘤小分子 IND 申报全套非临床安全性评价（GLP）|toxicology|供试品=口服抗肿瘤小分子；遵循规范=GLP；物种与分组=大鼠与比格犬，对照与 3 个剂量组；给药途径与周期=灌胃，4 周，恢复期 4 周；病理同行评议=是；SEND 数据集=是；报告语言=中英双语；样品提供=GMP 批次已备；申报地区=中美双报
外用泡沫剂 13 周小型猪经皮毒性与光毒性|toxicology|供试品=抗真菌外用泡沫剂；遵循规范=GLP；物种与分组=巴马小型猪，对照与 3 个剂量组；给药途径与周期=经皮每日一次，13 周；病理同行评议=是；报告语言=中文；申报地区=中国 NMPA
候选化合物 CYP 抑制、诱导与转运体体外评价|discovery|靶点或项目类型=候选物体外药物相互作用；研究内容=体外 ADME；样品数量=2 个；检测浓度与复孔=含临床浓度，三复孔；样品提供=委托方提供粉末；交付物=数据报告、原始数据
抗肿瘤小分子比格犬四交叉处方筛选 PK|pk|供试品=抗肿瘤小分子，3 个片剂与 1 个混悬处方；种属与例数=比格犬 8 只，四交叉；给药途径与剂量=灌胃 10 mg/kg；采血点数=12 个；分析物=原形；分析方法=LC-MS/MS，方法学验证；遵循规范=非 GLP
KRAS 突变胰腺癌 PDX 药效评价（8 个模型）|efficacy|适应症与模型=KRAS 突变胰腺癌 PDX，8 个模型；供试品=口服小分子；分组与例数=单药、联合与对照，每组 6 只；给药方案=灌胃，每日一次，28 天；阳性对照=由供应商推荐；主要终点=肿瘤体积、pERK；需要盲法=是；样本保存=血浆与组织
5xFAD 小鼠 3 个月给药认知药效与 Aβ 标志物|efficacy|适应症与模型=阿尔茨海默病，5xFAD 小鼠；供试品=口服小分子；分组与例数=对照与 2 个剂量组，每组 15 只；给药方案=灌胃，12 周；主要终点=水迷宫、新物体识别、Aβ40 / 42；需要盲法=是；样本保存=脑组织与血浆
缓释片处方工艺开发与三批中试放大|formulation|剂型与规格=亲水骨架缓释片，30 mg；注册分类=化药 3 类；参比制剂=原研进口；中试批量=每批 10 万片；关键质量属性=2、8、24 小时溶出；含分析方法开发=是；含稳定性研究=是
布地奈德吸入混悬液一致性评价药学研究|formulation|剂型与规格=吸入用混悬液，2 mL:1 mg；注册分类=一致性评价；参比制剂=三批；中试批量=每批 2 万支；关键质量属性=粒径、APSD、雾化效率；含分析方法开发=是；含稳定性研究=是
CHO 稳定细胞株构建，目标表达量 ≥ 5 g/L|biologics|分子类型=双抗或多抗；工作范围=细胞株构建；宿主细胞=CHO，授权清晰；目标表达量=≥ 5 g/L；交付物=主细胞库与 60 代稳定性
AAV 临床 I 期批 200 L 悬浮生产与灌装|cell-gene|产品类型=AAV；生产规模=200 L 悬浮；目标产量=5×10¹⁵ vg；用途=临床 I 期；放行标准=中国药典与指导原则，空壳率低于 15%；储运条件=-80 ℃
IND 候选物 5 kg GMP 原料药生产（OEB4）|cmc|品种与结构类型=小分子，6 步；现有工艺=公斤级路线已打通；目标批量=5 kg；遵循规范=GMP；职业暴露等级=OEB4；稳定性研究=是；交付物=样品、批记录、CoA
复方片两组分有关物质与含量方法验证及转移|analysis|样品名称与数量=复方降压片三批；检测项目=有关物质与含量；方法依据=中国药典与企业标准；方法现状=需验证；资质要求=CNAS；报告形式=盖章报告与图谱
三批口服液加速与长期稳定性委托考察 36 个月|stability|样品与批数=口服液三批；研究类型=加速与长期；放置条件=30 ℃/65%RH 与 40 ℃/25%RH；考察时间=36 个月；时间点数=9 个；检测项目=12 项，含防腐剂效力与失水率；包装=塑料瓶；方法已验证=是
吸入混悬液安瓿可提取物、浸出物与毒理评估|compatibility|制剂与给药途径=吸入用混悬液；包材材质=低密度聚乙烯安瓿；研究范围=可提取物与浸出物；提取溶剂=三种；需要毒理评估=是
I 期临床中心实验室：血浆 NGS 与药效标志物|central-lab|试验分期与适应症=I 期，实体瘤；受试者例数=60 例；样本数量=720 份；检测项目=620 基因血浆 NGS、pERK；中心数量=12 家；规范=GCP、ICH M10；报告周期=10 个工作日；采样包与物流=由供应商提供
普瑞巴林缓释片生物等效性试验（空腹、餐后、多次）|clinical|试验分期=BE；适应症=神经病理性疼痛；受试者例数=120 例；中心数量=1 家；试验设计=空腹、餐后与多次给药三项；服务范围=医学、运营、数据管理与统计；含生物样品分析=是；遵循规范=GCP
盐酸二甲双胍缓释片空腹与餐后生物等效性试验|clinical|试验分期=BE；适应症=2 型糖尿病；受试者例数=60 例；中心数量=1 家；试验设计=两周期交叉，空腹与餐后；服务范围=医学、运营、数据管理与统计；含生物样品分析=是；遵循规范=GCP；参比制剂=原研进口，已到货
缓释片上市申请资料撰写与 eCTD 发布|registration|品种与注册分类=化药 4 类，缓释片；申报类型=ANDA；申报地区=中国 NMPA；已有资料=BE 已完成；服务范围=模块 2、3、5；递交形式=eCTD；目标递交时间=明年三月前
三类植入器械生物相容性全项检测（GB/T 16886）|device-test|产品名称与型号=可吸收骨钉；管理类别=第三类；检测项目=生物相容性全项，含植入 26 周；执行标准=GB/T 16886.1；接触性质与时间=植入，大于 30 天；样品数量=120 件；资质要求=CNAS 与 CMA；报告用途=产品注册
IND 原料药 6 个警示结构杂质方法与检测|analysis|样品名称与数量=原料药三批；检测项目=6 个警示结构杂质；方法依据=ICH M7；方法现状=需开发与验证；资质要求=CNAS；报告形式=盖章报告与图谱
`

export interface TemplateNote {
  readonly key: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Template and fields by the demand's title. */
export const templateNotes: ReadonlyMap<string, TemplateNote> = new Map(
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [title = '', key = '', fields = ''] = line.split('|')
      const facts = fields.split('；').map((each) => {
        const [label = '', value = ''] = each.split('=')
        return { label, value }
      })
      return [title, { key, facts }]
    }),
)

/** Confidential parts: title | what only those read who accept the terms | the buyer's own terms. */
const secretLines = `
AAV 临床 I 期批 200 L 悬浮生产与灌装|血清型为改构 AAV8，衣壳 3 处点突变；三质粒瞬转，10 L 批滴度 1.8×10¹⁴ vg/L，空壳率 22%，纯化采用两步亲和与阴离子。转基因序列与质粒图谱在签约后提供。|不得对样品与序列作任何鉴定或反向分析。
IND 候选物 5 kg GMP 原料药生产（OEB4）|第 4 步为硝化，反应热 312 kJ/mol，须连续流或控温滴加；第 6 步重结晶晶型 B，溶剂为乙酸异丙酯与正庚烷。已知基因毒性杂质 2 个，限度 15 ppm。|
CHO 稳定细胞株构建，目标表达量 ≥ 5 g/L|分子为 CD3 与 BCMA 双特异性抗体，非对称结构，轻链共用；瞬转表达量 180 mg/L，单体纯度 93%，半抗体 4%。|序列仅用于本项目评估，未中选的供应商应在 30 天内删除。
`

/** Confidential text and own terms by the demand's title. */
export const secretNotes: ReadonlyMap<string, { readonly text: string; readonly terms: string }> = new Map(
  secretLines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [title = '', text = '', terms = ''] = line.split('|')
      return [title, { text, terms }]
    }),
)
