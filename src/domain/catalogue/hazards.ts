/** Hazard statements of the Globally Harmonized System (GB 30000, GHS), by their code. */

export type SignalWord = 'danger' | 'warning'
export const signalWordLabels: Readonly<Record<SignalWord, string>> = { danger: '危险', warning: '警告' }

/** Pictograms by their number, with what they stand for. */
export const pictogramLabels = {
  GHS01: '爆炸弹',
  GHS02: '火焰',
  GHS03: '圆圈上方火焰',
  GHS04: '高压气瓶',
  GHS05: '腐蚀',
  GHS06: '骷髅和交叉骨',
  GHS07: '感叹号',
  GHS08: '健康危害',
  GHS09: '环境',
} as const
export type Pictogram = keyof typeof pictogramLabels

interface Hazard {
  readonly text: string
  /** Undefined where the code alone has none. */
  readonly signal: SignalWord | undefined
  readonly pictogram: Pictogram | undefined
}

const lines = `
H200|不稳定爆炸物|危险|GHS01
H201|爆炸物；整体爆炸危险|危险|GHS01
H220|极易燃气体|危险|GHS02
H221|易燃气体|警告|
H222|极易燃气雾剂|危险|GHS02
H223|易燃气雾剂|警告|GHS02
H224|极易燃液体和蒸气|危险|GHS02
H225|高度易燃液体和蒸气|危险|GHS02
H226|易燃液体和蒸气|警告|GHS02
H227|可燃液体|警告|
H228|易燃固体|危险|GHS02
H240|加热可能爆炸|危险|GHS01
H241|加热可能起火或爆炸|危险|GHS01
H242|加热可能起火|危险|GHS02
H250|暴露在空气中会自燃|危险|GHS02
H251|自热；可能燃烧|危险|GHS02
H252|数量大时自热；可能燃烧|警告|GHS02
H260|遇水放出可自燃的易燃气体|危险|GHS02
H261|遇水放出易燃气体|危险|GHS02
H270|可能导致或加剧燃烧；氧化剂|危险|GHS03
H271|可能引起燃烧或爆炸；强氧化剂|危险|GHS03
H272|可能加剧燃烧；氧化剂|危险|GHS03
H280|内装加压气体；遇热可能爆炸|警告|GHS04
H281|内装冷冻气体；可能造成低温灼伤或损伤|警告|GHS04
H290|可能腐蚀金属|警告|GHS05
H300|吞咽致命|危险|GHS06
H301|吞咽会中毒|危险|GHS06
H302|吞咽有害|警告|GHS07
H303|吞咽可能有害|警告|
H304|吞咽并进入呼吸道可能致命|危险|GHS08
H305|吞咽并进入呼吸道可能有害|警告|GHS08
H310|皮肤接触会致命|危险|GHS06
H311|皮肤接触会中毒|危险|GHS06
H312|皮肤接触有害|警告|GHS07
H313|皮肤接触可能有害|警告|
H314|造成严重皮肤灼伤和眼损伤|危险|GHS05
H315|造成皮肤刺激|警告|GHS07
H316|造成轻微皮肤刺激|警告|
H317|可能造成皮肤过敏反应|警告|GHS07
H318|造成严重眼损伤|危险|GHS05
H319|造成严重眼刺激|警告|GHS07
H320|造成眼刺激|警告|
H330|吸入致命|危险|GHS06
H331|吸入会中毒|危险|GHS06
H332|吸入有害|警告|GHS07
H333|吸入可能有害|警告|
H334|吸入可能导致过敏或哮喘症状或呼吸困难|危险|GHS08
H335|可能造成呼吸道刺激|警告|GHS07
H336|可能造成昏昏欲睡或眩晕|警告|GHS07
H340|可能导致遗传性缺陷|危险|GHS08
H341|怀疑会导致遗传性缺陷|警告|GHS08
H350|可能致癌|危险|GHS08
H351|怀疑会致癌|警告|GHS08
H360|可能损害生育能力或胎儿|危险|GHS08
H361|怀疑损害生育能力或胎儿|警告|GHS08
H362|可能对母乳喂养的儿童造成损害||
H370|会损害器官|危险|GHS08
H371|可能损害器官|警告|GHS08
H372|长期或反复接触会损害器官|危险|GHS08
H373|长期或反复接触可能损害器官|警告|GHS08
H400|对水生生物毒性极大|警告|GHS09
H401|对水生生物有毒||
H402|对水生生物有害||
H410|对水生生物毒性极大并具有长期持续影响|警告|GHS09
H411|对水生生物有毒并具有长期持续影响||GHS09
H412|对水生生物有害并具有长期持续影响||
H413|可能对水生生物造成长期持续有害影响||
H420|破坏高层大气中的臭氧，危害公共健康和环境|警告|GHS07
`

const isPictogram = (name: string): name is Pictogram => Object.hasOwn(pictogramLabels, name)
const signalOf = (word: string): SignalWord | undefined =>
  word === '危险' ? 'danger' : word === '警告' ? 'warning' : undefined

const hazards: ReadonlyMap<string, Hazard> = new Map(
  lines
    .trim()
    .split('\n')
    .map((line): [string, Hazard] => {
      const [code = '', text = '', word = '', pictogram = ''] = line.split('|')
      return [code, { text, signal: signalOf(word), pictogram: isPictogram(pictogram) ? pictogram : undefined }]
    }),
)

export const hazardCodes: readonly string[] = [...hazards.keys()]
export const isHazardCode = (code: string): boolean => hazards.has(code)
/** Statement of a code: H225 → 高度易燃液体和蒸气; empty for an unknown one. */
export const hazardText = (code: string): string => hazards.get(code)?.text ?? ''
/** Codes of one listing at most. */
export const maxHazards = 20

/** Codes as people type them: h225, H319；H336. Distinct, in upper case. */
export const splitHazards = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter((code) => code !== ''),
  ),
]

/** What goods with these statements are labelled with. */
export interface HazardLabel {
  readonly signal: SignalWord | undefined
  readonly pictograms: readonly Pictogram[]
  readonly statements: readonly { readonly code: string; readonly text: string }[]
}

const irritation: readonly string[] = ['H315', 'H319']
/** Statements beside which others have no exclamation mark (GHS07): corrosion, and sensitisation by inhalation. */
const withoutMark: ReadonlyMap<string, readonly string[]> = new Map([
  ['H314', irritation],
  ['H318', irritation],
  ['H334', ['H317', ...irritation]],
])

/**
 * The label: the stronger signal word, and pictograms by their precedence (GHS 1.4.10.5.3): GHS06 takes the place of
 * GHS07; where corrosion or sensitisation stands for irritation, irritation has none, while other harm keeps it.
 */
export function hazardLabel(codes: readonly string[]): HazardLabel {
  const known = codes.flatMap((code) => {
    const hazard = hazards.get(code)
    return hazard === undefined ? [] : [{ code, hazard }]
  })
  const signals = new Set(known.map(({ hazard }) => hazard.signal))
  const covered = new Set(known.flatMap(({ code }) => withoutMark.get(code) ?? []))
  const found = new Set(
    known
      .filter(({ code, hazard }) => hazard.pictogram !== 'GHS07' || !covered.has(code))
      .flatMap(({ hazard }) => hazard.pictogram ?? []),
  )
  return {
    signal: signals.has('danger') ? 'danger' : signals.has('warning') ? 'warning' : undefined,
    pictograms: [...found].filter((name) => name !== 'GHS07' || !found.has('GHS06')).toSorted(),
    statements: known.map(({ code, hazard }) => ({ code, text: hazard.text })),
  }
}
