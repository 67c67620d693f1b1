import type { OrderStatus } from '../../../domain/orders/order-states.ts'

export interface OrderNote {
  readonly status: OrderStatus
  readonly buyer: string
  /** Days from today, negative. */
  readonly day: number
  /** Percent of each payment. */
  readonly percents: readonly number[]
  /**
   * State of each payment: c confirmed, s submitted, r rejected, d due, o overdue, w waiting, p refund pending, h refunded in part, f refunded;
   * the figure after it is the day it is due.
   */
  readonly payments: readonly string[]
  readonly lines: readonly { readonly title: string; readonly quantity: number; readonly yuan: number | undefined }[]
}

/** status | buyer | day | percents | payments | title × quantity @yuan；… (without a price the listing's own) */
const lines = `
delivered|衡序|-17|50/50|c w14|有关物质与含量测定：HPLC 方法开发、验证及转移 × 1 @58000
in_progress|衡序|-25|30/50/20|c d24 w75|毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP） × 1
pending_confirm|衡序|-30|100|r1|人 IL-6 酶联免疫检测试剂盒 96 孔 × 2
changes_requested|衡序|-36|30/40/30|c d8 w20|仿制药体外溶出一致性研究：四条溶出曲线与 f₂ 评价 × 1
completed|衡序|-63|100|c|激酶抑制剂高通量筛选：96 / 384 孔板，IC₅₀ 测定与选择性谱 × 1 @158000
cancelled|衡序|-79|100|f|乙酰水杨酸 原料药 25 kg × 4
pending_confirm|衡序|-1|100|s1|对乙酰氨基酚对照品 纯度 ≥ 99.5% × 5；C18 反相色谱柱 120 Å × 2
confirmed|衡序|-6|50/50|d3 w40|动力学溶解度、LogD 与 PAMPA 物性三项快测 × 12
in_progress|衡序|-20|30/70|c w30|hERG 与多离子通道安全药理体外筛选组合 × 1
in_progress|衡序|-33|30/50/20|c c w45|药代动力学：比格犬单次给药 PK 与生物利用度研究 × 1
in_progress|衡序|-14|50/50|c w18|五种属肝微粒体与肝细胞代谢稳定性及代谢物鉴定 × 3
in_progress|衡序|-52|30/50/20|c s2 w60|IND 批次原料药 GMP 生产：5 kg，含方法转移与放行 × 1
completed|衡序|-96|30/70|c c|遗传毒性组合：Ames、体外染色体畸变与小鼠微核试验 × 1 @186000
completed|衡序|-108|100|c|咖啡因标准品 色谱纯 附检验报告 × 4
completed|衡序|-121|100|c|2 mL 螺口进样瓶 棕色 含垫（100 个） × 20；针头式滤器 PVDF 0.22 μm 13 mm（100 个） × 10
completed|衡序|-133|50/50|c c|原料药影响因素：高温、高湿、光照与强制降解 × 1 @128000
completed|衡序|-149|100|h|比格犬空白血浆 肝素钠 混合 × 3；SD 大鼠空白血浆 EDTA-K2 混合 × 3
completed|衡序|-168|50/50|c c|SD 大鼠静脉与灌胃 PK 快筛（5 个化合物起） × 2 @96000
completed|衡序|-182|100|c|微晶纤维素 药用辅料 可提供登记授权书 × 2；硬脂酸镁 药用辅料 可提供登记授权书 × 1
completed|衡序|-204|30/70|c c|原料药多晶型筛选与热力学稳定性关系研究 × 1 @215000
completed|衡序|-231|100|c|高速冷冻离心机 21000 × g × 1
completed|衡序|-246|50/50|c c|未知杂质 LC-HRMS 结构推断（单个杂质） × 4 @42000
completed|衡序|-265|100|c|乙腈 HPLC 级 紫外截止合格 × 12；甲醇 HPLC 级 紫外截止合格 × 12
declined|衡序|-72|100|w5|巴马小型猪空白血浆 EDTA-K2 × 30
pending_confirm|屿宁|-2|30/50/20|d2 w60 w120|SD 大鼠 13 周灌胃重复给药毒性试验，伴随毒代（GLP） × 1
pending_confirm|屿宁|-1|100|d1|阿托伐他汀钙杂质对照品套装（A、B、C、D） × 2
confirmed|屿宁|-9|50/50|c w60|组织病理切片制备与阅片报告（HE / IHC，GLP 归档） × 120
in_progress|屿宁|-44|30/50/20|c o-6 w50|注射剂三项：血管刺激、主动全身过敏与体外溶血 × 1
delivered|屿宁|-70|30/70|c d6|Ames 试验：5 株菌平板掺入法，杂质与中间体适用 × 2
completed|屿宁|-112|100|c|人肝微粒体 150 供体混合 20 mg/mL × 4
completed|屿宁|-140|100|c|SD 大鼠空白血浆 EDTA-K2 混合 × 6
cancelled|屿宁|-58|30/70|p f|体外微核试验：TK6 细胞流式法，含着丝粒染色 × 1
completed|屿宁|-190|30/70|c c|120 株肿瘤细胞增殖抑制谱（CTG 法，72 小时） × 2 @87000
changes_requested|屿宁|-39|50/50|c w15|SPR 小分子与靶蛋白亲和力及动力学测定 × 1
completed|屿宁|-77|100|c|氨基酸 17 种混标（2.5 μmol/mL） × 3
confirmed|栩安|-5|30/50/20|s3 w60 w120|安全药理核心组合：中枢、心血管与呼吸系统（GLP） × 1
in_progress|栩安|-47|30/50/20|c c w30|生殖毒性 II 段：大鼠胚胎-胎仔发育毒性试验（GLP） × 1
changes_requested|栩安|-66|30/70|c w20|重复给药毒性试验组织病理切片与同行评议 × 1
completed|栩安|-155|30/70|c c|SD 大鼠与 ICR 小鼠单次给药毒性试验（灌胃与静脉） × 1 @238000
completed|栩安|-102|100|c|CCK-8 细胞增殖与毒性检测试剂盒 × 6；96 孔平底培养板 TC 处理（50 块） × 4
in_progress|栩安|-22|50/50|c w20|全激酶谱单浓度扫描（412 株）与树状图 × 1
pending_confirm|栩安|-1|50/50|d2 w30|GPCR 钙流与 cAMP 功能筛选（激动与拮抗双模式） × 1
disputed|栩安|-85|30/70|c o-12|不可逆抑制剂 kinact / KI 与停留时间测定 × 2
confirmed|畹序|-8|100|c|重组人 IL-2（无动物源，GMP 级） × 4；人 PD-L1 胞外区 Fc 融合蛋白（生物素标记） × 2
completed|畹序|-118|100|c|CHO 宿主细胞蛋白残留检测试剂盒 × 3；CHO 残留 DNA 荧光定量检测试剂盒 × 3
in_progress|畹序|-28|30/70|c d10|T 细胞依赖抗体应答（TDAR）试验：KLH 免疫大鼠模型 × 1
disputed|畹序|-93|30/70|c o-15|大鼠肝脏彗星试验与骨髓微核联合试验 × 1
completed|畹序|-170|100|c|体积排阻柱 5 μm，孔径 300 Å（单抗聚体） × 2
completed|煜骨|-76|50/50|c c|骨科接骨板与椎间融合器静动态力学测试 × 1
in_progress|煜骨|-19|30/70|c w90|植入器械重复接触亚慢性毒性（GB/T 16886.11） × 1
completed|朴源|-99|100|c|布洛芬标准品 附定值与核磁报告 × 2
declined|朴源|-42|100|w3|奥美拉唑标准品 附定值与核磁报告 × 40
delivered|朴源|-26|50/50|c w10|区分性溶出方法开发与参比制剂批间差异摸底 × 1
completed|岚泽|-131|100|c|阿昔洛韦 原料药 研究用 × 1
confirmed|岚泽|-7|30/70|d5 w60|免疫毒性：重复给药期间外周血淋巴细胞亚群分析 × 1
declined|岚泽|-55|30/70|w4 w60|比格犬 4 周静脉输注重复给药毒性试验，含恢复期（GLP） × 1
completed|楚炘|-84|100|c|支原体荧光定量检测试剂盒（药典方法比对） × 5
delivered|楚炘|-18|50/50|c w9|单细胞转录组与 TCR 联合测序（1 万细胞，含分析） × 4
completed|溪衍|-127|30/70|c c|大鼠坐骨神经慢性压迫（CCI）神经病理性疼痛药效 × 1
in_progress|溪衍|-31|50/50|c w25|千万级商业库分层虚拟筛选与人工审阅（前 200 名） × 1
cancelled|溪衍|-68|50/50|w2 w30|SPR 小分子与靶蛋白亲和力及动力学测定 × 2
completed|秦枢|-145|50/50|c c|灭菌包装验证与加速老化三年货架寿命 × 1
confirmed|秦枢|-10|50/50|s2 w50|支架与瓣膜加速疲劳 4 亿次及断裂分析 × 1
completed|楚炘|-151|100|c|腺相关病毒 AAV8 参比载体（绿色荧光蛋白） × 2
cancelled|楚炘|-61|100|w2|二氧化碳培养箱 170 L 高温灭菌 × 1
completed|岚泽|-88|100|c|替格瑞洛对照品 HPLC ≥ 99.5% × 2
confirmed|煜骨|-12|100|c|双层玻璃反应釜 50 L 防爆 × 1
delivered|溪衍|-29|30/70|c w12|毒代动力学：SD 大鼠伴随 TK 采样与分析 × 1
disputed|岚泽|-64|30/70|c o-8|SD 大鼠与 ICR 小鼠单次给药毒性试验（灌胃与静脉） × 1
declined|畹序|-27|50/50|w3 w40|GPCR 钙流与 cAMP 功能筛选（激动与拮抗双模式） × 1
confirmed|屿宁|-4|100|c|缬沙坦标准品 附定值与核磁报告 × 2；氢氯噻嗪对照品 HPLC ≥ 99.6% × 2
confirmed|屿宁|-11|100|c|硫酸氢氯吡格雷标准品 附定值与核磁报告 × 4
delivered|栩安|-13|100|c|华法林钠标准溶液 1000 μg/mL 于甲醇 × 6
changes_requested|溪衍|-23|100|c|利格列汀工作对照品 含量 99.6% 已标定 × 2
declined|秦枢|-49|100|w2|地高辛标准溶液 100 μg/mL 于甲醇 × 20
cancelled|朴源|-34|100|f|卡托普利对照品 HPLC ≥ 99.0% × 3
completed|岚泽|-92|100|c|克拉霉素工作对照品 含量 99.6% 已标定 × 3；头孢氨苄标准品 附定值与核磁报告 × 2
completed|溪衍|-111|100|c|格列齐特对照品 HPLC ≥ 99.6% × 2
completed|屿宁|-176|100|c|辛伐他汀工作对照品 含量 99.0% 已标定 × 5
disputed|栩安|-38|100|c|双氯芬酸钠工作对照品 含量 99.0% 已标定 × 1
confirmed|溪衍|-2|100|s1|达格列净标准品 附定值与核磁报告 × 3；恩格列净标准溶液 1000 μg/mL 于甲醇 × 3
pending_confirm|溪衍|-3|100|d1|普瑞巴林对照品 HPLC ≥ 99.6% × 3
`

const orderStates: readonly OrderStatus[] = [
  'pending_confirm', 'confirmed', 'in_progress', 'delivered', 'changes_requested', 'completed', 'declined', 'cancelled', 'disputed',
] // prettier-ignore

export const orderNotes: readonly OrderNote[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [state = '', buyer = '', day = '', percents = '', payments = '', items = ''] = line.split('|')
    const status = orderStates.find((each) => each === state)
    if (status === undefined) throw new Error(`No state ${state}`)
    return {
      status,
      buyer,
      day: Number(day),
      percents: percents.split('/').map(Number),
      payments: payments.split(' '),
      lines: items.split('；').map((item) => {
        const [, title = '', quantity = '1', yuan] = /^(.+) × (\d+)(?: @(\d+))?$/.exec(item) ?? []
        return { title, quantity: Number(quantity), yuan: yuan === undefined ? undefined : Number(yuan) }
      }),
    }
  })

/** Who carries goods, and how their numbers begin. */
export const carriers: readonly (readonly [name: string, prefix: string])[] = [
  ['顺丰冷运', 'SF'],
  ['京东物流', 'JD'],
  ['中通快递', 'ZT'],
]

export const goodsNotes: readonly string[] = [
  '货物已发出，随货附检验报告与装箱单。收货后请当面核对件数与外包装。',
  '冷链发货，箱内有温度记录仪，收货后请尽快转入 2~8 ℃ 保存并保留温度记录。',
  '已按批号整单发货，随货附质量检验报告、安全技术说明书与送货单。',
]

export const serviceNotes: readonly string[] = [
  '试验已完成，总结报告、原始记录与图谱已按约定方式提交，请核对后验收。',
  '本阶段工作已完成，提交方法学报告、数据汇总表与稳定性结论，如有疑问可在 14 天内提出。',
  '检测与分析已完成，报告经质量保证部门审核签发；剩余样品已按要求留样，需要寄回请告知地址。',
  '全部样品检测完毕，结果与偏差说明已列入报告附录，原始数据可供核查。',
]

/** What buyers write of their suppliers: scores of quality, speed and service, and words. */
export const buyerWords: readonly (readonly [quality: number, speed: number, service: number, text: string])[] = [
  [5, 5, 5, '方案沟通很细，关键节点都有书面纪要。报告里的原始图谱和审计追踪齐全，QA 现场核查一次通过。'],
  [5, 4, 5, '数据质量没问题，交付比约定晚了两天，但提前说明了原因。复测没有另外收费。'],
  [5, 5, 4, '同一批样品与我们自己的结果偏差在 2% 以内，放心。发票开得也及时。'],
  [4, 5, 5, '响应快，周末也有人回消息。报告模板略简单，建议增加方法学参数的汇总表。'],
  [5, 5, 5, ''],
  [4, 4, 4, '整体符合预期。样品接收确认如果能当天反馈会更好。'],
  [5, 4, 4, '冷链到货温度记录完整，干冰充足，批号与 COA 一致。'],
  [3, 2, 4, '中间换过一次负责人，交接时有几天没有进展，最后两周才赶上。结果本身可用。'],
  [5, 5, 5, '第二次合作，依旧稳定。异常数据主动写了偏差说明，没有藏着掖着。'],
  [4, 5, 4, '包装规整，标签清楚，效期还有 20 个月。'],
  [5, 5, 5, '项目经理专业，能站在申报的角度提醒我们补哪些试验。'],
  [4, 3, 5, '排期比较紧，开工晚了一周，后面加班追回来了。'],
]

/** What suppliers answer; empty = nothing yet. */
export const replies: readonly string[] = [
  '感谢认可，后续资料随时可以调阅。',
  '',
  '已按您的建议更新报告模板，下次合作即可用上。',
  '',
  '抱歉给您带来不便。我们已调整项目交接流程，每周固定同步一次进度。',
  '',
  '',
]

/** What suppliers write of their buyers: scores of clarity, payment and service, and words. */
export const sellerWords: readonly (readonly [clarity: number, payment: number, service: number, text: string])[] = [
  [5, 5, 5, '需求文件完整，样品信息表一次填对，付款及时。'],
  [4, 5, 5, '方案确认很快，沟通顺畅。'],
  [5, 4, 4, ''],
  [4, 4, 5, '中途调整过一次检测项目，双方书面确认后执行，配合很好。'],
  [5, 5, 4, '验收意见具体，便于我们改进。'],
]
