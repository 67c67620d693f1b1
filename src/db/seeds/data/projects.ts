import type { AppKind, Deployment } from '../../../domain/content/digital-apps.ts'
import type { ProjectField, ProjectLevel } from '../../../domain/projects/government-projects.ts'

interface GovProjectNote {
  readonly title: string
  readonly authority: string
  readonly level: ProjectLevel
  readonly field: ProjectField
  readonly summary: string
  /** yuan; null = the notice names no sum. */
  readonly supportMax: number | null
  readonly supportWay: string
  readonly conditions: readonly string[]
  readonly materials: readonly string[]
  /** Days from today. */
  readonly from: number
  readonly until: number
}

const common = ['企业营业执照', '上一年度财务审计报告', '申报书（加盖公章）']

/** Invented calls: authorities and sums stand for real ones. */
export const govProjectNotes: readonly GovProjectNote[] = [
  {
    title: '1 类创新药临床前研究后补助项目（示例）',
    authority: '示例省科学技术厅',
    level: 'province',
    field: 'drug',
    summary: '对取得 1 类化学药或生物制品临床试验批准通知书的企业，按临床前研究实际投入给予后补助。',
    supportMax: 5_000_000,
    supportWay: '后补助，按核定投入的 20% 一次性拨付',
    conditions: [
      '在省内注册满一年的企业法人，通过高新技术企业认定或正在认定中',
      '近两年内取得 1 类药物临床试验批准通知书，且为申请人或持有人',
      '临床前研究投入单独核算，可提供委托合同与付款凭证',
      '未获得过同一品种的省级财政支持',
    ],
    materials: [...common, '临床试验批准通知书', '研发投入专项审计报告', '委托研究合同与付款凭证清单'],
    from: -20,
    until: 24,
  },
  {
    title: '第二、三类医疗器械首次注册奖励（示例）',
    authority: '示例市市场监督管理局',
    level: 'city',
    field: 'device',
    summary: '对首次取得第二、三类医疗器械注册证并在本市投产的企业给予一次性奖励。',
    supportMax: 1_000_000,
    supportWay: '一次性奖励：第二类 20 万元，第三类 100 万元',
    conditions: ['注册人与生产地址均在本市', '注册证在上一自然年度内首次取得', '产品已投产并形成销售'],
    materials: [...common, '医疗器械注册证', '生产许可证或备案凭证', '产品销售发票（不少于三份）'],
    from: -35,
    until: 9,
  },
  {
    title: '生物医药公共技术服务平台建设项目（示例）',
    authority: '示例省发展和改革委员会',
    level: 'province',
    field: 'platform',
    summary: '支持面向行业开放的药学、安全性评价、分析检测与中试平台购置仪器、扩充能力。',
    supportMax: 20_000_000,
    supportWay: '按设备投资的 30% 补助，分两年拨付，中期评估后拨付第二笔',
    conditions: [
      '平台独立核算，对外服务收入占比不低于 30%',
      '通过 CMA、CNAS 或 GLP 中的一项资质认定',
      '承诺项目期内对外服务企业不少于 50 家',
    ],
    materials: [...common, '资质认定证书', '设备购置清单与报价', '近两年服务合同清单'],
    from: -6,
    until: 45,
  },
  {
    title: '药械企业数字化改造专项（示例）',
    authority: '示例市经济和信息化局',
    level: 'city',
    field: 'digital',
    summary: '支持药品、医疗器械企业建设实验室信息管理、质量管理与生产执行系统，实现研发与生产数据贯通。',
    supportMax: 2_000_000,
    supportWay: '按软件与实施投入的 25% 补助，验收后拨付',
    conditions: ['项目投入不低于 100 万元', '系统上线运行满三个月', '关键数据符合 GxP 数据可靠性要求'],
    materials: [...common, '软件采购与实施合同', '系统验收报告', '付款凭证'],
    from: -12,
    until: 31,
  },
  {
    title: '海外高层次人才创新团队引进（示例）',
    authority: '示例高新区管理委员会',
    level: 'park',
    field: 'talent',
    summary: '支持在园区落户的创新药与高端器械团队，提供启动资金、场地与人才住房。',
    supportMax: null,
    supportWay: '启动资金与场地支持按评审结果一事一议',
    conditions: ['团队核心成员不少于三人，带头人具有博士学位', '企业在园区注册未满三年', '拥有自主知识产权'],
    materials: [...common, '团队成员简历与学历证明', '知识产权证明', '商业计划书'],
    from: 12,
    until: 72,
  },
  {
    title: '重大新药创制成果产业化项目（示例）',
    authority: '示例部委重大专项办公室',
    level: 'national',
    field: 'drug',
    summary: '支持已完成 III 期临床或获批上市的创新药建设产业化能力。',
    supportMax: 50_000_000,
    supportWay: '事前立项、分期拨付，验收后结算',
    conditions: ['品种已完成 III 期临床或获批上市', '企业自筹资金不低于申请金额', '具备相应剂型的生产质量管理体系'],
    materials: [...common, '药品注册批件或临床研究总结报告', '产业化可行性研究报告', '自筹资金证明'],
    from: -90,
    until: -8,
  },
]

/** One application: lists are divided by `；`, features are `名称：说明`. Vendors are invented. */
interface AppNote {
  readonly name: string
  readonly kind: AppKind
  readonly vendor: string
  readonly summary: string
  readonly keywords: string
  readonly features: readonly string[]
  readonly users: string
  readonly deployment: Deployment
  readonly compliance: string
  readonly joins: string
  /** yuan; null = 面议. */
  readonly price: number | null
  readonly unit: string
  readonly goLive: string
}

export const appNotes: readonly AppNote[] = [
  {
    name: '研录电子实验记录本',
    kind: 'research',
    vendor: '示例·研录科技',
    keywords: 'ELN 电子实验记录 化合物 样品 记录本',
    summary: '药物化学、生物与制剂团队共用的电子实验记录本，结构式、原始数据与审批在同一页。',
    features: [
      '结构式与反应方程：画结构、算当量，自动关联化合物编号与批次',
      '模板与复用：按实验类型建模板，复制上次实验只改变量',
      '见证与签名：提交、复核、见证三级电子签名，锁定后只能追加',
      '全文与结构检索：按关键词、子结构、相似度查找全公司的记录',
    ],
    users: '药物化学；生物学；制剂研究；知识产权',
    deployment: 'both',
    compliance: '21 CFR Part 11；数据可靠性',
    joins: '天平；NMR 与 LC-MS 数据；化合物库',
    price: 1_980,
    unit: '每用户每年',
    goLive: '3~5 周',
  },
  {
    name: '序程研发项目管理',
    kind: 'research',
    vendor: '示例·序程软件',
    keywords: '项目管理 立项 里程碑 预算 管线',
    summary: '从立项到临床批件的里程碑、预算与委外合同管理，管线进展集中呈现。',
    features: [
      '管线视图：按靶点、适应症与阶段汇总在研品种',
      '里程碑与依赖：关键路径自动推算，延期提前提示',
      '委外台账：合同、付款节点与交付物和项目阶段对应',
      '预算执行：按品种归集费用，支持研发费用加计扣除备查',
    ],
    users: '项目管理；研发负责人；财务',
    deployment: 'saas',
    compliance: '等级保护二级',
    joins: '电子实验记录；企业财务系统',
    price: 1_200,
    unit: '每用户每年',
    goLive: '2~3 周',
  },
  {
    name: '检衡实验室信息管理系统',
    kind: 'lims',
    vendor: '示例·检衡信息',
    keywords: 'LIMS 实验室信息管理系统 QC 检验 稳定性',
    summary: '覆盖样品登记、检验、稳定性考察与报告签发的 LIMS，适用于 QC 与第三方检测实验室。',
    features: [
      '样品全程：条码登记、流转、留样与销毁，当前位置与责任人可查',
      '检验与判定：方法与限度版本管理，超标自动发起 OOS 调查',
      '稳定性考察：按方案生成取样计划，趋势图提前预警',
      '仪器与耗材：校准到期、试剂效期到期前提醒，过期不可选用',
    ],
    users: '质量控制；第三方检测；稳定性研究',
    deployment: 'both',
    compliance: 'GMP；ISO/IEC 17025；21 CFR Part 11',
    joins: '色谱数据系统；天平与 pH 计；ERP',
    price: 280_000,
    unit: '每套起',
    goLive: '8~12 周',
  },
  {
    name: '采微仪器数据采集',
    kind: 'lims',
    vendor: '示例·采微智联',
    keywords: 'SDMS 仪器数据 采集 原始数据 备份',
    summary: '自动采集、校验并归档色谱、光谱、天平等仪器的原始数据，替代人工拷贝。',
    features: [
      '自动采集：文件、串口与打印输出三种方式，断网续传',
      '完整性校验：每份原始数据留哈希与采集时间，改动可发现',
      '解析与回填：提取峰面积、称量值写入 LIMS 或电子实验记录',
    ],
    users: '质量控制；分析研究；IT 与验证',
    deployment: 'private',
    compliance: '数据可靠性；21 CFR Part 11',
    joins: '液相与气相；质谱；紫外与红外；天平',
    price: 6_800,
    unit: '每台仪器',
    goLive: '4~6 周',
  },
  {
    name: '净界环境监测',
    kind: 'lims',
    vendor: '示例·净界电子',
    keywords: '环境监测 EMS 温湿度 洁净区 冷链',
    summary: '洁净区、动物房、冷库与稳定性试验箱的温湿度、压差、尘埃粒子在线监测与报警。',
    features: [
      '在线监测：一分钟一次采样，本地缓存，断网不丢',
      '分级报警：短信、电话与声光逐级上报，处置留痕',
      '审计报告：按区域与时间段生成趋势和偏离报告',
    ],
    users: '质量保证；设施管理；动物实验中心',
    deployment: 'both',
    compliance: 'GMP；GLP；GSP',
    joins: '温湿度探头；压差计；粒子计数器',
    price: 1_500,
    unit: '每点位每年',
    goLive: '4~8 周',
  },
  {
    name: '循证临床试验管理',
    kind: 'clinical',
    vendor: '示例·循证云',
    keywords: 'CTMS 临床试验管理 中心 监查 入组',
    summary: '中心筛选、启动、入组、监查与费用的一体化 CTMS，申办方与 CRO 共用一套进度。',
    features: [
      '中心与入组：计划与实际入组曲线，落后中心自动标出',
      '监查访视：计划、报告与问题跟踪，支持移动端填写',
      '费用结算：按访视与里程碑计算研究者费用',
      '供应商协作：申办方、CRO 与 SMO 按权限查看',
    ],
    users: '临床运营；监查；临床项目管理',
    deployment: 'saas',
    compliance: 'ICH GCP；21 CFR Part 11',
    joins: 'EDC；eTMF；随机与药物管理',
    price: 60_000,
    unit: '每项目每年',
    goLive: '4~6 周',
  },
  {
    name: '归证电子主文档',
    kind: 'clinical',
    vendor: '示例·归证科技',
    keywords: 'eTMF 电子主文档 TMF 归档 核查',
    summary: '按 TMF 参考模型归档临床试验文件，缺失文件与责任人清晰可查。',
    features: [
      '完整性看板：按国家、中心与阶段计算应有与已有文件',
      '质检流程：上传、质检、入库三步，退回写明原因',
      '核查模式：为检查人员开通临时只读账号，操作全程留痕',
    ],
    users: '临床运营；质量保证；文档管理',
    deployment: 'both',
    compliance: 'ICH GCP；TMF 参考模型；21 CFR Part 11',
    joins: 'CTMS；电子签名',
    price: 45_000,
    unit: '每项目每年',
    goLive: '3~4 周',
  },
  {
    name: '知行电子数据采集',
    kind: 'clinical',
    vendor: '示例·知行数据',
    keywords: 'EDC 电子数据采集 CDISC 数据管理 逻辑核查',
    summary: '面向 I~IV 期与真实世界研究的 EDC，建库、核查与 CDISC 导出在线完成。',
    features: [
      '可视化建库：拖拽设计 CRF，中期修订不停库',
      '逻辑核查：录入即提示，质疑自动发出与关闭',
      'CDISC 导出：SDTM 映射与 define.xml 一并生成',
    ],
    users: '数据管理；统计；研究中心',
    deployment: 'saas',
    compliance: 'ICH GCP；CDISC；21 CFR Part 11',
    joins: 'CTMS；中心实验室；统计平台',
    price: 80_000,
    unit: '每项目起',
    goLive: '4~8 周',
  },
  {
    name: '申典电子申报',
    kind: 'registration',
    vendor: '示例·申典信息',
    keywords: 'eCTD 注册申报 CTD 资料编写 发布',
    summary: '按 M4 结构编写、校验与发布 eCTD 申报资料，序列与生命周期自动管理。',
    features: [
      '模块模板：按药品类别预置目录与撰写要点',
      '多人编写：章节分工、版本比较、审批后锁定',
      '校验与发布：链接、书签与 PDF 规格检查，一键生成序列',
    ],
    users: '注册事务；药学与临床撰写',
    deployment: 'both',
    compliance: 'ICH M4；eCTD 3.2.2',
    joins: '文档管理；电子签名',
    price: 160_000,
    unit: '每年',
    goLive: '4~6 周',
  },
  {
    name: '证览法规与证照',
    kind: 'registration',
    vendor: '示例·证览科技',
    keywords: '法规 证照 注册证 有效期 变更 备案',
    summary: '注册证、备案、许可与认证证书的台账，到期与变更要求提前提醒。',
    features: [
      '证照台账：一证一档，附件、变更与再注册记录齐全',
      '到期提醒：提前 12、9、6 个月分级提醒，责任到人',
      '法规动态：按品种与剂型订阅法规、指导原则更新',
    ],
    users: '注册事务；质量保证；器械注册',
    deployment: 'saas',
    compliance: '等级保护二级',
    joins: '质量管理；企业微信',
    price: 36_000,
    unit: '每年',
    goLive: '1~2 周',
  },
  {
    name: '恪守质量管理系统',
    kind: 'quality',
    vendor: '示例·恪守软件',
    keywords: 'QMS 质量管理 偏差 变更 CAPA 培训 文件',
    summary: '文件、培训、偏差、变更、CAPA 与供应商管理的一体化 QMS，适用于药品与医疗器械。',
    features: [
      '文件与培训联动：新版生效前自动派发培训，未完成不可上岗',
      '偏差与 CAPA：分级、根因分析与有效性检查闭环',
      '变更控制：影响评估按部门会签，关联文件与注册要求',
      '供应商管理：审计计划、资质到期与质量协议',
    ],
    users: '质量保证；生产；研发质量',
    deployment: 'both',
    compliance: 'GMP；ISO 13485；21 CFR Part 11；附录计算机化系统',
    joins: 'LIMS；MES；企业微信',
    price: 220_000,
    unit: '每套起',
    goLive: '8~14 周',
  },
  {
    name: '明训 GxP 培训',
    kind: 'quality',
    vendor: '示例·明训教育',
    keywords: '培训 LMS GxP 考核 上岗',
    summary: '按岗位矩阵安排 GMP、GLP、GCP 培训与考核，检查时可即时调取人员培训档案。',
    features: [
      '岗位矩阵：岗位变动自动增减培训要求',
      '在线考核：随机组卷、补考与实操评价',
      '培训档案：电子签名的培训记录，按人按文件导出',
    ],
    users: '质量保证；人力资源；各部门培训员',
    deployment: 'saas',
    compliance: 'GMP；GLP；GCP；21 CFR Part 11',
    joins: 'QMS；人事系统',
    price: 180,
    unit: '每人每年',
    goLive: '1~2 周',
  },
  {
    name: '精造生产执行系统',
    kind: 'production',
    vendor: '示例·精造智能',
    keywords: 'MES 生产执行 电子批记录 EBR 称量 放行',
    summary: '称量、投料、工序与清场全过程电子化的 MES，批记录随生产完成，审核按例外进行。',
    features: [
      '电子批记录：工艺参数自动采集，偏离必须说明',
      '称量与物料：条码防错，效期与货位联动',
      '按例外审核：聚焦偏离与修改，缩短放行时间',
      '设备与清场：状态标识电子化，未清场不得开始下一批',
    ],
    users: '生产；质量保证；工艺工程',
    deployment: 'private',
    compliance: 'GMP；附录计算机化系统；21 CFR Part 11',
    joins: 'SCADA；ERP；LIMS；称量终端',
    price: null,
    unit: '',
    goLive: '5~8 个月',
  },
  {
    name: '械溯唯一标识管理',
    kind: 'production',
    vendor: '示例·械溯科技',
    keywords: 'UDI 唯一标识 医疗器械 追溯 赋码',
    summary: '医疗器械 UDI 的编码、赋码、申报与追溯，满足国内外数据库要求。',
    features: [
      '编码规则：按产品与包装层级生成 DI、PI',
      '数据申报：一次维护，按不同数据库格式提交',
      '扫码追溯：从原料批号到终端用户双向查询',
    ],
    users: '器械注册；生产；仓储物流',
    deployment: 'both',
    compliance: 'UDI 规则；ISO 13485',
    joins: 'ERP；打码与视觉检测',
    price: 58_000,
    unit: '每年',
    goLive: '3~5 周',
  },
  {
    name: '安闻药物警戒',
    kind: 'safety',
    vendor: '示例·安闻医药数据',
    keywords: 'PV 药物警戒 个例报告 ICSR E2B 信号',
    summary: '个例安全性报告的收集、评价、递交与定期报告，支持 E2B(R3) 电子传输。',
    features: [
      '个例处理：查重、编码、因果评价与叙述模板',
      '时限管理：按国家与严重程度计算递交时限，临期预警',
      'E2B 递交：R3 校验与网关递交，回执自动匹配',
      '信号检测：比例失衡与趋势图，评估过程留痕',
    ],
    users: '药物警戒；临床安全；上市后研究',
    deployment: 'both',
    compliance: 'GVP；ICH E2B(R3)；21 CFR Part 11',
    joins: 'EDC；MedDRA；文献库',
    price: 120_000,
    unit: '每年起',
    goLive: '6~10 周',
  },
  {
    name: '文监文献监测',
    kind: 'safety',
    vendor: '示例·文监信息',
    keywords: '文献 监测 检索 不良反应 药物警戒',
    summary: '按品种与检索式定期检索中外文文献，初筛出可能的个例与安全性信息。',
    features: [
      '检索计划：按周自动检索，检索式版本可追溯',
      '初筛与复核：标题摘要高亮，双人复核留痕',
      '转个例：判定后一键转入药物警戒系统',
    ],
    users: '药物警戒；医学事务',
    deployment: 'saas',
    compliance: 'GVP',
    joins: '药物警戒系统',
    price: 12_000,
    unit: '每品种每年',
    goLive: '1 周',
  },
  {
    name: '汇流研发数据平台',
    kind: 'data',
    vendor: '示例·汇流数据',
    keywords: '数据平台 数据湖 研发数据 主数据 分析',
    summary: '汇集实验记录、检测、临床与采购数据，按品种、化合物与批次贯通查询。',
    features: [
      '主数据：化合物、样品、批次与方法统一编号',
      '数据目录：数据归属、更新时间与访问权限',
      '自助分析：常用图表与统计，结果可回到实验记录',
    ],
    users: '研发信息；数据科学；研发负责人',
    deployment: 'private',
    compliance: '数据可靠性；等级保护三级',
    joins: '电子实验记录；LIMS；EDC',
    price: null,
    unit: '',
    goLive: '3~6 个月',
  },
  {
    name: '算析统计分析环境',
    kind: 'data',
    vendor: '示例·算析科技',
    keywords: '统计 R SAS 计算环境 验证 分析',
    summary: '开箱即用、经过验证的统计计算环境，程序、数据与结果版本可追溯。',
    features: [
      '受控环境：R 与 Python 包版本锁定，附安装确认记录',
      '程序复核：双份编程与差异比对',
      '结果追溯：每张表图都能回到程序与数据版本',
    ],
    users: '统计编程；生物统计；药代动力学',
    deployment: 'both',
    compliance: 'CDISC；21 CFR Part 11',
    joins: 'EDC；文档管理',
    price: 9_600,
    unit: '每用户每年',
    goLive: '2~4 周',
  },
]

/** One solution: lists are `名称：说明`; applications by the name they have in digital-apps.ts. */
interface SolutionNote {
  readonly title: string
  readonly audience: string
  readonly summary: string
  readonly pains: readonly string[]
  readonly steps: readonly string[]
  readonly results: readonly string[]
  readonly uses: readonly UseNote[]
}
interface UseNote {
  readonly app: string
  readonly title: string
  readonly before: string
  readonly after: string
  readonly steps: readonly string[]
}

export const solutionNotes: readonly SolutionNote[] = [
  {
    title: '创新药早期研发数字化',
    audience: '10~150 人的创新药研发团队',
    summary: '以统一编号贯通实验记录、样品、仪器原始数据与项目进度，满足 IND 申报与注册核查对数据可追溯的要求。',
    pains: [
      '记录分散：纸质记录与个人电脑并存，人员变动后难以追溯，专利与申报缺少原始依据',
      '编号不一致：同一化合物在化学、生物与制剂部门使用不同编号，数据无法关联',
      '进度滞后：委外项目的延期常在付款节点才被发现，影响后续试验排期',
    ],
    steps: [
      '编号规则（第 1 周）：统一化合物、样品与批次编号，形成编号规程',
      '记录本试点（第 2~4 周）：一个课题组试用，完成模板、权限与电子签名配置',
      '仪器接入（第 5~8 周）：色谱、质谱与天平的原始数据自动采集，完成安装与运行确认',
      '项目看板（第 9~10 周）：里程碑、预算与委外交付纳入看板，按月复盘',
    ],
    results: [
      '实验记录于实验当日完成并提交复核，可按课题组统计当日完成率',
      '按化合物编号检索全部记录、图谱与报告，用于 IND 资料附件与核查备查',
      '委外里程碑到期前 14 天提示负责人，延期影响自动推算至后续节点',
    ],
    uses: [
      {
        app: '研录电子实验记录本',
        title: '实验记录与复核电子化',
        before: '纸质记录由实验员保管，图谱打印后粘贴，复核须等待记录本传递，平均滞后一周以上。',
        after: '记录于实验当日在线完成，图谱由仪器直接关联，复核与见证采用电子签名，记录归企业统一保管。',
        steps: [
          '建立模板：合成、纯化、活性测定与制剂各一套',
          '登记化合物：历史结构批量导入并查重编号',
          '试点推广：一个课题组试用两周，评估后全员启用',
        ],
      },
      {
        app: '采微仪器数据采集',
        title: '原始数据自动归档',
        before: '以移动存储从仪器电脑拷贝数据，文件名人工填写，存在覆盖与遗漏风险。',
        after: '数据生成后自动采集，记录哈希值与采集时间，按样品编号关联至实验记录。',
        steps: ['盘点仪器与输出方式', '安装采集端并验证完整性', '设置解析规则，回填关键结果'],
      },
      {
        app: '序程研发项目管理',
        title: '管线与委外进度统一管理',
        before: '项目表每周人工汇总，合同与付款节点另表登记，口径不一致。',
        after: '里程碑、委外合同与付款节点在同一视图，延期自动推算对后续节点的影响。',
        steps: ['导入在研品种与里程碑', '登记委外合同与交付物', '设置延期提醒的收件人'],
      },
    ],
  },
  {
    title: 'QC 实验室数据可靠性',
    audience: '药品生产企业与第三方检测实验室',
    summary: '检验、仪器数据与环境监测统一管理，从样品登记到报告签发具备完整审计追踪，符合药品记录与数据管理要求。',
    pains: [
      '人工转录：检验结果逐项誊抄，转录差错需多次复核',
      '原始数据分散：检查时须逐台仪器调取审计追踪',
      'OOS 调查滞后：纸质调查表流转周期长，趋势分析缺失',
    ],
    steps: [
      '差距评估（第 1~2 周）：对照《药品记录与数据管理要求》形成差距清单与整改计划',
      '仪器接入（第 3~6 周）：按风险分级接入仪器，自动采集、备份并完成恢复测试',
      'LIMS 上线（第 5~14 周）：检验、稳定性与留样分批切换，完成计算机化系统验证',
      '趋势与预警（第 15 周起）：检验结果与环境数据联合分析，设定警戒限与行动限',
    ],
    results: [
      '检验结果由仪器数据自动回填，取消人工誊抄',
      '稳定性取样计划自动生成，取样窗口前 7 天提醒',
      '审计追踪可按样品、方法或仪器一次导出，供检查使用',
    ],
    uses: [
      {
        app: '检衡实验室信息管理系统',
        title: '取样、检验至报告的全流程管理',
        before: '台账、记录与报告分别保存，报告签发前须三级人工核对。',
        after: '条码登记后流转可查，结果由仪器回填并按限度自动判定，报告经电子签名签发。',
        steps: ['建立方法、限度与模板', '与色谱数据系统接口联调', '计算机化系统验证后切换'],
      },
      {
        app: '采微仪器数据采集',
        title: '单机仪器的原始数据管理',
        before: '单机仪器的数据保存在本机，每月人工备份一次。',
        after: '数据生成后 30 秒内采集至服务器，修改与删除均可识别。',
        steps: ['仪器分级：先接直接影响放行的仪器', '安装与验证', '每季度恢复演练'],
      },
      {
        app: '净界环境监测',
        title: '环境偏离实时报警',
        before: '每日两次人工记录温湿度，夜间偏离至次日方被发现。',
        after: '每分钟采样一次，夜间报警通知值班人员，偏离报告自动生成。',
        steps: ['布点与风险评估', '安装探头并校准', '设置报警级别与值班表'],
      },
    ],
  },
  {
    title: '临床试验一体化管理',
    audience: '申办方临床团队与 CRO',
    summary: '中心进度、数据采集、主文档与安全性报告共用一套主数据，申办方与 CRO 依据同一口径管理试验。',
    pains: [
      '进度口径不一：各中心以邮件汇报入组，统计口径与时点不同',
      '主文档滞后：缺失文件在中心关闭时集中补齐，核查风险高',
      '安全性信息重复录入：严重不良事件在 EDC 与药物警戒系统分别录入并人工核对',
    ],
    steps: [
      '主数据（第 1~2 周）：统一中心、受试者与访视编号',
      '建库（第 3~8 周）：EDC 与 CTMS 同步配置，用户验收测试后启动中心',
      '主文档（首例入组起）：每次监查访视后核对 TMF 完整性',
      '安全性对接（首例入组前）：严重不良事件由 EDC 传输至药物警戒系统，完成模拟递交',
    ],
    results: [
      '入组、脱落与费用由同一数据源统计，每日更新',
      '主文档完整率按国家、中心与阶段统计，可设定目标值',
      '严重不良事件一次录入，按国家与严重程度计算递交时限',
    ],
    uses: [
      {
        app: '循证临床试验管理',
        title: '中心进度与监查管理',
        before: '每周收集各中心表格，汇总完成时数据已滞后三天。',
        after: '入组、监查与费用实时汇总，落后中心自动标出。',
        steps: ['导入中心与合同', '设定入组计划与访视', '开放给 CRO 与 SMO'],
      },
      {
        app: '知行电子数据采集',
        title: '录入时完成逻辑核查',
        before: '数据质疑每两周批量发出，研究者须回溯源数据答复。',
        after: '录入时即时核查，质疑当日处理，缩短锁库前的清理周期。',
        steps: ['设计 CRF 与核查规则', '用户测试后上线', '按里程碑做中期核查'],
      },
      {
        app: '归证电子主文档',
        title: '主文档完整性管理',
        before: '文件保存在共享盘，缺失文件至中心关闭时才被发现。',
        after: '按中心与阶段列出应有与已有文件，缺失文件自动提醒责任人。',
        steps: ['按参考模型配置目录', '批量导入历史文件', '每月做一次完整性检查'],
      },
      {
        app: '安闻药物警戒',
        title: '安全性报告时限管理',
        before: '严重不良事件在 EDC 与报告表重复填写，递交时限人工计算。',
        after: '数据自动带入，按时限倒计时提醒，经 E2B(R3) 校验后递交。',
        steps: ['配置时限规则与词典', '与 EDC 对接', '模拟递交后启用'],
      },
    ],
  },
  {
    title: '注册申报与证照管理',
    audience: '药品与医疗器械注册团队',
    summary: '申报资料编写、eCTD 发布与证照有效期统一管理，覆盖首次申报、变更与再注册。',
    pains: [
      '版本失控：同一章节存在多份终稿，难以确认现行版本',
      '发布前返工：书签、超链接与 PDF 规格问题集中出现在递交前',
      '证照台账缺失：再注册启动过晚，资料准备时间不足',
    ],
    steps: [
      '目录与分工（第 1 周）：按 M4 建立模块目录，分配章节负责人与完成日期',
      '编写与校验（第 2~8 周）：在线编写、审批锁定，提交时校验链接与 PDF 规格',
      '发布与归档（第 9 周）：试发布、正式发布并归档序列与回执',
      '证照台账（可并行）：导入注册证与备案凭证，设定分级提醒',
    ],
    results: [
      '每一章节仅有一个现行版本，历次修改可比对',
      '校验问题在编写阶段处理，发布前仅余复核',
      '再注册于有效期届满前 12 个月启动提醒，满足届满前 6 个月申请的要求',
    ],
    uses: [
      {
        app: '申典电子申报',
        title: '按 M4 结构协同编写',
        before: '各部门以邮件传递 Word 文件，注册部门手工合并并添加书签。',
        after: '章节分工在线编写，审批后锁定，校验通过后发布序列。',
        steps: ['选择分类模板', '分配章节与时间', '校验、试发布与正式发布'],
      },
      {
        app: '证览法规与证照',
        title: '证照有效期与再注册管理',
        before: '证照扫描件保存在个人电脑，再注册启动时间依赖个人记忆。',
        after: '到期前 12、9、6 个月分级提醒责任人，法规更新与变更要求同步推送。',
        steps: ['导入证照与附件', '设置责任人与提醒级别', '订阅相关法规'],
      },
    ],
  },
  {
    title: '从生产到放行的质量闭环',
    audience: '药品、医疗器械生产企业',
    summary: '生产执行、质量管理与培训联动，偏差在发生当班登记，批记录按例外审核后放行。',
    pains: [
      '审核周期长：纸质批记录逐页审核，放行周期以周计',
      '偏差登记滞后：事后补记，根因分析缺少现场数据',
      '培训与生效脱节：新版文件生效时，部分操作人员尚未完成培训',
    ],
    steps: [
      '工艺与记录标准化（第 1~2 个月）：梳理工艺参数、中间控制与批记录模板',
      '产线试点（第 3~6 个月）：一条产线上线电子批记录，并行三批后切换',
      '质量流程接入（第 5~7 个月）：偏差、变更与培训联动，完成计算机化系统验证',
      '推广与回顾（第 8 个月起）：分产线推广，纳入年度产品质量回顾',
    ],
    results: [
      '批记录按例外审核，审核人仅复核偏离与修改',
      '偏差于发生当班登记，分级与调查时限自动计算',
      '未完成培训的人员无法在系统中领用任务',
    ],
    uses: [
      {
        app: '精造生产执行系统',
        title: '电子批记录与例外审核',
        before: '纸质批记录每批约三百页，审核与更正多次往返。',
        after: '工艺参数自动采集，偏离即时说明，审核聚焦例外项。',
        steps: ['选试点品种与产线', '电子批记录设计与验证', '并行三批后切换'],
      },
      {
        app: '恪守质量管理系统',
        title: '偏差与 CAPA 闭环管理',
        before: '偏差表纸质会签，CAPA 完成情况至年底统计。',
        after: '分级、会签与有效性检查在线闭环，逾期自动上报。',
        steps: ['梳理流程与角色', '导入文件与历史偏差', '与 LIMS、MES 对接'],
      },
      {
        app: '明训 GxP 培训',
        title: '培训与岗位授权联动',
        before: '培训签到表以纸质归档，检查时调取耗时较长。',
        after: '新版文件生效前派发培训，未完成培训的人员无法领用任务。',
        steps: ['建立岗位矩阵', '导入题库', '与文件系统联动'],
      },
    ],
  },
]
