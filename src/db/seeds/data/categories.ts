/**
 * Category trees as indented text: name | mark | figure. What a line leaves out it takes from the one above it.
 * The first line is the root (level 0); levels 1 to 4 follow. The first six stages are the way in on the home page.
 */
export const serviceTree = `
研发服务 | mark-plate | fig-plate
  发现与筛选 | mark-molecule | fig-plate
    化合物合成 | mark-molecule | fig-nmr
      定制合成
        毫克至克级合成
        公斤级以下放大
        手性化合物合成
        化合物库合成
        多肽合成
      结构确证
        核磁与高分辨质谱解析
        单晶解析
    高通量筛选 | mark-plate | fig-plate
      生化筛选
        激酶选择性谱 | mark-plate | fig-dose
        GPCR 功能筛选
        离子通道筛选
        酶动力学测定
      细胞筛选
        增殖与细胞毒 | mark-plate | fig-dose
        报告基因
        高内涵成像
      亲和力测定
        SPR
        生物层干涉
    计算化学 | mark-molecule | fig-dose
      虚拟筛选
        分子对接
        药效团与相似性
      性质预测
        ADMET 预测
    抗体发现 | mark-antibody | fig-gel
      单克隆抗体发现
        杂交瘤
        噬菌体展示
        单 B 细胞
        纳米抗体
      抗体工程
        人源化与亲和成熟
        双特异性抗体
        抗体偶联
    先导优化 | mark-molecule | fig-dose
      体外 ADME
        肝微粒体与肝细胞代谢
        Caco-2 渗透性
        血浆蛋白结合
        CYP 抑制与诱导
  药学研究 | mark-flask | fig-hplc
    原料药工艺 | mark-flask | fig-reactor
      合成路线开发
        路线筛选
        工艺优化与参数研究
        结晶工艺
        连续流工艺
      杂质制备
        杂质合成与结构确证
    制剂处方 | mark-capsule | fig-dissolution
      口服固体制剂
        普通片与胶囊
        缓控释制剂
        固体分散体
        儿童剂型
      注射剂
        小容量注射液
        冻干粉针
        脂质体与微球
      局部与吸入制剂
        吸入溶液与粉雾剂
        半固体制剂
        滴眼液
    晶型与盐型 | mark-microscope | fig-xrpd
      晶型研究
        多晶型筛选
        盐型与共晶筛选
        晶型定量
    质量研究 | mark-analysis | fig-hplc
      理化分析方法
        有关物质与含量
        溶出曲线与一致性 | mark-analysis | fig-dissolution
        残留溶剂
        基因毒性杂质 | mark-analysis | fig-nmr
        元素杂质
      包材与相容性
        可提取物与浸出物
        包装密封完整性
    稳定性考察 | mark-analysis | fig-stability
      稳定性试验
        加速与长期试验
        影响因素试验
  临床前 | mark-safety | fig-safety
    药效学研究 | mark-efficacy | fig-efficacy
      肿瘤药效
        CDX 模型
        PDX 模型
        同系移植模型
        类器官药敏 | mark-efficacy | fig-dose
      代谢与心血管药效
        糖尿病模型
        脂肪肝模型 | mark-efficacy | fig-cells
        心肌缺血模型 | mark-efficacy | fig-ecg
      炎症与免疫药效
        关节炎模型
        肠炎模型
        皮肤炎症模型
        肺纤维化模型 | mark-efficacy | fig-cells
      神经与疼痛药效
        阿尔茨海默病模型 | mark-efficacy | fig-cells
        脑卒中模型 | mark-efficacy | fig-cells
        疼痛模型 | mark-efficacy | fig-safety
      抗感染药效
        细菌感染模型 | mark-efficacy | fig-km
        病毒体外药效 | mark-efficacy | fig-dose
    毒理学安全性评价 | mark-safety | fig-safety
      单次给药毒性 | mark-safety | fig-km
        大鼠与小鼠急性毒性
        非啮齿类最大耐受剂量
      重复给药毒性
        SD 大鼠 4 周
        SD 大鼠 13 周 | mark-safety | fig-organs
        SD 大鼠 26 周 | mark-safety | fig-timeline
        比格犬 4 周 | mark-safety | fig-organs
        比格犬 13 周 | mark-safety | fig-organs
        比格犬 39 周 | mark-safety | fig-timeline
        食蟹猴 4 周 | mark-safety | fig-organs
        食蟹猴 13 周 | mark-safety | fig-timeline
        小型猪经皮
      遗传毒性 | mark-safety | fig-mutation
        三项组合
        单项试验
      生殖毒性 | mark-safety | fig-timeline
        I 段
        II 段
        III 段
        幼龄动物 | mark-safety | fig-organs
      安全药理 | mark-safety | fig-ecg
        核心组合
        hERG 与离子通道 | mark-safety | fig-dose
        大动物遥测
      局部耐受与免疫毒性
        刺激、过敏与溶血 | mark-safety | fig-cells
        免疫毒性与免疫原性 | mark-safety | fig-flow
      毒代动力学 | mark-safety | fig-pk
        伴随毒代
      给药制剂分析 | mark-safety | fig-hplc
        浓度、均一性与稳定性
    药代动力学 | mark-pk | fig-pk
      体内药代
        大鼠与小鼠 PK
        比格犬 PK
        食蟹猴 PK
        组织分布与排泄
        放射性物质平衡
      生物分析 | mark-pk | fig-pk
        小分子生物分析
        大分子生物分析
        抗药抗体与中和抗体
    病理与成像 | mark-microscope | fig-cells
      组织病理
        切片制备与阅片
        免疫组化与多重荧光
        数字病理
      活体成像
        小动物成像
    实验动物 | mark-animal | fig-efficacy
      动物模型构建
        基因修饰小鼠
        代养与种群维持
  临床研究 | mark-clinical | fig-trial
    I 期临床 | mark-clinical | fig-trial
      早期临床
        首次人体与剂量递增
        药物相互作用
        特殊人群
    生物等效性 | mark-clinical | fig-pk
      BE 试验
        口服固体制剂 BE
        预试验
    数据管理与统计 | mark-clinical | fig-km
      数据与统计
        EDC 与数据管理
        统计分析与编程
    中心实验室 | mark-gene | fig-flow
      临床样本检测
        常规与生物标志物
        流式免疫分型
      基因检测 | mark-gene | fig-gene
        全外显子组与全基因组
        靶向测序与伴随诊断
        转录组与单细胞
        甲基化与微生物组
    药物警戒 | mark-safety | fig-trial
      安全信号管理
        个例安全性报告
        定期安全性更新
    临床运营 | mark-clinical | fig-km
      监查与稽查
        临床监查
        第三方稽查 | mark-clinical | fig-audit
        受试者招募
  注册申报 | mark-registration | fig-ctd
    CTD 资料撰写 | mark-registration | fig-ctd
      化学药品
        IND 资料
        NDA 与 ANDA 资料 | mark-registration | fig-ectd
        原料药登记 | mark-registration | fig-dmf
      生物制品
        生物制品 IND | mark-registration | fig-dual
    沟通交流会 | mark-consult | fig-meeting
      审评沟通
        Pre-IND 会议
        II 期结束会议 | mark-consult | fig-dose
    器械注册检验 | mark-device | fig-checks
      器械注册
        注册资料与体系核查
        临床评价报告 | mark-device | fig-equal
    翻译与核查 | mark-registration | fig-audit
      合规与核查
        研制现场核查准备
        申报资料翻译 | mark-registration | fig-bilingual
        GxP 稽查 | mark-registration | fig-capa
    上市后变更 | mark-registration | fig-change
      变更研究
        上市后变更研究与申报
  CDMO 与生产 | mark-cdmo | fig-reactor
    工艺开发 | mark-cdmo | fig-reactor
      原料药 CDMO
        小分子公斤级放大
        高活性原料药
        寡核苷酸与多肽 | mark-cdmo | fig-hplc
      生物药 CDMO | mark-antibody | fig-wells
        稳定细胞株构建
        上游与下游工艺
        质粒与病毒载体 | mark-antibody | fig-gel
        ADC 偶联工艺 | mark-antibody | fig-hplc
    中试放大 | mark-cdmo | fig-reactor
      制剂中试
        口服固体中试 | mark-cdmo | fig-dissolution
        注射剂中试
    委托生产 | mark-cdmo | fig-reactor
      商业化生产
        原料药委托生产
        制剂委托生产
        临床样品生产
    无菌灌装 | mark-vial | fig-reactor
      灌装
        西林瓶灌装与冻干
        预灌封注射器
    技术转移 | mark-cdmo | fig-reactor
      转移与验证
        工艺转移与验证
        清洁验证 | mark-cdmo | fig-hplc
  医疗器械 | mark-device | fig-stent
    生物学评价 | mark-device | fig-cells
      生物相容性
        细胞毒、致敏与刺激
        植入与亚慢性毒性
        血液相容性
        化学表征与毒理风险
    器械动物试验 | mark-animal | fig-stent
      大动物试验
        血管介入
        骨科植入
    性能与检验 | mark-device | fig-stent
      性能测试
        疲劳与力学
        电气安全与电磁兼容
        包装与老化
        灭菌验证
      体外诊断试剂
        分析性能评估
  分析检测 | mark-analysis | fig-hplc
    大分子表征 | mark-antibody | fig-gel
      理化表征
        一级结构与修饰
        电荷与大小异质性
      生物活性
        效价与结合活性
      工艺杂质
        宿主残留
    微生物与安全检测 | mark-microscope | fig-wells
      生物安全
        细胞库检定
        病毒清除验证
        支原体与无菌
    仪器测试 | mark-analysis | fig-nmr
      委托测试
        核磁、质谱与红外
        热分析与粒度
  细胞与基因治疗 | mark-cell | fig-flow
    细胞治疗 | mark-cell | fig-flow
      细胞药物
        CAR-T 体内外药效
        间充质干细胞质量研究
    基因治疗 | mark-gene | fig-gene
      载体研究
        AAV 滴度与质量
        载体生物分布
        基因编辑脱靶
    核酸药物 | mark-gene | fig-gene
      mRNA 与小核酸
        mRNA 合成与 LNP
        小核酸筛选
`

export const productTree = `
研发采购 | mark-supply | fig-bottle
  对照品与标准品 | mark-vial | fig-vial
    化学药对照品
      原料对照品
        解热镇痛与抗炎
        心脑血管
        内分泌与代谢
        抗感染
        抗肿瘤
        神经精神
        消化与呼吸
        泌尿与免疫
      标准溶液
        单标溶液
        混标溶液
    杂质对照品
      有关物质
        工艺杂质与降解产物
        基因毒性与亚硝胺杂质
        杂质套装
    天然产物对照品
      中药化学对照品
        黄酮与酚酸
        皂苷与萜类
        生物碱与醌
    营养与代谢标准品
      维生素与氨基酸
        维生素
        氨基酸与糖
  试剂 | mark-reagent | fig-bottle
    溶剂
      色谱溶剂
        HPLC 级
        LC-MS 级
      合成溶剂
        分析纯与无水溶剂
    通用化学试剂
      酸碱盐
        缓冲盐与离子对试剂
        酸碱
      合成试剂
        偶联与催化
        还原与碱
    生化试剂
      缓冲与裂解
        生物缓冲剂
        还原与变性剂
      细胞试剂
        染料与检测
        抗生素与筛选
    试剂盒 | mark-plate | fig-kit
      免疫检测
        ELISA 试剂盒
        多因子检测
      分子检测
        核酸提取与定量
        残留检测
      细胞检测
        活力、凋亡与毒性
    抗体与蛋白 | mark-antibody | fig-vial
      一抗
        流式抗体
        免疫印迹抗体
      重组蛋白
        细胞因子
        靶点蛋白
  耗材 | mark-plate | fig-wells
    色谱耗材 | mark-analysis | fig-column
      色谱柱
        反相色谱柱
        亲水与离子交换柱
        手性柱
        体积排阻柱
      样品前处理
        固相萃取 | mark-analysis | fig-cartridge
        进样瓶与滤器 | mark-analysis | fig-vial
    细胞培养耗材 | mark-cell | fig-wells
      培养与冻存
        培养瓶、培养板 | mark-cell | fig-tflask
        冻存与离心 | mark-cell | fig-tube
    液体处理 | mark-instrument | fig-pipette
      移液
        移液器
        吸头 | mark-instrument | fig-tips
  仪器设备 | mark-instrument | fig-hplcstack
    分析仪器 | mark-instrument | fig-hplcstack
      色谱与光谱
        液相色谱
        光谱与酶标 | mark-instrument | fig-spectro
      药物检测仪器 | mark-instrument | fig-dissolver
        溶出与崩解
        粒度与水分
    生命科学仪器 | mark-instrument | fig-centrifuge
      分离与培养
        离心机
        培养与安全柜 | mark-instrument | fig-incubator
      制备设备
        反应与冻干
  细胞与实验动物 | mark-animal | fig-wells
    细胞株 | mark-cell | fig-dish
      肿瘤细胞株
        人源肿瘤细胞
        鼠源肿瘤细胞
      工具细胞
        工程细胞株
        原代细胞
    实验动物 | mark-animal | fig-mouse
      啮齿类
        常规品系
        免疫缺陷品系
      动物用品 | mark-animal | fig-drum
        饲料与垫料
    生物基质 | mark-reagent | fig-vial
      空白基质
        血浆与血清 | mark-reagent | fig-plasma
        肝微粒体与肝细胞
  原料与辅料 | mark-material | fig-bottle
    原料药 | mark-capsule | fig-bottle
      研究用原料药
        心脑血管与代谢原料
        抗感染原料
        抗肿瘤原料
        其他原料
    药用辅料 | mark-material | fig-drum
      口服辅料
        填充与崩解
        黏合与包衣
        润滑与助流
      注射级辅料
        增溶与稳定
        脂质与环糊精
    包材 | mark-material | fig-vial
      药用包装
        玻璃瓶与胶塞
`

/**
 * What listings of a category tell in the same words. A line without blanks in front is the way to a category from the
 * first level down; below it: code | name | input | values, or the key of a dictionary above | unit | facts of the
 * demo it is read from. `*` before a name: required. Codes and keys are wire values.
 */
export const attributeText = `
发现与筛选/化合物合成
  scale | 合成规模 | select | 毫克级、克级、百克级、公斤级
  purity | 纯度要求 | text | | | 纯度
发现与筛选/高通量筛选
  readout | 检测平台 | multi | TR-FRET、HTRF、FLIPR、荧光偏振、发光、放射性、自动膜片钳、流式细胞术、高内涵成像、SPR、BLI | | 平台
  plate | 微孔板 | multi | 96 孔、384 孔、1536 孔
发现与筛选/抗体发现
  technology | 技术路线 | multi | 杂交瘤、噬菌体展示、单 B 细胞、酵母展示、转基因小鼠
  host | 免疫动物 | multi | 小鼠、大鼠、兔、羊驼、鸡
发现与筛选/先导优化
  matrixSpecies | 试验种属 | multi | 人、猴、犬、大鼠、小鼠 | | 试验系统
药学研究/原料药工艺
  scale | 验证规模 | text
药学研究/制剂处方
  form | 剂型 | multi | FORM: 片剂、胶囊、颗粒剂、缓释片、注射液、冻干粉针、脂质体、微球、吸入粉雾剂、吸入溶液、软膏与凝胶、滴眼液、贴剂
  batch | 批量 | text
药学研究/质量研究
  instrument | 检测仪器 | multi | INSTRUMENT: HPLC、UPLC、GC、LC-MS、GC-MS、ICP-MS、IC、溶出仪、XRPD、DSC、TGA、NMR、红外、激光粒度仪 | | 方法
  guideline | 遵循规范 | text
药学研究/晶型与盐型
  instrument | 检测仪器 | multi | INSTRUMENT | | 表征
药学研究/稳定性考察
  condition | 放置条件 | multi | 25 ℃/60%、30 ℃/65%、40 ℃/75%、2~8 ℃、-20 ℃、光照 4500 lx、60 ℃ | | 放置条件
临床前/药效学研究
  species | 动物种属 | multi | SPECIES: SD 大鼠、Wistar 大鼠、ICR 小鼠、昆明小鼠、C57BL/6 小鼠、BALB/c 小鼠、裸小鼠、NOD SCID 小鼠、豚鼠、新西兰兔、比格犬、食蟹猴、巴马小型猪 | | 模型
  modelType | 模型类型 | multi | CDX、PDX、同系移植、类器官、自发、诱导、手术、基因修饰 | | 模型
临床前/毒理学安全性评价
  species | 动物种属 | multi | SPECIES | | 试验物种
  route | 给药途径 | multi | ROUTE: 灌胃、静脉注射、静脉输注、皮下注射、肌肉注射、腹腔注射、经皮、吸入、胶囊、滴眼 | | 给药途径、给药方式
  glp | GLP 条件 | select | GLP: GLP、非 GLP | | 遵循规范
  recovery | 恢复期 | text
临床前/药代动力学
  species | 动物种属 | multi | SPECIES | | 试验物种
  matrix | 生物基质 | multi | MATRIX: 血浆、血清、全血、尿液、脑脊液、组织匀浆 | | 基质
  method | 检测方法 | multi | LC-MS/MS、ELISA、MSD、放射性检测、qPCR | | 检测方法
  range | 定量范围 | text
临床前/病理与成像
  stain | 染色方法 | multi | HE、免疫组化、多重荧光、特殊染色、原位杂交 | | 内容
临床研究/生物等效性
  state | 给药状态 | multi | 空腹、餐后
临床研究/中心实验室
  sample | 样品类型 | multi | SAMPLE: 血清、血浆、全血、外周血单个核细胞、尿液、组织切片、新鲜组织、核酸 | | 样本要求
  turnaround | 报告时限 | text
注册申报/CTD 资料撰写
  authority | 申报地区 | multi | 中国、美国、欧盟、日本
  dossier | 资料格式 | multi | eCTD、CTD 纸质 | | 格式
CDMO 与生产/工艺开发
  scale | 规模 | text
  line | 生产线 | text
CDMO 与生产/中试放大
  form | 剂型 | multi | FORM
CDMO 与生产/委托生产
  form | 剂型 | multi | FORM
  gmp | GMP 条件 | multi | 中国 GMP、FDA、EMA、PMDA
CDMO 与生产/无菌灌装
  container | 包装形式 | multi | 西林瓶、安瓿、预灌封注射器、卡式瓶
医疗器械/生物学评价
  standard | 依据标准 | text | | | 标准
  need | 样品需求 | text
医疗器械/性能与检验
  standard | 依据标准 | text | | | 标准
  need | 样品需求 | text
分析检测
  instrument | 检测仪器 | multi | INSTRUMENT | | 方法
  sample | 样品要求 | text | | | 样品
细胞与基因治疗/细胞治疗
  cellType | 细胞类型 | multi | CAR-T、TCR-T、NK、MSC、iPSC
对照品与标准品
  *storage | 储存条件 | text | | | 储存、保存
  purity | 纯度 | text
  formula | 分子式 | text
  weight | 分子量 | number | | g/mol
  valuing | 定值方法 | select | 质量平衡法、定量核磁、两法互证
  look | 外观 | text
对照品与标准品/化学药对照品/标准溶液
  concentration | 浓度 | text
  solvent | 介质 | text | | | 溶剂
试剂
  storage | 储存条件 | text | | | 储存、保存
试剂/溶剂
  grade | 级别 | select | HPLC、LC-MS、分析纯、无水级、化学纯
  formula | 分子式 | text
  weight | 分子量 | number | | g/mol
  water | 水分 | text
试剂/抗体与蛋白
  host | 宿主 | select | 小鼠、大鼠、兔、山羊、羊驼 | | 同型
  application | 应用 | multi | 流式细胞术、免疫印迹、ELISA、免疫组化、免疫荧光、免疫沉淀
  expression | 表达系统 | select | HEK293、CHO、E.coli、昆虫细胞、酵母 | | 表达
  purity | 纯度 | text
试剂/试剂盒
  sample | 样品类型 | multi | SAMPLE | | 样本
  platform | 检测平台 | select | 酶标仪、化学发光、荧光、流式、qPCR
耗材/色谱耗材/色谱柱
  filling | 填料 | select | 十八烷基、辛烷基、苯基、五氟苯基、氰基、氨基、酰胺、硅胶、强阳离子、强阴离子、多糖衍生物、二醇基 | | 键合相、固定相
  pore | 孔径 | text
  particle | 粒径 | text | | | 粒径
  size | 尺寸 | text | | | 尺寸
  ph | pH 范围 | text | | | pH
  use | 适用 | text
耗材/细胞培养耗材
  material | 材质 | select | 聚苯乙烯、聚丙烯、玻璃、不锈钢
  sterile | 灭菌方式 | select | 伽马辐照、环氧乙烷、湿热、未灭菌
仪器设备
  warranty | 质保 | select | 1 年、2 年、3 年、5 年
  power | 电源 | text
  size | 外形尺寸 | text
细胞与实验动物/细胞株
  source | 种属来源 | select | 人、小鼠、大鼠、猴、仓鼠
  medium | 培养基 | text
  mycoplasma | 支原体 | select | 阴性、未检
细胞与实验动物/实验动物
  grade | 微生物级别 | select | SPF 级、清洁级、普通级、无菌级
  sex | 性别 | select | 雄、雌、雌雄各半
细胞与实验动物/生物基质
  anticoagulant | 抗凝剂 | select | EDTA-K2、肝素钠、柠檬酸钠、无 | | 抗凝
  donors | 供体数 | text | | | 供体
原料与辅料/原料药
  standard | 执行标准 | text
  filing | 登记状态 | select | FILING: A、I、未登记
  formula | 分子式 | text
  weight | 分子量 | number | | g/mol
  particle | 粒度 | text
  storage | 储存条件 | text | | | 储存
原料与辅料/药用辅料
  grade | 级别 | select | 药用辅料、供注射用、食品级
  standard | 执行标准 | text
  filing | 登记状态 | select | FILING
  storage | 储存条件 | text | | | 储存
`
