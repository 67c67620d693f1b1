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
