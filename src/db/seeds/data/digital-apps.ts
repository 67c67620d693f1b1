import type { AppKind, Deployment } from '../../../domain/content/digital-apps.ts'

/** One application: lists are divided by `；`, features are `名称：说明`. Vendors are invented. */
export interface AppNote {
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
    ...{
      name: '研录电子实验记录本',
      kind: 'research',
      vendor: '示例·研录科技',
      keywords: 'ELN 电子实验记录 化合物 样品 记录本',
    },
    summary: '药物化学、生物与制剂团队共用的电子实验记录本，结构式、原始数据与审批在同一页。',
    features: [
      '结构式与反应方程：画结构、算当量，自动关联化合物编号与批次',
      '模板与复用：按实验类型建模板，复制上次实验只改变量',
      '见证与签名：提交、复核、见证三级电子签名，锁定后只能追加',
      '全文与结构检索：按关键词、子结构、相似度查找全公司的记录',
    ],
    users: '药物化学；生物学；制剂研究；知识产权',
    ...{ deployment: 'both', compliance: '21 CFR Part 11；数据可靠性', joins: '天平；NMR 与 LC-MS 数据；化合物库' },
    ...{ price: 1_980, unit: '每用户每年', goLive: '3～5 周' },
  },
  {
    ...{
      name: '序程研发项目管理',
      kind: 'research',
      vendor: '示例·序程软件',
      keywords: '项目管理 立项 里程碑 预算 管线',
    },
    summary: '从立项到临床批件的里程碑、预算与委外合同管理，管线进展一张表看清。',
    features: [
      '管线视图：按靶点、适应症与阶段汇总在研品种',
      '里程碑与依赖：关键路径自动推算，延期提前提示',
      '委外台账：合同、付款节点与交付物和项目阶段对应',
      '预算执行：按品种归集费用，支持研发费用加计扣除备查',
    ],
    users: '项目管理；研发负责人；财务',
    ...{ deployment: 'saas', compliance: '等级保护二级', joins: '电子实验记录；企业财务系统' },
    ...{ price: 1_200, unit: '每用户每年', goLive: '2～3 周' },
  },
  {
    ...{
      name: '检衡实验室信息管理系统',
      kind: 'lims',
      vendor: '示例·检衡信息',
      keywords: 'LIMS 实验室信息管理系统 QC 检验 稳定性',
    },
    summary: '覆盖样品登记、检验、稳定性考察与报告签发的 LIMS，适用于 QC 与第三方检测实验室。',
    features: [
      '样品全程：条码登记、流转、留样与销毁，随时可查在谁手里',
      '检验与判定：方法与限度版本管理，超标自动发起 OOS 调查',
      '稳定性考察：按方案生成取样计划，趋势图提前预警',
      '仪器与耗材：校准到期、试剂效期到期前提醒，过期不可选用',
    ],
    users: '质量控制；第三方检测；稳定性研究',
    ...{
      deployment: 'both',
      compliance: 'GMP；ISO/IEC 17025；21 CFR Part 11',
      joins: '色谱数据系统；天平与 pH 计；ERP',
    },
    ...{ price: 280_000, unit: '每套起', goLive: '8～12 周' },
  },
  {
    ...{
      name: '采微仪器数据采集',
      kind: 'lims',
      vendor: '示例·采微智联',
      keywords: 'SDMS 仪器数据 采集 原始数据 备份',
    },
    summary: '把色谱、光谱、天平等仪器的原始数据自动收齐、校验与归档，替代人工拷贝。',
    features: [
      '自动采集：文件、串口与打印输出三种方式，断网续传',
      '完整性校验：每份原始数据留哈希与采集时间，改动可发现',
      '解析与回填：提取峰面积、称量值写入 LIMS 或电子实验记录',
    ],
    users: '质量控制；分析研究；IT 与验证',
    ...{ deployment: 'private', compliance: '数据可靠性；21 CFR Part 11', joins: '液相与气相；质谱；紫外与红外；天平' },
    ...{ price: 6_800, unit: '每台仪器', goLive: '4～6 周' },
  },
  {
    ...{ name: '净界环境监测', kind: 'lims', vendor: '示例·净界电子', keywords: '环境监测 EMS 温湿度 洁净区 冷链' },
    summary: '洁净区、动物房、冷库与稳定性试验箱的温湿度、压差、尘埃粒子在线监测与报警。',
    features: [
      '在线监测：一分钟一次采样，本地缓存，断网不丢',
      '分级报警：短信、电话与声光逐级上报，处置留痕',
      '审计报告：按区域与时间段生成趋势和偏离报告',
    ],
    users: '质量保证；设施管理；动物实验中心',
    ...{ deployment: 'both', compliance: 'GMP；GLP；GSP', joins: '温湿度探头；压差计；粒子计数器' },
    ...{ price: 1_500, unit: '每点位每年', goLive: '4～8 周' },
  },
  {
    ...{
      name: '循证临床试验管理',
      kind: 'clinical',
      vendor: '示例·循证云',
      keywords: 'CTMS 临床试验管理 中心 监查 入组',
    },
    summary: '中心筛选、启动、入组、监查与费用的一体化 CTMS，申办方与 CRO 共用一套进度。',
    features: [
      '中心与入组：计划与实际入组曲线，落后中心自动标出',
      '监查访视：计划、报告与问题跟踪，手机上也能写',
      '费用结算：按访视与里程碑计算研究者费用',
      '供应商协作：申办方、CRO、SMO 各看各的权限',
    ],
    users: '临床运营；监查；临床项目管理',
    ...{ deployment: 'saas', compliance: 'ICH GCP；21 CFR Part 11', joins: 'EDC；eTMF；随机与药物管理' },
    ...{ price: 60_000, unit: '每项目每年', goLive: '4～6 周' },
  },
  {
    ...{ name: '归证电子主文档', kind: 'clinical', vendor: '示例·归证科技', keywords: 'eTMF 电子主文档 TMF 归档 核查' },
    summary: '按 TMF 参考模型归档临床试验文件，缺什么、谁欠着，一眼看出。',
    features: [
      '完整性看板：按国家、中心与阶段计算应有与已有文件',
      '质检流程：上传、质检、入库三步，退回写明原因',
      '核查模式：给检查人员开临时只读账号，操作全程留痕',
    ],
    users: '临床运营；质量保证；文档管理',
    ...{ deployment: 'both', compliance: 'ICH GCP；TMF 参考模型；21 CFR Part 11', joins: 'CTMS；电子签名' },
    ...{ price: 45_000, unit: '每项目每年', goLive: '3～4 周' },
  },
  {
    ...{
      name: '知行电子数据采集',
      kind: 'clinical',
      vendor: '示例·知行数据',
      keywords: 'EDC 电子数据采集 CDISC 数据管理 逻辑核查',
    },
    summary: '面向 I～IV 期与真实世界研究的 EDC，建库、核查与 CDISC 导出在线完成。',
    features: [
      '可视化建库：拖拽设计 CRF，中期修订不停库',
      '逻辑核查：录入即提示，质疑自动发出与关闭',
      'CDISC 导出：SDTM 映射与 define.xml 一并生成',
    ],
    users: '数据管理；统计；研究中心',
    ...{ deployment: 'saas', compliance: 'ICH GCP；CDISC；21 CFR Part 11', joins: 'CTMS；中心实验室；统计平台' },
    ...{ price: 80_000, unit: '每项目起', goLive: '4～8 周' },
  },
  {
    ...{
      name: '申典电子申报',
      kind: 'registration',
      vendor: '示例·申典信息',
      keywords: 'eCTD 注册申报 CTD 资料编写 发布',
    },
    summary: '按 M4 结构编写、校验与发布 eCTD 申报资料，序列与生命周期自动管理。',
    features: [
      '模块模板：按药品类别预置目录与撰写要点',
      '多人编写：章节分工、版本比较、审批后锁定',
      '校验与发布：链接、书签与 PDF 规格检查，一键生成序列',
    ],
    users: '注册事务；药学与临床撰写',
    ...{ deployment: 'both', compliance: 'ICH M4；eCTD 3.2.2', joins: '文档管理；电子签名' },
    ...{ price: 160_000, unit: '每年', goLive: '4～6 周' },
  },
  {
    ...{
      name: '证览法规与证照',
      kind: 'registration',
      vendor: '示例·证览科技',
      keywords: '法规 证照 注册证 有效期 变更 备案',
    },
    summary: '注册证、备案、许可与认证证书的台账，到期与变更要求提前提醒。',
    features: [
      '证照台账：一证一档，附件、变更与再注册记录齐全',
      '到期提醒：提前 12、9、6 个月分级提醒，责任到人',
      '法规动态：按品种与剂型订阅法规、指导原则更新',
    ],
    users: '注册事务；质量保证；器械注册',
    ...{ deployment: 'saas', compliance: '等级保护二级', joins: '质量管理；企业微信' },
    ...{ price: 36_000, unit: '每年', goLive: '1～2 周' },
  },
  {
    ...{
      name: '恪守质量管理系统',
      kind: 'quality',
      vendor: '示例·恪守软件',
      keywords: 'QMS 质量管理 偏差 变更 CAPA 培训 文件',
    },
    summary: '文件、培训、偏差、变更、CAPA 与供应商管理的一体化 QMS，适用于药品与医疗器械。',
    features: [
      '文件与培训联动：新版生效前自动派发培训，未完成不可上岗',
      '偏差与 CAPA：分级、根因分析与有效性检查闭环',
      '变更控制：影响评估按部门会签，关联文件与注册要求',
      '供应商管理：审计计划、资质到期与质量协议',
    ],
    users: '质量保证；生产；研发质量',
    ...{
      deployment: 'both',
      compliance: 'GMP；ISO 13485；21 CFR Part 11；附录计算机化系统',
      joins: 'LIMS；MES；企业微信',
    },
    ...{ price: 220_000, unit: '每套起', goLive: '8～14 周' },
  },
  {
    ...{ name: '明训 GxP 培训', kind: 'quality', vendor: '示例·明训教育', keywords: '培训 LMS GxP 考核 上岗' },
    summary: '按岗位矩阵安排 GMP、GLP、GCP 培训与考核，检查时三分钟调出任何人的培训档案。',
    features: [
      '岗位矩阵：岗位变动自动增减培训要求',
      '在线考核：随机组卷、补考与实操评价',
      '培训档案：电子签名的培训记录，按人按文件导出',
    ],
    users: '质量保证；人力资源；各部门培训员',
    ...{ deployment: 'saas', compliance: 'GMP；GLP；GCP；21 CFR Part 11', joins: 'QMS；人事系统' },
    ...{ price: 180, unit: '每人每年', goLive: '1～2 周' },
  },
  {
    ...{
      name: '精造生产执行系统',
      kind: 'production',
      vendor: '示例·精造智能',
      keywords: 'MES 生产执行 电子批记录 EBR 称量 放行',
    },
    summary: '称量、投料、工序与清场全过程电子化的 MES，批记录随生产完成，审核按例外进行。',
    features: [
      '电子批记录：工艺参数自动采集，偏离必须说明',
      '称量与物料：条码防错，效期与货位联动',
      '按例外审核：只看偏离与修改，放行时间缩短',
      '设备与清场：状态卡电子化，未清场不能开下一批',
    ],
    users: '生产；质量保证；工艺工程',
    ...{
      deployment: 'private',
      compliance: 'GMP；附录计算机化系统；21 CFR Part 11',
      joins: 'SCADA；ERP；LIMS；称量终端',
    },
    ...{ price: null, unit: '', goLive: '5～8 个月' },
  },
  {
    ...{
      name: '械溯唯一标识管理',
      kind: 'production',
      vendor: '示例·械溯科技',
      keywords: 'UDI 唯一标识 医疗器械 追溯 赋码',
    },
    summary: '医疗器械 UDI 的编码、赋码、申报与追溯，满足国内外数据库要求。',
    features: [
      '编码规则：按产品与包装层级生成 DI、PI',
      '数据申报：一次维护，按不同数据库格式提交',
      '扫码追溯：从原料批号到终端用户双向查询',
    ],
    users: '器械注册；生产；仓储物流',
    ...{ deployment: 'both', compliance: 'UDI 规则；ISO 13485', joins: 'ERP；打码与视觉检测' },
    ...{ price: 58_000, unit: '每年', goLive: '3～5 周' },
  },
  {
    ...{
      name: '安闻药物警戒',
      kind: 'safety',
      vendor: '示例·安闻医药数据',
      keywords: 'PV 药物警戒 个例报告 ICSR E2B 信号',
    },
    summary: '个例安全性报告的收集、评价、递交与定期报告，支持 E2B(R3) 电子传输。',
    features: [
      '个例处理：查重、编码、因果评价与叙述模板',
      '时限管理：按国家与严重程度计算递交时限，临期预警',
      'E2B 递交：R3 校验与网关递交，回执自动匹配',
      '信号检测：比例失衡与趋势图，评估过程留痕',
    ],
    users: '药物警戒；临床安全；上市后研究',
    ...{ deployment: 'both', compliance: 'GVP；ICH E2B(R3)；21 CFR Part 11', joins: 'EDC；MedDRA；文献库' },
    ...{ price: 120_000, unit: '每年起', goLive: '6～10 周' },
  },
  {
    ...{ name: '文监文献监测', kind: 'safety', vendor: '示例·文监信息', keywords: '文献 监测 检索 不良反应 药物警戒' },
    summary: '按品种与检索式定期检索中外文文献，初筛出可能的个例与安全性信息。',
    features: [
      '检索计划：按周自动检索，检索式版本可追溯',
      '初筛与复核：标题摘要高亮，双人复核留痕',
      '转个例：判定后一键转入药物警戒系统',
    ],
    users: '药物警戒；医学事务',
    ...{ deployment: 'saas', compliance: 'GVP', joins: '药物警戒系统' },
    ...{ price: 12_000, unit: '每品种每年', goLive: '1 周' },
  },
  {
    ...{
      name: '汇流研发数据平台',
      kind: 'data',
      vendor: '示例·汇流数据',
      keywords: '数据平台 数据湖 研发数据 主数据 分析',
    },
    summary: '把实验记录、检测、临床与采购数据汇到一处，按品种、化合物与批次贯通查询。',
    features: [
      '主数据：化合物、样品、批次与方法统一编号',
      '数据目录：谁有什么数据、多新、能给谁看',
      '自助分析：常用图表与统计，结果可回到实验记录',
    ],
    users: '研发信息；数据科学；研发负责人',
    ...{ deployment: 'private', compliance: '数据可靠性；等级保护三级', joins: '电子实验记录；LIMS；EDC' },
    ...{ price: null, unit: '', goLive: '3～6 个月' },
  },
  {
    ...{ name: '算析统计分析环境', kind: 'data', vendor: '示例·算析科技', keywords: '统计 R SAS 计算环境 验证 分析' },
    summary: '开箱即用、经过验证的统计计算环境，程序、数据与结果版本可追溯。',
    features: [
      '受控环境：R 与 Python 包版本锁定，附安装确认记录',
      '程序复核：双份编程与差异比对',
      '结果追溯：每张表图都能回到程序与数据版本',
    ],
    users: '统计编程；生物统计；药代动力学',
    ...{ deployment: 'both', compliance: 'CDISC；21 CFR Part 11', joins: 'EDC；文档管理' },
    ...{ price: 9_600, unit: '每用户每年', goLive: '2～4 周' },
  },
]
