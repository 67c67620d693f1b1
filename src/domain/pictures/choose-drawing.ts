import { drawingNumbers, type SquareKind, type WideKind } from './drawing-names.ts'
import { textHash } from './seeded-numbers.ts'

/** Titles of work on papers: what the papers are about is not drawn. */
const paperWork = /撰写|翻译|审计|核查|稽查|沟通|会议|eCTD|登记|资料/
const paperKinds: ReadonlySet<WideKind> = new Set<WideKind>([
  'folders',
  'modules',
  'pair',
  'matrix',
  'review',
  'meeting',
  'phases',
  'checksheet',
  'cycle',
])

/** What drawings suit words of a title; the first rules that match count. */
const serviceWords: readonly (readonly [words: RegExp, kinds: readonly WideKind[]])[] = [
  [/hERG|膜片钳|心电|QT|遥测|安全药理/, ['heart', 'dose', 'boxes']],
  [/eCTD/, ['folders', 'modules']],
  [/中美双报|双语|翻译|同品种|可比性|一致性评价/, ['pair', 'matrix', 'review']],
  [/沟通|会议/, ['meeting', 'review', 'phases']],
  [/核查|稽查|审计/, ['checksheet', 'cycle', 'review']],
  [/CAPA|质量体系|偏差/, ['cycle', 'checksheet', 'matrix']],
  [/申报|注册|IND|NDA|资料撰写|登记|CTD/, ['modules', 'folders', 'review', 'checksheet', 'pair']],
  [/变更/, ['matrix', 'pair', 'phases']],
  [/单细胞|转录组|RNA 测序/, ['clusters', 'heatmap', 'coverage']],
  [/脱靶|编辑|siRNA|小核酸/, ['sequence', 'coverage', 'columns']],
  [/测序|外显子|基因组|甲基化|cfDNA|伴随诊断/, ['sequence', 'coverage', 'heatmap', 'clusters']],
  [/质粒|AAV|载体|慢病毒|mRNA/, ['plasmid', 'gel', 'coverage', 'vessels']],
  [/流式|免疫分型|CAR-T|PBMC/, ['cytometry', 'histograms', 'clusters']],
  [/因子|生物标志物|配体结合/, ['columns', 'heatmap', 'wellplate', 'histograms']],
  [/SPR|生物层干涉|亲和/, ['binding', 'dose', 'antibody']],
  [/对接|虚拟筛选|药效团|预测/, ['docking', 'clusters', 'heatmap']],
  [/抗体|双抗|ADC|杂交瘤|噬菌体|人源化/, ['antibody', 'binding', 'blot', 'gel', 'histograms']],
  [/组化|原位杂交|病理|切片|阅片/, ['slide', 'cells', 'columns']],
  [/成像/, ['cells', 'growth', 'slide']],
  [/\bPK\b|药代|毒代|\bTK\b|等效性|BE |药时/, ['pk', 'schedule', 'boxes']],
  [/生物分析|血浆|高灵敏度/, ['chromatogram', 'pk', 'stability']],
  [/Ames|遗传毒|微核|染色体/, ['columns', 'wellplate', 'cells', 'dose']],
  [/生殖毒|胚胎|围产|生育力/, ['schedule', 'columns', 'housing']],
  [/急性|单次给药|耐受/, ['survival', 'boxes', 'housing', 'schedule']],
  [/重复给药|长期|周经皮|刺激|过敏/, ['schedule', 'boxes', 'housing', 'slide', 'growth', 'columns']],
  [/PDX|CDX|移植|肿瘤|类器官/, ['growth', 'survival', 'columns', 'housing', 'dose']],
  [/药效|模型/, ['growth', 'columns', 'slide', 'boxes', 'housing']],
  [/激酶|筛选|GPCR|报告基因|酶动力学|不可逆/, ['wellplate', 'dose', 'heatmap', 'binding']],
  [/微粒体|肝细胞|CYP|Caco|PAMPA|蛋白结合|溶解度/, ['columns', 'release', 'spectrum', 'dose']],
  [/晶型|XRPD|盐型|共晶|DSC/, ['diffraction', 'thermal']],
  [/冻干/, ['thermal', 'stability', 'phases']],
  [/吸入|粒度|微球|脂质体|混悬|乳剂|乳膏|乳液|微乳/, ['sizes', 'release', 'cells']],
  [/溶出|释放|缓控释|渗透泵|片剂|胶囊|颗粒/, ['release', 'sizes', 'matrix', 'phases']],
  [/稳定性|加速|影响因素|配伍/, ['stability', 'matrix', 'chromatogram']],
  [/单晶/, ['diffraction', 'docking']],
  [/核磁|结构确证|六谱/, ['resonance', 'spectrum', 'diffraction']],
  [/质谱|LC-MS|GC-MS|亚硝胺|杂质|元素/, ['spectrum', 'chromatogram', 'resonance']],
  [/残留|清洁|浸出|有关物质|含量|HPLC|色谱/, ['chromatogram', 'columns', 'spectrum']],
  [/宿主|异质性|纯度|电泳/, ['gel', 'chromatogram', 'blot']],
  [/连续流|硝化|叠氮/, ['flowline', 'vessels']],
  [/放大|CDMO|委托生产|原料药|上下游|培养|发酵|样品生产/, ['vessels', 'phases', 'flowline', 'matrix']],
  [/合成|路线|化合物库|多肽/, ['resonance', 'vessels', 'flowline', 'chromatogram']],
  [/统计|SDTM|数据管理|编程/, ['survival', 'matrix', 'boxes']],
  [/警戒|个例|安全性报告/, ['review', 'checksheet', 'columns']],
  [/临床|监查|招募|受试者|I 期|II 期|III 期/, ['allocation', 'phases', 'schedule', 'survival']],
  [/灭菌|验证|密封/, ['matrix', 'checksheet', 'stability']],
  [/器械|支架|瓣膜|植入|导管|电气/, ['device', 'slide', 'matrix']],
  [/细胞|毒性|增殖/, ['cells', 'dose', 'wellplate']],
  [/大鼠|小鼠|比格|食蟹猴|小型猪/, ['housing', 'boxes', 'schedule']],
]

/** What suits a category, by the name of its illustration. */
const serviceBases: ReadonlyMap<string, readonly WideKind[]> = new Map(
  Object.entries<readonly WideKind[]>({
    efficacy: ['growth', 'survival', 'columns'],
    dose: ['dose', 'wellplate', 'heatmap'],
    safety: ['boxes', 'housing', 'slide'],
    organs: ['boxes', 'slide', 'columns', 'housing'],
    timeline: ['schedule', 'boxes', 'phases'],
    mutation: ['columns', 'wellplate'],
    pk: ['pk', 'chromatogram', 'boxes'],
    hplc: ['chromatogram', 'spectrum', 'columns'],
    xrpd: ['diffraction', 'thermal'],
    gene: ['sequence', 'coverage', 'heatmap'],
    wells: ['wellplate', 'dose', 'heatmap'],
    plate: ['wellplate', 'dose', 'histograms'],
    gel: ['gel', 'blot', 'antibody'],
    reactor: ['vessels', 'flowline', 'phases'],
    km: ['survival', 'boxes', 'allocation'],
    flow: ['cytometry', 'histograms', 'clusters'],
    dissolution: ['release', 'sizes', 'stability'],
    cells: ['cells', 'slide', 'columns'],
    stent: ['device', 'matrix', 'checksheet'],
    ctd: ['modules', 'review', 'pair'],
    ectd: ['folders', 'modules'],
    dmf: ['modules', 'matrix'],
    dual: ['pair', 'modules'],
    meeting: ['meeting', 'review'],
    trial: ['allocation', 'phases', 'schedule'],
    nmr: ['resonance', 'spectrum', 'vessels'],
    checks: ['checksheet', 'matrix'],
    equal: ['pair', 'matrix'],
    audit: ['review', 'checksheet'],
    bilingual: ['pair', 'review'],
    capa: ['cycle', 'checksheet'],
    change: ['matrix', 'pair'],
    stability: ['stability', 'matrix'],
    ecg: ['heart', 'boxes'],
  }),
)

const goodsBases: ReadonlyMap<string, readonly SquareKind[]> = new Map(
  Object.entries<readonly SquareKind[]>({
    vial: ['vial', 'tube', 'ampoule'],
    bottle: ['bottle', 'drum', 'flask'],
    column: ['column'],
    plate: ['plate', 'tube'],
    pipette: ['pipette'],
    tips: ['tips'],
    hplcstack: ['tower'],
    spectro: ['analyser'],
    dissolver: ['analyser'],
    incubator: ['cabinet'],
    centrifuge: ['rotor'],
    kit: ['kit', 'plate'],
    mouse: ['animal'],
    tflask: ['flask', 'plate'],
    tube: ['tube', 'kit'],
    dish: ['dish', 'flask', 'tube'],
    plasma: ['bag', 'tube'],
    drum: ['drum', 'bottle'],
    cartridge: ['cartridge'],
  }),
)

const goodsWords: readonly (readonly [words: RegExp, kinds: readonly SquareKind[]])[] = [
  [/冻干机|干燥箱|培养箱|冰箱|安全柜/, ['cabinet']],
  [/离心机/, ['rotor']],
  [/(?:色谱|分析|手性|保护)柱/, ['column']],
  [/(?:孔|微孔)板|培养板/, ['plate']],
  [/离心管|冻存管/, ['tube']],
  [/培养瓶|三角瓶|烧瓶|转瓶/, ['flask']],
  [/套装|混标|溶液/, ['ampoule', 'vial', 'kit']],
  [/西林瓶|进样瓶/, ['vial']],
  [/抗体|蛋白(?!.*柱)|因子/, ['vial', 'tube']],
  [/饲料|垫料|胶塞|滤器/, ['drum']],
]

/** Containers of compounds by what the title says of them. */
function containersOf(title: string): string {
  if (/溶液|混标|安瓿/.test(title)) return 'a'
  if (/原料药|辅料|\d kg|药典/.test(title)) return 'd'
  if (/对照品|标准品|杂质/.test(title)) return 'nv'
  return 'nb'
}

/** A listing as far as its drawing depends on it. */
export interface DrawnListing {
  readonly kind: 'service' | 'product'
  /** Id of the listing, or another number that it keeps. */
  readonly seed: number
  readonly title: string
  /** Name of the category's illustration, with or without its prefix `fig-`. */
  readonly base: string
  readonly cas?: string | null | undefined
}

/**
 * Name of the drawing of a listing without a picture. Title and category say what is drawn, the seed which of its
 * drawings: the same listing keeps its drawing, another one of the category has a different one.
 */
export function chooseDrawing(
  { kind, seed, title, base, cas }: DrawnListing,
  hasStructure: (cas: string) => boolean,
): string {
  const hash = textHash(`${kind} ${seed}`)
  const number = (hash >>> 8) % drawingNumbers
  const plain = base.replace(/^fig-/, '')
  if (cas != null && cas !== '' && hasStructure(cas)) {
    const letters = containersOf(title)
    return `cas-${cas}-${letters[hash % letters.length] ?? 'n'}${number}`
  }
  const kinds =
    kind === 'service'
      ? serviceKindsOf(title, serviceBases.get(plain) ?? ['wellplate'])
      : kindsOf(title, goodsWords, goodsBases.get(plain) ?? ['bottle', 'vial'])
  return `${kinds[hash % kinds.length] ?? 'bottle'}-${number}`
}

function serviceKindsOf(title: string, base: readonly WideKind[]): readonly WideKind[] {
  const kinds = kindsOf(title, serviceWords, base)
  const papers = paperWork.test(title) ? kinds.filter((kind) => paperKinds.has(kind)) : []
  return papers.length > 0 ? papers : kinds
}

/** Kinds of the first two rules that match; those of the category where none does. */
function kindsOf<K extends string>(
  title: string,
  rules: readonly (readonly [RegExp, readonly K[]])[],
  base: readonly K[],
): readonly K[] {
  const matched = rules.filter(([words]) => words.test(title)).slice(0, 2)
  const kinds = matched.flatMap(([, each]) => each)
  return [...new Set(matched.length === 0 ? base : kinds)]
}
