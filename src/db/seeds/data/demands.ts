import type { DemandStatus } from '../../../domain/demands/demand-states.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'

export interface DemandNote {
  readonly status: DemandStatus
  /** State of the order that an award has led to. */
  readonly order: OrderStatus | undefined
  readonly buyer: string
  /** Days from today; negative is past. */
  readonly deadline: number
  /** Offers that are counted; drafts and withdrawn ones come on top. */
  readonly offers: number
  /** Suppliers that offer in any case, the first of them wins an award. */
  readonly suppliers: readonly string[]
  /** Yuan; null is 面议. */
  readonly budget: number | null
  /** Yuan around which offers lie where there is no budget. */
  readonly about: number
  readonly leaf: string
  readonly title: string
  readonly facts: string
  readonly summary: string
}

/**
 * state[:order] | buyer | deadline in days | offers | suppliers | budget in 10,000 yuan, or ~estimate for 面议 | leaf | title | label=value；… | summary
 */
const lines = `
open|衡序|2|4|澜格，和度，臻境，沐澄|96|比格犬 13 周|比格犬 13 周重复给药毒性及毒代动力学试验|研究类型=临床前 / 毒理学安全性评价；供试品=口服小分子激酶抑制剂，CAS 待披露；遵循规范=GLP，ICH M3(R2)；物种与分组=比格犬，对照 + 3 个剂量组；期望地区=不限|口服小分子激酶抑制剂申报 IND 后续试验，需比格犬 13 周重复给药及毒代，恢复期 4 周，要求含病理同行评议与 SEND 数据集。既往 28 天毒理摘要可在签署保密协议后提供。
open|栩安|6|6|臻境，海榆，和度|180|SD 大鼠 4 周|抗肿瘤小分子 IND 申报全套非临床安全性评价（GLP）|供试品=口服抗肿瘤小分子；内容=大鼠与犬 4 周、遗传毒性三项、安全药理核心组合；遵循规范=GLP，ICH S9；递交计划=明年二季度中美双报|一份合同完成 IND 所需全部毒理与安全药理，供试品 GMP 批次已备，期望同一机构统筹毒代与制剂分析。
open|屿宁|12|3|历泉，和度|65|缓控释制剂|缓释片处方工艺开发与三批中试放大|剂型=亲水骨架缓释片；规格=30 mg；参比=原研进口；批量=每批 10 万片|BCS I 类药物 24 小时缓释片，已有处方初稿，需完成工艺优化、乙醇倾泻与三批中试，并启动稳定性。
open|畹序|9|5|序岚，弥川，禾序，澜格，和度，砺川|~90|稳定细胞株构建|CHO 稳定细胞株构建，目标表达量 ≥ 5 g/L|分子=双特异性抗体；载体=自备或谷氨酰胺合成酶系统；交付=主细胞库与 60 代稳定性；宿主=授权清晰|双抗分子需在 7 个月内得到单克隆来源可证明的稳定株，含三级建库与细胞库检定。
open|煜骨|5|6|朔原，沐澄，恒谱，嵩岳，海榆，和度|28|植入与亚慢性毒性|三类植入器械生物相容性全项检测（GB/T 16886）|产品=可吸收骨钉；接触=植入，大于 30 天；标准=GB/T 16886.1；样品=120 件|可吸收骨钉注册所需生物学评价全项，含植入 26 周与遗传毒性，报告需 CNAS 与 CMA 标识。
open|朴源|1|9|恒谱，和度|12|溶出曲线与一致性|参比制剂一次性进口与溶出曲线摸底|制剂=吸入用混悬液与口服片各一；参比=进口三批；介质=四条；报告=含 f₂|需协助参比制剂一次性进口备案，到货后两周内完成四条介质溶出与粒径摸底。
open|衡序|17|3|麓原，砺川|9|CYP 抑制与诱导|候选化合物 CYP 抑制、诱导与转运体体外评价|化合物=2 个；内容=7 种 CYP、3 供体诱导、P-gp 与 BCRP；指南=ICH M12；样品=每个 200 mg|为 IND 资料补充体外药物相互作用研究，要求时间依赖性抑制与临床浓度比较。
open|衡序|24|2|砚谷，砥研|4.8|杂质合成与结构确证|激酶抑制剂三个工艺杂质的合成、结构确证与标定|杂质=3 个；数量=各 200 mg；纯度=≥ 97%；文件=HNMR、HRMS、定值|用于有关物质方法验证与校正因子测定，需提供稳定性建议与再标定周期。
open|屿宁|20|4|恒谱，浑岚|7.5|有关物质与含量|复方片两组分有关物质与含量方法验证及转移|品种=复方降压片；杂质=11 个已知；标准=中国药典与企业标准；接收=青岛实验室|方法已初步建立，需完成验证并派人到我司 QC 完成转移。
open|屿宁|31|3|砥研|26|NDA 与 ANDA 资料|缓释片上市申请资料撰写与 eCTD 发布|品种=4 类仿制；模块=2、3、5；eCTD=需要；时间=明年三月前|BE 已完成，需整合药学与临床资料并完成发布校验。
open|栩安|14|4|澜格，砺川|32|PDX 模型|KRAS 突变胰腺癌 PDX 药效评价（8 个模型）|模型=KRAS G12D / V；方案=单药与联合；动物=每组 6 只；标志物=pERK|在 8 个 KRAS 突变模型中比较单药与联合，要求提供模型基因型与生长曲线。
open|栩安|22|3|沐澄，麓原|16|比格犬 PK|抗肿瘤小分子比格犬四交叉处方筛选 PK|处方=3 个片剂与 1 个混悬；剂量=10 mg/kg；采样=48 小时；检测=LC-MS/MS|为 I 期处方决策，需在 8 周内得到相对生物利用度与食物影响。
open|畹序|19|3|禾序，麓原|21|大分子生物分析|ADC 药代三分析物方法开发与食蟹猴样品检测|分析物=总抗、结合抗体、游离载荷；样品=1,100 份；规范=ICH M10；进度=明年一月起|食蟹猴重复给药样品检测，含抗药抗体方法，要求样品稳定性覆盖 6 个月。
open|畹序|28|2|弥川，序岚|~45|病毒清除验证|双抗下游工艺病毒清除验证（四步两毒）|步骤=低 pH、阴离子、纳滤、亲和；病毒=X-MuLV、MVM；样品=中间品；报告=中英|临床申报用，需说明缩小模型代表性与重复使用介质策略。
open|煜骨|11|4|朔原|6.8|疲劳与力学|可吸收骨钉降解过程力学保持率与疲劳测试|样品=18 组；介质=PBS 37 ℃；时间点=0、4、12、26、52 周；标准=YY/T 0509|体外降解 52 周的剪切强度与质量变化，需与动物降解数据对应。
open|朴源|15|3|和度，恒谱|48|吸入溶液与粉雾剂|布地奈德吸入混悬液一致性评价药学研究|规格=2 mL:1 mg；内容=粒径、APSD、雾化效率；参比=三批；包装=聚乙烯安瓿|按吸入制剂指导原则完成药学全套，含无菌工艺论证。
open|岚泽|10|4|历泉，和度|36|半固体制剂|糠酸莫米松乳膏体外释放与体外透皮（IVRT / IVPT）研究|规格=0.1%；参比=三批；内容=Q3 与 IVRT、IVPT；皮肤=人离体|用于豁免人体药效学，要求方法区分力验证与统计。
open|岚泽|26|3|和度|5.6|细菌感染模型|外用抗菌药 MRSA 皮肤感染小鼠模型药效|菌株=MRSA 3 株；给药=每日两次外用；终点=菌落与组织学；动物=每组 10 只|与莫匹罗星比较，含耐药诱导传代试验。
open|楚炘|16|3|弥川，臻境|62|载体生物分布|AAV 眼内注射食蟹猴与大鼠生物分布及脱落研究|载体=AAV8；给药=视网膜下；组织=30 种；方法=qPCR 与 ddPCR|IND 前生物分布研究，方法需验证至 50 拷贝 / μg 基因组。
open|楚炘|33|4|弥川，序岚，启微，澜格，臻境|~260|质粒与病毒载体|AAV 临床 I 期批 200 L 悬浮生产与灌装|规模=200 L；交付=5×10¹⁵ vg；放行=药典与指导原则；时间=明年九月|需含工艺转移、工程批与 GMP 批各一，空壳率低于 15%。
open|溪衍|8|5|和度，麓原|18|阿尔茨海默病模型|5xFAD 小鼠 3 个月给药认知药效与 Aβ 标志物|化合物=1 个，2 剂量；给药=灌胃 12 周；行为=水迷宫、新物体；标志物=Aβ40 / 42|行为与病理盲法，需提供动物年龄匹配与性别均衡方案。
open|溪衍|21|2|岷岸，衍真|168|口服固体制剂 BE|普瑞巴林缓释片生物等效性试验（空腹、餐后、多次）|设计=三项研究；例数=共 120 例；参比=原研；病房=自带|缓释制剂需多次给药稳态研究，期望一个合同完成三项。
open|溪衍|13|2|恒谱|8.6|加速与长期试验|三批口服液加速与长期稳定性委托考察 36 个月|条件=30 ℃/65% 与 40 ℃/25%；时间点=9 个；项目=12 项；包装=塑料瓶|含防腐剂效力与失水率，断电应急需写入协议。
open|朴源|38|3|砥研|~12|Pre-IND 会议|鼻用粉雾剂 Pre-IND 沟通交流会资料与会议支持|适应症=急性发作；阶段=Pre-IND；资料=CMC、非临床、临床方案概要；语言=中文|首次开发鼻用粉雾剂，需要论证桥接策略与临床药理计划。
open|畹序|7|4|澜格，禾序|24|同系移植模型|双抗在人源化靶点小鼠 MC38 模型的药效与安全|模型=双人源化；分组=5 组；终点=抑瘤与细胞因子；动物=50 只|需评估细胞因子释放风险，采血时间点不少于 4 个。
open|栩安|29|2|枫岸，澄岳|~180|小分子公斤级放大|IND 候选物 5 kg GMP 原料药生产（OEB4）|步数=6 步；规模=5 kg；分级=OEB4；放行=含基因毒性杂质|公斤级路线已打通，需完成工艺风险评估与 GMP 首批。
open|屿宁|4|5|枫岸，恒谱|15|多晶型筛选|盐酸盐原料药多晶型筛选与专利规避评估|样品=20 g；试验=≥ 150 组；表征=XRPD、DSC、DVS；报告=可用于专利|现有晶型吸湿，需寻找稳定晶型并评估专利空间。
open|煜骨|36|3|沐澄|42|骨科植入|可吸收骨钉羊股骨植入 52 周降解与骨长入|动物=小尾寒羊；时间点=4、12、26、52 周；评价=显微 CT、硬组织切片；规范=GLP|注册用大动物试验，需与不可吸收对照比较。
open|岚泽|18|3|海榆，和度，臻境|22|刺激、过敏与溶血|外用泡沫剂 13 周小型猪经皮毒性与光毒性|动物=巴马小型猪；途径=经皮每日一次；附加=光毒、致敏；规范=GLP|抛射剂剂型给药方式需预试验确认，附制剂分析。
open|秦枢|23|4|朔原，沐澄|58|血管介入|颅内取栓支架犬动脉模型安全有效性试验|模型=比格犬舌动脉血栓；器械=取栓支架与对照；终点=再通率、内膜损伤；时间=急性与 30 天|需神经介入医师操作与血管造影、病理阅片。
open|秦枢|30|3|朔原|18|电气安全与电磁兼容|射频消融系统电气安全与电磁兼容及环境试验|整机=主机与导管；标准=GB 9706.1、GB 9706.202；附加=软件与网络安全；样机=2 台|首次注册检验前摸底与正式检验，允许一次整改。
open|楚炘|40|2|启微|~30|基因编辑脱靶|碱基编辑器肝脏靶向产品脱靶评估|方法=无偏检测两种；细胞=原代肝细胞；验证=扩增子测序；报告=可申报|需覆盖 RNA 脱靶与染色体易位，位点不少于 200 个。
open|溪衍|25|4|砺川，麓原|3.6|血浆蛋白结合|中枢候选物脑透过与血浆、脑组织结合率|物种=大鼠；内容=Kp,uu、脑匀浆结合；化合物=6 个；检测=LC-MS/MS|用于候选物排序，三周内完成。
open|朴源|27|2|缙和，弥川|~68|西林瓶灌装与冻干|吸入用冻干粉临床样品灌装 8,000 瓶|规格=10 mL 西林瓶；批量=8,000；冻干=48 小时；放行=含无菌|I 期样品，需协助冻干曲线放大与外观检查。
open|栩安|35|3|启微，鹭屿|75|靶向测序与伴随诊断|I 期临床中心实验室：血浆 NGS 与药效标志物|例数=60 例；检测=620 基因血浆、pERK；报告=10 个工作日；冷链=12 家中心|含采样包、样本管理与数据传输规范。
open|衡序|33|2|恒谱|3.2|元素杂质|片剂元素杂质风险评估与三批检测|元素=24 种；批次=3 批；方法=ICP-MS；报告=Q3D|随补充申请递交，需给出风险评估报告模板。
open|屿宁|39|2|砚谷，恒谱|2.6|杂质合成与结构确证|降压复方制剂五个杂质对照品长期供应（年度）|品种=5 个；频次=每季度；规格=50 mg；文件=定值与稳定性|按年度签约，需备份批次与有效期管理。
open|岚泽|6|3|澄岳|~220|原料药委托生产|外用抗真菌原料药年度 12 吨委托生产|年量=12 吨；标准=中国药典与欧洲药典；登记=A；验证=三批|现供应商产能不足，需在半年内完成转移与变更研究。
open|楚炘|12|3|榕岸|9.8|小核酸筛选|肝靶向 siRNA 序列筛选 60 条与脱靶评估|靶点=罕见病靶点；细胞=原代肝细胞；读数=qPCR；脱靶=转录组|需给出修饰方案比较与血清稳定性。
open|煜骨|20|3|嵩岳，砥研|11|临床评价报告|可吸收骨钉同品种比对临床评价路径论证|产品=骨钉；同品种=2 个；文献=系统检索；审评=含补正一轮|需判断可否免临床，不可时给出临床试验方案概要。
open|畹序|32|2|序岚|~380|ADC 偶联工艺|ADC 偶联 200 g 级临床批与制剂灌装|规模=200 g；隔离=OEB5；DAR=3.8~4.2；灌装=西林瓶 2,000 支|需含方法转移、工程批与放行检验。
open|溪衍|3|4|臻境，和度|5.2|hERG 与离子通道|中枢候选物 hERG 与 CiPA 多通道安全药理|化合物=3 个；通道=7 种；方法=全自动与手动确证；浓度=六个|进入 GLP 前的决策试验，15 个工作日内完成。
open|秦枢|17|3|朔原|4.2|灭菌验证|导管组件环氧乙烷灭菌验证与产品族划分|标准=GB 18279；产品=4 个型号；方法=半周期；残留=GB/T 16886.7|需协助编写产品族等效性论证。
open|栩安|10|3|衍真|8.8|统计分析与编程|I 期剂量递增贝叶斯设计与统计计划|设计=BOIN；内容=模拟、SAP、随机；软件=R；交付=可复现代码|需与研究者讨论停药规则，并配合沟通会答疑。
evaluating|衡序|-3|3|岷岸，衍真，鹭屿|132|口服固体制剂 BE|盐酸二甲双胍缓释片空腹与餐后生物等效性试验|设计=两周期交叉；例数=60 例；参比=原研进口；时间=明年二季度出报告|参比已到货，需合作病房与生物分析一体方案。
evaluating|屿宁|-6|4|历泉|34|儿童剂型|儿童用口服混悬液处方与适口性研究|规格=100 mL:1 g；内容=掩味、防腐、再分散；评价=口感小组；批量=3 批|需满足儿童辅料安全性论证。
evaluating|栩安|-2|3|砚谷，恒谱|6.4|基因毒性杂质|IND 原料药 6 个警示结构杂质方法与检测|杂质=6 个；方法=GC-MS、LC-MS；限度=TTC；批次=3 批|需提供评估报告与清除因子计算。
evaluating|煜骨|-9|5|朔原|19|包装与老化|植入器械灭菌包装验证与 5 年加速老化|标准=GB/T 19633、ASTM F1980；样品=90 包；时间点=1、3、5 年；附加=运输试验|含模拟运输与密封强度。
evaluating|畹序|-14|4|禾序，砺川|7.8|SPR|双抗两靶点 SPR 亲和力与桥联结合动力学|样品=12 个；内容=单靶与双靶同步；温度=25 与 37 ℃；报告=可申报|需提供固定化策略与再生条件说明。
evaluating|岚泽|-5|3|砥研|14|上市后变更研究与申报|乳膏生产场地变更研究与补充申请|变更=场地与设备；内容=对比研究、稳定性；分类=重大；时间=五个月|需含变更分类沟通。
evaluating|朴源|-11|3|恒谱，朔原|26|可提取物与浸出物|吸入混悬液安瓿可提取物、浸出物与毒理评估|包材=低密度聚乙烯；溶剂=三种；毒理=含评估；时间=四个月|需标签迁移与外包油墨评估。
evaluating|楚炘|-18|2|弥川|~52|AAV 滴度与质量|AAV 放行方法验证包：滴度、空壳、效价与残留|方法=8 项；参比=自制；规范=指导原则；时间=五个月|效价方法需细胞水平表达，作为放行项目。
awarded:confirmed|衡序|-3|4|臻境，海榆，澜格|100|食蟹猴 4 周|食蟹猴 4 周重复给药毒性试验，含恢复期|供试品=皮下注射多肽；物种与分组=食蟹猴，对照 + 3 个剂量组；规范=GLP；抗药抗体=伴随|需含毒代、抗药抗体与免疫表型，动物来源可追溯。
awarded:in_progress|衡序|-75|3|和度|42|普通片与胶囊|盐酸多奈哌齐口崩片处方工艺开发|剂型=口崩片；批量=10 万片；参比=原研；内容=掩味与崩解|崩解时间 30 秒内，含溶出对比与中试三批。
awarded:completed|衡序|-210|4|恒谱，砚谷|8.4|基因毒性杂质|缬沙坦原料药亚硝胺杂质方法开发与 20 批检测|杂质=NDMA、NDEA 等 6 种；批次=20 批；定量限=0.03 ppm；方法=LC-MS/MS|用于自查与供应商审计。
awarded:completed|衡序|-160|5|麓原，砺川|6.2|肝微粒体与肝细胞代谢|三个系列 24 个化合物代谢稳定性与代谢物鉴定|物种=人、大鼠、犬；化合物=24 个；浓度=1 μM；时间=两周|系列排序用，给出软点建议。
awarded:delivered|屿宁|-60|4|臻境|88|SD 大鼠 13 周|缓释片新辅料 SD 大鼠 13 周重复给药毒性|供试品=新型骨架辅料；途径=掺食；规范=GLP；毒代=不要求|新辅料关联申报，需含病理与生殖器官观察。
awarded:delivered|屿宁|-95|3|砺川|12|激酶选择性谱|抗炎项目 412 株激酶选择性谱与脱靶评估|化合物=4 个；浓度=1 μM 与 IC₅₀；激酶=412；报告=树状图|用于候选物确定与专利。
awarded:completed|栩安|-180|5|和度，臻境，砺川|18|三项组合|抗肿瘤小分子遗传毒性三项（ICH S9）|试验=Ames、染色体畸变、微核；规范=GLP；杂质=附两个；时间=12 周|附两个杂质的微量 Ames。
awarded:completed|栩安|-140|3|澜格|9.6|CDX 模型|NCI-H358 移植瘤药效与药代药效关联|动物=40 只；剂量=4 个；采样=瘤内浓度；标志物=pERK|剂量选择用。
awarded:changes_requested|栩安|-50|4|砥研|29|IND 资料|1 类化药 IND 模块 2 撰写与整合|模块=2.3~2.7；语言=中英；递交=eCTD；会议=一次|资料来自三家研究机构，需统一术语。
awarded:in_progress|畹序|-45|3|序岚，弥川，禾序，和度|145|上游与下游工艺|双抗上下游工艺优化与 50 L 确认批|规模=50 L；目标=收率 ≥ 60%；杂质=半抗体 ≤ 2%；时间=六个月|需给出放大模型与可比性策略。
awarded:completed|畹序|-230|4|禾序，砺川|7.2|生物层干涉|96 株抗体亲和力排序与表位分组|样品=96 株；方法=BLI；分组=竞争矩阵；时间=三周|早期筛选用。
awarded:disputed|屿宁|-88|3|浑岚|3.8|有关物质与含量|原料药有关物质方法验证与三批检验|方法=HPLC；杂质=7 个；批次=3 批；时间=五周|限度接近 0.10%，精密度要求高。
awarded:completed|煜骨|-200|3|朔原，恒谱，沐澄|12|细胞毒、致敏与刺激|可吸收骨钉生物相容性预评价三项|项目=细胞毒、致敏、皮内；样品=30 件；时间=8 周；报告=CMA|作为全项前的预评价。
awarded:delivered|朴源|-65|3|恒谱|22|溶出曲线与一致性|吸入混悬液体外溶出方法建立与区分力验证|方法=流池法；参比=三批；区分=粒径与晶型；报告=可申报|需比较改良桨法与流池法。
awarded:pending_confirm|岚泽|-4|4|历泉，缙和|40|口服固体中试|克霉唑阴道片中试三批与稳定性启动|批量=10 万片；批次=3；包装=铝塑；稳定性=加速与长期|处方已定，需中试与验证批同场地。
awarded:completed|溪衍|-190|3|沐澄|13|疼痛模型|CCI 与化疗神经病理性疼痛双模型药效|模型=CCI 与奥沙利铂；动物=96 只；阳性=普瑞巴林；盲法=是|适应症选择用。
awarded:cancelled|楚炘|-120|2|弥川|16|mRNA 合成与 LNP|罕见病 mRNA-LNP 体内表达与免疫原性|交付=10 mg；动物=小鼠；读数=活体成像、细胞因子；时间=10 周|项目策略调整。
awarded:in_progress|秦枢|-40|3|朔原|46|血管介入|球囊导管猪冠脉 28 天安全性试验|动物=小型猪；器械=2 型号；终点=内膜与炎症；规范=器械动物试验指导原则|含造影与病理。
awarded:declined|朴源|-30|2|缙和|25|滴眼液|单剂量滴鼻液吹灌封中试 2 万支|包装=0.5 mL 单剂量；批量=2 万支；灭菌=终端过滤；时间=十周|排期冲突，供应商未能承接。
closed|衡序|-24|3|砥研|7.6|Pre-IND 会议|改良型新药 Pre-IND 会议资料准备|资料=CMC 与非临床；会议=一次；语言=中文；时间=六周|内部评估后改为自行准备。
closed|栩安|-70|2|砺川|5|分子对接|变构口袋虚拟筛选与 200 个分子采购|库=800 万；结构=冷冻电镜；交付=200 个；时间=四周|靶点优先级下调。
closed|楚炘|-33|3|启微|8|转录组与单细胞|肝脏单细胞转录组 8 样本|样本=8；细胞=1 万；分析=轨迹；时间=六周|改由学术合作完成。
closed|溪衍|-48|2|历泉|30|缓控释制剂|每周一次口服缓释胶囊可行性研究|释放=7 天；材料=聚合物；动物=犬；时间=六个月|技术路线变更。
closed|岚泽|-15|3|恒谱，砚谷|2.2|残留溶剂|抛射剂残留与水分方法开发|方法=GC；项目=4；时间=四周；样品=3 批|并入另一项目。
expired|衡序|-41|2|云栎，沐澄，臻境|~32|食蟹猴 PK|皮下注射多肽食蟹猴 PK 与耐受|动物=6 只；给药=皮下；采样=14 天；检测=LC-MS/MS|未在期限内选定。
expired|屿宁|-52|2|岷岸，衍真|150|药物相互作用|缓释片与强效抑制剂药物相互作用研究|例数=36；设计=固定顺序；病房=一家；时间=六个月|预算未获批。
expired|楚炘|-36|2|海榆，臻境|~70|食蟹猴 13 周|基因治疗产品食蟹猴 26 周毒性与生物分布|动物=20 只；途径=静脉；终点=26 周；规范=GLP|期限内未决。
expired|畹序|-60|2|弥川|12|支原体与无菌|细胞库三级检定补充项目|项目=外源病毒、逆转录；批次=3；时间=十周；规范=药典三部|改由原供应商补做。
draft|衡序|18|0||14|伴随毒代|SD 大鼠 26 周试验毒代样品外包分析|样品=960 份；分析物=原形与一个代谢物；规范=GLP；时间=明年二季度|草稿：等待方案定稿。
draft|屿宁|25|0||6|影响因素试验|新规格影响因素与光照试验|条件=高温、高湿、光照；批次=1；项目=8；时间=六周|草稿：规格未最终确认。
draft|栩安|30|0||~20|个例安全性报告|I 期药物警戒外包（18 个月）|例数=60；系统=E2B；时间=18 个月；语言=中英|草稿：待采购部核对。
draft|煜骨|20|0||9|注册资料与体系核查|体系核查模拟检查两天|范围=设计与生产；人员=2 名；时间=两天；报告=含整改|草稿。
pending_review|衡序|21|0||22|固体分散体|激酶抑制剂固体分散体增溶处方筛选|样品=200 g；方法=热熔挤出、喷雾干燥；目标=暴露提高 3 倍；动物=犬 PK|难溶性弱碱，需比较两种工艺的过饱和维持与物理稳定性。
pending_review|畹序|16|0||~18|抗药抗体与中和抗体|双抗抗药抗体与中和抗体方法开发|分析物=ADA、NAb；灵敏度=100 ng/mL；基质=人血清；时间=12 周|两臂分别评估，需药物耐受数据。
pending_review|溪衍|27|0||4.5|核磁与高分辨质谱解析|降解产物未知峰结构推断（三个）|样品=片剂强降解；方法=LC-HRMS；数量=3 个；时间=三周|强光降解新增三个未知峰。
pending_review|楚炘|34|0||~150|首次人体与剂量递增|基因治疗首次人体研究中心与运营|中心=2 家；例数=12；随访=5 年；伦理=含|长期随访方案一并委托。
rejected|衡序|15|0||1|切片制备与阅片|病理切片加急制作|样品=40 张；染色=HE；时间=一周；报告=无|摘要中含联系方式，请删除后重新提交。
rejected|岚泽|12|0||~5|临床监查|真实世界研究监查|例数=300；中心=10；时间=12 个月；系统=EDC|预算与范围描述不完整，请补充研究终点。
rejected|秦枢|19|0||3|电气安全与电磁兼容|电生理记录仪电磁兼容摸底|标准=YY 9706.102；样机=1 台；整改=一次；时间=两周|企业认证未通过，暂不能公开发布。
`

/** The state of a note as two checked words. */
function statesOf(text: string): Pick<DemandNote, 'status' | 'order'> {
  const [first = '', second] = text.split(':')
  const status = demandStates.find((each) => each === first)
  const order = orderStates.find((each) => each === second)
  if (status === undefined || (second !== undefined && order === undefined)) throw new Error(`No state ${text}`)
  return { status, order }
}
const demandStates: readonly DemandStatus[] = [
  'draft',
  'pending_review',
  'rejected',
  'open',
  'evaluating',
  'awarded',
  'closed',
  'expired',
]
const orderStates: readonly OrderStatus[] = [
  'pending_confirm', 'confirmed', 'in_progress', 'delivered', 'changes_requested', 'completed', 'declined', 'cancelled', 'disputed',
] // prettier-ignore

export const demandNotes: readonly DemandNote[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [
      state = '',
      buyer = '',
      deadline = '',
      offers = '',
      suppliers = '',
      budget = '',
      leaf = '',
      title = '',
      facts = '',
      summary = '',
    ] = line.split('|')
    const yuan = Math.round(Number(budget.replace('~', '')) * 10_000)
    return {
      ...statesOf(state),
      buyer,
      deadline: Number(deadline),
      offers: Number(offers),
      suppliers: suppliers === '' ? [] : suppliers.split('，'),
      budget: budget.startsWith('~') ? null : yuan,
      about: yuan,
      leaf,
      title,
      facts,
      summary,
    }
  })

/** Items of an offer by stage of research: name, unit, quantity and share of the whole in percent. */
export const offerItems: Readonly<
  Record<string, readonly (readonly [name: string, unit: string, quantity: number, share: number])[]>
> = {
  发现与筛选: [
    ['方案与材料准备', '项', 1, 18],
    ['实验实施', '批', 2, 56],
    ['复测与确证', '项', 1, 14],
    ['数据分析与报告', '项', 1, 12],
  ],
  药学研究: [
    ['文献与样品剖析', '项', 1, 12],
    ['开发与筛选', '项', 1, 34],
    ['验证或放大批次', '批', 3, 36],
    ['资料整理与报告', '项', 1, 18],
  ],
  临床前: [
    ['方案设计与伦理审查', '项', 1, 5],
    ['动物与检疫饲养', '项', 1, 18],
    ['给药与在体观察', '项', 1, 27],
    ['样品分析', '批', 2, 20],
    ['病理与临床检验，含同行评议', '项', 1, 20],
    ['统计与总结报告', '项', 1, 10],
  ],
  临床研究: [
    ['方案、伦理与启动', '项', 1, 12],
    ['中心与受试者费用', '例', 12, 48],
    ['样品检测与物流', '批', 2, 18],
    ['数据管理与统计', '项', 1, 14],
    ['总结报告', '项', 1, 8],
  ],
  注册申报: [
    ['差距分析', '项', 1, 20],
    ['资料撰写', '模块', 2, 52],
    ['审核与递交', '项', 1, 16],
    ['发补支持', '轮', 2, 12],
  ],
  'CDMO 与生产': [
    ['技术转移与风险评估', '项', 1, 15],
    ['小试确认', '批', 2, 20],
    ['生产批次', '批', 1, 45],
    ['检验与放行', '批', 1, 14],
    ['文件与资料', '项', 1, 6],
  ],
  医疗器械: [
    ['方案评审与样品预处理', '项', 1, 12],
    ['试验实施', '项', 2, 64],
    ['补充与复测预留', '项', 1, 8],
    ['检验报告', '份', 2, 16],
  ],
  分析检测: [
    ['方法确认', '项', 1, 22],
    ['样品检测', '批', 3, 60],
    ['报告与图谱移交', '份', 1, 18],
  ],
  细胞与基因治疗: [
    ['材料与参比品准备', '项', 1, 20],
    ['方法确认', '项', 1, 22],
    ['试验实施', '批', 2, 44],
    ['报告', '份', 1, 14],
  ],
}

/** Ways to pay: name, percent, and when it is due as a share of the duration. */
export const paymentPlans: readonly (readonly (readonly [name: string, percent: number, when: number])[])[] = [
  [
    ['首付款', 30, 0],
    ['里程碑款', 50, 0.6],
    ['尾款', 20, 1],
  ],
  [
    ['首付款', 40, 0],
    ['里程碑款', 40, 0.5],
    ['尾款', 20, 1],
  ],
  [
    ['首付款', 20, 0],
    ['里程碑款', 60, 0.7],
    ['尾款', 20, 1],
  ],
  [
    ['合同签订', 30, 0],
    ['实施过半', 30, 0.5],
    ['初稿提交', 25, 0.85],
    ['终稿验收', 15, 1],
  ],
  [
    ['首付款', 50, 0],
    ['尾款', 50, 1],
  ],
]

export const versionNotes: readonly string[] = [
  '首次报价，含税 6%，以方案签字与样品到达之日起算。',
  '根据沟通调整实施批次，总价下调，周期不变。',
  '新增一次采样与分析，总价不变。',
  '补充报告英文版，费用由我方承担。',
  '压缩排期，提前两周交付，其余条款不变。',
  '周期含病理或数据复核，不含样品运输。',
]

/** Offers of the demand that the comparison shows, as on its page: supplier, totals in yuan by version, days, plan, valid for days, note. */
export const dogOffers: readonly {
  readonly by: string
  readonly totals: readonly number[]
  readonly days: number
  readonly plan: number
  readonly validDays: number
  readonly at: readonly (readonly [day: number, time: string])[]
  readonly notes: readonly string[]
}[] = [
  {
    by: '澜格',
    totals: [888_000],
    days: 266,
    plan: 1,
    validDays: 20,
    at: [[-5, '09:12']],
    notes: [
      '动物 40 只（20 雄 / 20 雌），毒代 10 个时间点 × 2 次，病理分包，报告中文，不含同行评议。2027 年 1 月可开工。',
    ],
  },
  {
    by: '和度',
    totals: [918_000, 905_000],
    days: 252,
    plan: 2,
    validDays: 4,
    at: [
      [-6, '15:20'],
      [-3, '14:30'],
    ],
    notes: [
      '动物 40 只，毒代 12 个时间点 × 2 次，TK 分析分包，含病理同行评议。',
      '总价下调 ¥13,000.00，其余不变；报告改为中英双语。',
    ],
  },
  {
    by: '臻境',
    totals: [946_000, 926_000, 926_000],
    days: 238,
    plan: 0,
    validDays: 30,
    at: [
      [-7, '17:05'],
      [-4, '10:12'],
      [-2, '16:42'],
    ],
    notes: [
      '按 GLP 开展，比格犬 40 只，对照与三个剂量组各 10 只（雌雄各半），灌胃给药 13 周，恢复期 4 周。',
      '毒代动力学改为首次、第 7 周、末次各 12 个时间点，总价下调。',
      '新增恢复期毒代采样一次，含病理同行评议与 SEND，全部自有完成。',
    ],
  },
  {
    by: '沐澄',
    totals: [995_000, 978_500],
    days: 210,
    plan: 0,
    validDays: 41,
    at: [
      [-5, '11:36'],
      [-1, '08:55'],
    ],
    notes: [
      '动物 44 只（22 雄 / 22 雌），毒代 12 个时间点 × 3 次，含同行评议。',
      '总价由 ¥995,000.00 改为 ¥978,500.00，周期 30 周最快，不含 CNAS 标识报告。',
    ],
  },
]

/** Winning offers whose sum and way to pay are known: yuan and place of the plan. */
export const knownAwards: ReadonlyMap<string, readonly [total: number, plan: number]> = new Map([
  ['食蟹猴 4 周重复给药毒性试验，含恢复期', [926_000, 0]],
])

/** What happened to a stage, in days from today. */
export type StageStep = readonly [event: 'start' | 'deliver' | 'requestChanges' | 'accept', day: number, note?: string]
export interface StagedPayment {
  readonly name: string
  readonly percent: number
  /** Part of the duration after which it is planned or due. */
  readonly when: number
  /** '' = a payment without a stage. */
  readonly deliverables: string
  readonly steps: readonly StageStep[]
}

/** Schedules of winning offers that name deliverables, with the course of their orders: one runs, one is completed. */
export const stagedAwards: ReadonlyMap<string, readonly StagedPayment[]> = new Map([
  [
    '缓释片新辅料 SD 大鼠 13 周重复给药毒性',
    [
      { name: '预付款', percent: 30, when: 0, deliverables: '', steps: [] },
      {
        name: '方案与供试品检验',
        percent: 20,
        when: 0.25,
        deliverables: '签字的试验方案；供试品含量、均一性与稳定性检验报告；动物检疫合格记录。',
        steps: [
          ['start', -52],
          ['deliver', -12, '方案终稿与供试品检验报告，含三批均一性数据。'],
          ['accept', -2],
        ],
      },
      {
        name: '在体试验与中期数据',
        percent: 30,
        when: 0.65,
        deliverables: '给药期体重、摄食、临床病理与眼科数据（SEND 格式）；中期小结。',
        steps: [
          ['start', -11],
          ['deliver', -4, '给药期数据与中期小结，脏器重量随终稿提交。'],
        ],
      },
      {
        name: '病理与总结报告',
        percent: 20,
        when: 1,
        deliverables: 'GLP 总结报告（中英文，含组织病理与同行评议声明）；原始资料归档清单。',
        steps: [],
      },
    ],
  ],
  [
    '缬沙坦原料药亚硝胺杂质方法开发与 20 批检测',
    [
      { name: '预付款', percent: 30, when: 0, deliverables: '', steps: [] },
      {
        name: '方法开发',
        percent: 30,
        when: 0.35,
        deliverables: 'LC-MS/MS 方法草案与开发报告，6 种亚硝胺的检测限与定量限。',
        steps: [
          ['start', -203],
          ['deliver', -180, '方法草案与开发报告。'],
          ['accept', -176],
        ],
      },
      {
        name: '方法验证',
        percent: 20,
        when: 0.65,
        deliverables: '方法验证方案与报告：专属性、线性、准确度、精密度、耐用性。',
        steps: [
          ['start', -175],
          ['deliver', -152, '验证报告初稿。'],
          ['requestChanges', -149, 'NDEA 低浓度回收率缺少一组平行样，请补做后重新提交。'],
          ['deliver', -141, '补做回收率平行样，更新验证报告。'],
          ['accept', -138],
        ],
      },
      {
        name: '20 批检测',
        percent: 20,
        when: 1,
        deliverables: '20 批样品检测报告与原始图谱。',
        steps: [
          ['start', -137],
          ['deliver', -119, '20 批检测报告与图谱。'],
          ['accept', -115],
        ],
      },
    ],
  ],
])

/**
 * Demands that were made from a template: title | key of the template | what stands in its fields, as label=value；…
 * The template's required fields are all there.
 */
const templateLines = `
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

interface TemplateNote {
  readonly key: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Template and fields by the demand's title. */
export const templateNotes: ReadonlyMap<string, TemplateNote> = new Map(
  templateLines
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

/** Numbers that suppliers answer with, by the key of the question: from, to. */
export const answerRanges: Readonly<Record<string, readonly [from: number, to: number]>> = {
  startDays: [5, 30],
  similarProjects: [3, 46],
  draftDays: [20, 45],
  turnaroundDays: [5, 21],
  sampleDays: [7, 20],
  sampleAmount: [8, 90],
  takeRate: [82, 98],
  lloq: [1, 10],
  reactor: [100, 3000],
  batchDays: [60, 120],
  apiAmount: [2, 20],
  titer: [3, 9],
  cellLineMonths: [5, 8],
  bioreactor: [200, 2000],
  batchScale: [50, 500],
  emptyRate: [8, 25],
  releaseDays: [25, 60],
  pullDays: [10, 30],
  pointPrice: [1800, 6800],
  library: [800, 5200],
  storageYears: [1, 5],
  enrolMonths: [2, 5],
  perSubject: [6500, 12000],
  inspectionsPassed: [2, 30],
  gapDays: [7, 20],
  writingDays: [30, 75],
  approvals: [2, 18],
  testDays: [30, 200],
}

/** Words that suppliers answer with, by the key of the question. */
export const answerWords: Readonly<Record<string, readonly string[]>> = {
  projectLead: [
    '项目负责人从业 14 年，主持同类项目 20 余项，全程固定',
    '由部门总监任负责人，博士，9 年经验，另配一名项目经理',
    '负责人曾任申办方研发负责人，主持过 3 个已获批项目',
  ],
  referenceData: ['星孢菌素 IC₅₀ 1.2 nM，近 12 批变异 18%', '酮康唑 IC₅₀ 0.02 μM，与文献一致', '可提供近半年质控图'],
  positiveControl: ['吉西他滨，历史抑瘤率 58%', '多奈哌齐，历史数据两批', '按文献选用，历史批次可查'],
  equipment: ['湿法制粒 50~300 L，流化床 60 kg，高效包衣机 150 kg', '干法制粒与湿法线各一，批量 2~30 万片'],
  platform: ['自有 CHO-K1 平台，一次性授权费，无销售提成', '商业化宿主与谷氨酰胺合成酶系统，授权可转让'],
  inspections: ['2025 年省局 GMP 符合性检查通过，无关键缺陷', '近三年接受官方检查 2 次，均已关闭'],
  indExperience: ['支持 4 个 IND 获批，两轮问询均一次答复', '支持 2 个 IND，1 个注册临床'],
  instruments: [
    'GC-MS、LC-QTOF 与 ICP-MS 均为自有，带审计追踪',
    'UPLC 12 台、LC-MS/MS 4 台',
    'HPLC 与 GC-MS/MS，3Q 在效期内',
  ],
  dataTransfer: ['CDISC 格式，每周一次', '加密 CSV，每两周一次，可按 EDC 要求调整'],
  sites: ['省人民医院 I 期中心，主要研究者经验 12 年，床位 60 张', '合作病房 2 家，可同时启动'],
}

/** A subscription of a demo supplier. */
interface SubscriptionNote {
  readonly supplier: string
  readonly name: string
  /** Leaves of the service tree: what lies above them, one level below the stage, is subscribed to. */
  readonly areas: readonly string[]
  readonly words: string[]
  /** 10,000 yuan */
  readonly budgetFrom: number | null
  /** Day on which it was saved. */
  readonly day: number
  readonly isOn: boolean
}

export const subscriptionNotes: readonly SubscriptionNote[] = [
  {
    supplier: '臻境',
    name: '毒理与安全药理',
    areas: ['SD 大鼠 4 周', 'hERG 与离子通道'],
    words: [],
    budgetFrom: null,
    day: -40,
    isOn: true,
  },
  {
    supplier: '臻境',
    name: 'GLP 项目，20 万元起',
    areas: [],
    words: ['GLP'],
    budgetFrom: 20,
    day: -30,
    isOn: true,
  },
  {
    supplier: '砺川',
    name: '药代与体外代谢',
    areas: ['CYP 抑制与诱导', '比格犬 PK'],
    words: [],
    budgetFrom: null,
    day: -35,
    isOn: true,
  },
  {
    supplier: '砺川',
    name: '肿瘤药效',
    areas: ['PDX 模型'],
    words: ['PDX', '小鼠'],
    budgetFrom: null,
    day: -28,
    isOn: true,
  },
]

/** Suppliers whom a buyer invited to offer, by the demand's title. */
export const invitations: readonly { readonly supplier: string; readonly title: string }[] = [
  { supplier: '臻境', title: '中枢候选物 hERG 与 CiPA 多通道安全药理' },
  { supplier: '臻境', title: '颅内取栓支架犬动脉模型安全有效性试验' },
  { supplier: '砺川', title: '候选化合物 CYP 抑制、诱导与转运体体外评价' },
  { supplier: '砺川', title: 'CHO 稳定细胞株构建，目标表达量 ≥ 5 g/L' },
]
