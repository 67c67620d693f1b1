import type { WideKind } from '../../../domain/pictures/drawing-names.ts'
/** What a shop says of itself beyond its brief; `holiday` counts days from today. */
interface ShopNote {
  readonly key: string
  /** One of the nine backgrounds; 0 = by its id. */
  readonly backdrop: number
  readonly capabilities: readonly string[]
  /** Paragraphs divided by empty lines. */
  readonly introduction: string
}

const read = (text: string): ReadonlyMap<string, ShopNote> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line): [string, ShopNote] => {
        const [key = '', backdrop = '0', capabilities = '', ...paragraphs] = line.split('|').map((part) => part.trim())
        const words = capabilities.split('，').filter((word) => word !== '')
        return [key, { key, backdrop: Number(backdrop), capabilities: words, introduction: paragraphs.join('\n\n') }]
      }),
  )

/** By the key of the company: backdrop, capabilities, paragraphs. */
export const shopNotes = read(`
臻境|5|小分子，抗体与蛋白，核酸药物，屏障动物设施，非人灵长类，IND 申报，中美双报|中心位于天津中新生态城，建筑面积 11,800 平方米，其中屏障设施 4,200 平方米，设大鼠、小鼠、豚鼠、比格犬与食蟹猴饲养区，环境参数全年连续记录。|团队由专题负责人、病理、毒代与统计四个组构成，专题负责人平均从业 12 年；质量保证部独立于试验部门，直接向机构负责人报告。|承接单次与重复给药毒性、生殖与发育毒性、遗传毒性、安全药理与毒代动力学试验，报告可按中美双报格式出具，并提供 SEND 数据集。
澜格|1|小分子，抗体与蛋白，抗体偶联，细胞治疗，屏障动物设施，临床样本检测|自建 PDX 模型 214 株，覆盖肺、胃、结直肠、胰腺与血液肿瘤，均附基因组与用药背景资料。|类器官与人源化小鼠平台可与 PDX 联用，药效、药代与生物标志物在同一项目内完成。
沐澄|0|小分子，抗体与蛋白，屏障动物设施，临床样本检测|自有比格犬与小型猪种群，谱系与背景数据完整，可连续供应同批动物。|生物分析实验室配备液质联用与酶标平台共 26 台套，方法转移一般在两周内完成。
恒谱|8|小分子，多肽，中药，方法转移，现场核查支持，加急服务|第三方药物分析实验室，方法开发、验证与转移可并行开展，原始数据全部保存在受控系统中。|自产工作对照品与色谱柱，常用品种现货供应；检测报告加盖 CNAS 与 CMA 标识。
砺川|3|小分子，定制合成，高活性，加急服务|化学与筛选一体的早期研发平台，从苗头化合物到临床候选物，化学与生物组同址办公，每周一轮设计与测试。|激酶板 412 株、离子通道与 GPCR 细胞株 160 余株，常规筛选 5 个工作日出具数据。
和度|2|小分子，缓控释，吸入制剂，ANDA 申报，IND 申报，现场核查支持|综合研究院，覆盖处方前研究、工艺放大、质量研究与体内外评价，累计完成一致性评价与改良型新药项目 180 余项。|研究记录与原始数据按项目归档，配合注册现场核查。
启微|4|体外诊断，基因治疗，核酸药物，临床样本检测|高通量测序与伴随诊断实验室，外显子组年检测量 4.6 万例，样本全程条码管理。|作为临床试验中心实验室，提供样本管理、检测、数据传输与结果解读。
枫岸|9|小分子，高活性，定制合成，ANDA 申报，现场核查支持|小分子原料药 CDMO，反应釜 50 L 至 3,000 L 共 68 台，高活性车间 OEB4 级。|从克级路线筛选到商业化生产在同一厂区完成，技术转移周期短，接受审计。
禾序|6|抗体与蛋白，体外诊断，细胞治疗，临床样本检测|自产酶联免疫试剂盒 180 余种，原料抗体与标准品自主制备，批间差异小于 10%。|流式与多因子检测服务接受临床样本，出具方法学验证资料。
砥研|0|小分子，医疗器械，IND 申报，ANDA 申报，中美双报，现场核查支持|药品与器械注册咨询，累计递交 IND 与上市申请 140 余件，注册人员平均从业 9 年。|代理对照品采购与进口备案，提供受理前沟通与补正答复。
朔原|7|医疗器械，体外诊断，方法转移，加急服务|无源与有源医疗器械检测，生物相容性、力学疲劳与电磁兼容均为自有实验室。|检测与整改建议同步提供，兼营分析仪器与校准服务。
海榆|0|抗体与蛋白，非人灵长类，屏障动物设施，IND 申报|以食蟹猴与兔试验为主，眼科玻璃体内与结膜下给药经验丰富。|海洋药物与大分子项目累计 90 余项，毒理与病理同址完成。
砚谷|5|小分子，多肽，定制合成，加急服务|药物杂质与标准物质研制，现货对照品 2,300 余种，均附结构确证与定值报告。|无现货的杂质可定制合成，常规杂质 15 个工作日交付。
岷岸|0|小分子，中药，临床样本检测，现场核查支持|I 期与生物等效性临床研究组织，合作病房 9 家，健康受试者库 3.2 万人。|自有监查与数据管理团队，项目进度每周书面通报。
弥川|4|细胞治疗，基因治疗，核酸药物，无菌制剂|质粒、慢病毒与腺相关病毒均在 GMP 车间生产，灌装线为隔离器系统。|工艺开发与检测方法同步转移，提供申报所需的工艺与质量资料。
序岚|6|抗体与蛋白，抗体偶联，疫苗，无菌制剂|大分子 CDMO，200 L 至 2,000 L 一次性反应器 14 台，细胞株构建至商业化灌装一体。|偶联车间独立空调系统，可承接高活性抗体偶联药物。
汀禾|0|抗体与蛋白，体外诊断，定制合成|重组蛋白、抗体与生化试剂生产商，细胞因子年产 40 余批，均附活性与内毒素数据。|接受定制表达与标记，最小批量 0.1 mg。
陇析|0|方法转移，加急服务|分析与制备仪器的研制和代理，提供安装确认、运行确认与周期校准。|西北地区 4 小时内响应，备件常备。
麓原|1|小分子，抗体与蛋白，核酸药物，临床样本检测，方法转移|液质联用 38 台，年分析样品 90 万份，方法库收录 1,600 余个化合物。|体外代谢、组织分布与临床样本分析按同一质量体系运行。
历泉|2|小分子，缓控释，儿童制剂，ANDA 申报|口服固体与缓控释制剂开发，小试、中试与注册批一体化车间。|儿童制剂设独立生产线，可开展适口性评价。
澄岳|9|小分子，高活性，ANDA 申报|原料药与中间体生产企业，抗感染与心血管品种为主，年产能 460 吨。|主要品种已在多国备案，提供开放部分文件与授权信。
缙和|0|无菌制剂，抗体与蛋白，多肽|无菌灌装与冻干 CMO，西林瓶年产能 3,200 万支，预灌封线 1 条。|冻干工艺开发与放大在同一型号设备上完成。
鹭屿|0|体外诊断，细胞治疗，临床样本检测|临床试验中心实验室，流式、免疫与分子平台，冷链覆盖 210 城。|样本接收至报告的每一步均可在线查询。
衍真|0|现场核查支持，中美双报|临床数据管理、统计与药物警戒服务商，自有电子数据采集系统。|统计团队熟悉适应性设计，提供 CDISC 标准数据集。
云栎|3|抗体与蛋白，基因治疗，非人灵长类，屏障动物设施|食蟹猴与恒河猴繁育，存栏 6,400 只，谱系与病毒背景清晰。|非人灵长类药效平台覆盖代谢、眼科与神经系统疾病。
甬岬|8|小分子，多肽，方法转移|色谱填料与分离耗材生产商，反相、手性与体积排阻柱自主合成。|提供免费选柱试验，三个工作日内给出分离条件。
嵩岳|0|体外诊断，医疗器械，临床样本检测|体外诊断试剂性能评估与注册服务，样本库 12 万份，涵盖 60 余个病种。|评估方案、样本与统计由同一团队负责。
松渚|0|小分子，无菌制剂，吸入制剂|药用辅料与注射级辅料生产企业，登记品种 46 个，均可提供授权书。|接受小批量定制包装，供应研发样品。
榕岸|7|多肽，核酸药物，定制合成，加急服务|多肽与寡核苷酸定制合成，固相合成仪 22 台，最大批量 3 kg。|所有产品附质谱与液相图谱，环肽与修饰肽经验丰富。
浑岚|0|小分子，中药，方法转移|原料药与制剂的委托检验，微量元素与晶型测试。
`)

/** Rests of shops by the key of their company: first and last day from today, and the shop's words. */
export const holidayNotes: ReadonlyMap<string, readonly [from: number, until: number, notice: string]> = new Map([
  ['沐澄', [-2, 3, '动物设施照常运行，询价与送样请于节后办理。']],
  ['甬岬', [4, 9, '工厂年度检修，现货照常发出，定制柱顺延。']],
  ['陇析', [40, 46, '年度盘点，暂停上门服务。']],
])

/** Certificates that wait for the platform or were refused: `tag, name, days until its end, reason`. */
export const waitingCertificates: ReadonlyMap<
  string,
  readonly [tag: string, name: string, until: number, reason: string]
> = new Map([
  ['朔原', ['ISO 13485', 'ISO 13485 认证', 640, '']],
  ['汀禾', ['CNAS', 'CNAS 实验室认可', 500, '']],
  ['甬岬', ['CMA', 'CMA 资质认定', 420, '影像中看不到认定范围页，请补充附表后重新提交']],
])

/**
 * Drawn places of the demo's shops: kind of drawing, caption, and words of a company that has such a place, where not
 * every one has. Nothing photographed, for nobody owns these rooms.
 */
export const shopScenes: readonly (readonly [kind: WideKind, caption: string, words?: RegExp])[] = [
  ['building', '研发楼外观（示意图）'],
  ['bench', '理化实验室（示意图）'],
  ['plant', '中试车间（示意图）', /GMP|生产|制剂|辅料|试剂|色谱|仪器/],
  ['office', '项目与质量办公区（示意图）'],
  ['cleanroom', '洁净区走廊（示意图）', /GMP|GLP|AAALAC|细胞|无菌/],
  ['store', '样品与物料库（示意图）'],
  ['animalroom', '屏障环境动物房（示意图）', /AAALAC|动物|毒性|猴|犬/],
]

/** What the demo's buyer keeps: the beginning of a title, and what it asked then against today in percent. */
export const keptListings: readonly (readonly [title: string, percent: number])[] = [
  ['毒理学安全性评价', 100],
  ['小分子原料药 CDMO', 110],
  ['有关物质与含量测定', 100],
  ['比格犬剂量递增', 100],
  ['对乙酰氨基酚对照品', 100],
  ['C18 反相色谱柱', 108],
  ['人 IL-6 酶联免疫', 100],
]

/** Shops that the demo's buyer follows, by key, the newest first. */
export const followedShops: readonly string[] = ['臻境', '砚谷', '砺川']
