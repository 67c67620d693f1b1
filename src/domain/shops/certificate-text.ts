import { uncertainMark, type ReadWord } from '../accounts/licence-layout.ts'
import { certificateKey, checkNumber, issuerOf, maxNumberLength, writtenNumber } from './certificate-kinds.ts'

/** How a paper was read. */
export const readingSources = ['pdf', 'ocr'] as const
export type ReadingSource = (typeof readingSources)[number]

/** Fields found on a certificate: proposals for the person who submits it. Empty or null where nothing was found. */
export interface ReadCertificate {
  /** Tag of the kind: GLP. */
  readonly tag: string
  readonly number: string
  readonly issuer: string
  readonly holder: string
  readonly site: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string | null
  readonly until: string | null
}

export const nothingOnCertificate: ReadCertificate = {
  tag: '',
  number: '',
  issuer: '',
  holder: '',
  site: '',
  issuedOn: null,
  until: null,
}

/** Whether anything of use was found. */
export const isAnythingFound = (read: ReadCertificate): boolean =>
  read.number !== '' || read.holder !== '' || read.until !== null

/** Whether a second recognition may find what the first did not. */
export const isIncomplete = ({ tag, number, until }: ReadCertificate): boolean =>
  tag === '' || number === '' || until === null

/** The fields of a first recognition, and where it has none those of the second. */
export function completeFields(first: ReadCertificate, second: ReadCertificate): ReadCertificate {
  const text = (field: 'tag' | 'number' | 'issuer' | 'holder' | 'site') =>
    first[field] !== '' || second[field].includes(uncertainMark) ? first[field] : second[field]
  // A number of another kind than the one that was read says nothing.
  const isSameKind = first.tag === '' || first.tag === second.tag
  return {
    tag: text('tag'),
    number: isSameKind ? text('number') : first.number,
    issuer: text('issuer'),
    holder: text('holder'),
    site: text('site'),
    issuedOn: first.issuedOn ?? second.issuedOn,
    until: first.until ?? second.until,
  }
}

/** Words and lines that are used at most, and characters of a line. */
const [maxWords, maxLines, maxLine] = [2_000, 150, 160]

const middle = ({ top, height }: ReadWord) => top + height / 2

/**
 * Lines of a certificate from top to bottom, without blanks inside of a text; a wide gap is a tab, so that columns of
 * a table stay apart.
 */
export function certificateLines(words: readonly ReadWord[]): string[] {
  const kept = words.filter(({ text }) => text.trim() !== '').slice(0, maxWords)
  const heights = kept.map(({ height }) => height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const rows: ReadWord[][] = []
  // A word as tall as four lines is a seal or a frame.
  for (const word of kept.filter(({ height }) => height < usual * 4).toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row === undefined || last === undefined || middle(word) - middle(last) > usual / 2) rows.push([word])
    else row.push(word)
  }
  return rows.slice(0, maxLines).map((row) =>
    joinWords(
      row.toSorted((a, b) => a.left - b.left),
      usual,
    ),
  )
}

function joinWords(row: readonly ReadWord[], usual: number): string {
  let end: number | undefined
  let line = ''
  for (const { text, left, width } of row) {
    if (end !== undefined && left - end > usual * 1.6) line += '\t'
    line += text.replace(/\s/g, '')
    end = left + width
  }
  return line.normalize('NFKC').slice(0, maxLine)
}

const labels = {
  number: [
    '证书编号',
    '证书号',
    '注册号',
    '注册编号',
    '批件编号',
    '批件号',
    '认可编号',
    '备案号',
    '备案编号',
    '许可证编号',
    '编号',
    'CertificateNo',
    'CertificateNumber',
    'RegistrationNo',
    'CertNo',
    'LicenceNo',
  ],
  issued: [
    '发证日期',
    '颁发日期',
    '颁证日期',
    '签发日期',
    '批准日期',
    '认可日期',
    '生效日期',
    '备案日期',
    'DateofIssue',
    'IssueDate',
    'Issuedon',
    'EffectiveDate',
    'DateIssued',
  ],
  until: [
    '有效期至',
    '有效期限至',
    '有效截止日期',
    '有效期限',
    '有效期',
    '截止日期',
    '到期日期',
    '届满日期',
    'ValidUntil',
    'ExpiryDate',
    'DateofExpiry',
    'ExpirationDate',
    'Validthrough',
    'Validto',
  ],
  holder: [
    '获证组织名称',
    '获证组织',
    '机构名称',
    '单位名称',
    '企业名称',
    '实验室名称',
    '持证单位',
    '持有人',
    '兹证明',
    '名称',
    'Organization',
    'Holder',
    'Thisistocertifythat',
  ],
  site: [
    '实验室地址',
    '检测地址',
    '试验设施地址',
    '设施地址',
    '生产地址',
    '审核地址',
    '注册地址',
    '机构地址',
    '地址',
    'Address',
    'Site',
  ],
  issuer: ['发证机关', '发证机构', '认证机构', '颁发机构', '发证部门', '备案部门', 'Issuedby', 'Certificationbody'],
} as const
type Label = keyof typeof labels

/** Labels of whatever follows a value on the same line. */
const anyLabel = new RegExp(
  `(?:${Object.values(labels)
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|')})[:：]`,
  'iu',
)

/** The English label beside a Chinese one: 发证日期 Date of Issue. */
const englishLabel = new RegExp(
  `^(?:${Object.values(labels)
    .flat()
    .filter((label) => /^[A-Za-z]/.test(label))
    .toSorted((a, b) => b.length - a.length)
    .join('|')})[.:：]{0,3}`,
  'iu',
)

/** Values after one label that are looked at. */
const maxValues = 60

/** A label where one letter of four or more may be misread. */
const spellings = (label: string): string =>
  /^[A-Za-z]/.test(label) || label.length < 4
    ? label
    : [label, ...[...label].map((_, at) => [...label].with(at, `[\\p{L}${uncertainMark}]`).join(''))].join('|')

const finders = Object.fromEntries(
  Object.entries(labels).map(([name, words]) => [
    name,
    words.map((word) => new RegExp(`(?:${spellings(word)})(?:[\\(（][^)）]{0,12}[)）])?[.:：;,]{0,3}(.*)$`, 'iu')),
  ]),
)

/** What follows a label: the rest of its cell, the next cells, and the line below; in the order of the labels. */
function valuesAfter(label: Label, lines: readonly string[]): string[] {
  const found: string[] = []
  for (const finder of finders[label] ?? [])
    for (const [at, line] of lines.entries()) {
      const cells = line.split('\t')
      for (const [place, cell] of cells.entries()) {
        const rest = finder.exec(cell)?.[1]
        if (rest === undefined) continue
        const own = rest.replace(englishLabel, '').split(anyLabel)[0] ?? ''
        const further = cells.slice(place + 1).join('')
        const below = (lines[at + 1] ?? '').split('\t')
        found.push(...[own, `${own}${further}`, below[place] ?? below.join(''), below.join('')].filter(isText))
      }
    }
  return found.slice(0, maxValues)
}
const isText = (text: string) => text.length > 1

/** Digits that recognition often takes for letters. */
const digits = (text: string): string =>
  text
    .replace(/[OoQD〇]/g, '0')
    .replace(/[lI|!]/g, '1')
    .replace(/[Zz]/g, '2')
    .replace(/[Ss]/g, '5')
    .replace(/B/g, '8')

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthWord = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const digit = '[0-9OoQlI|SZB]'
/** 2024年3月18日, 2024-03-18, 2024.3.18; 18March2024; March18,2024. */
const dayForms = [
  {
    form: new RegExp(`(${digit}{4})[年.\\-/—–](${digit}{1,2})[月.\\-/—–](${digit}{1,2})(?!\\d)`, 'gu'),
    order: [1, 2, 3],
  },
  // 月 under a seal is often misread; 年 and 日 hold the digits together.
  {
    form: new RegExp(`(${digit}{4})年(${digit}{1,2})(?!月)\\p{Script=Han}(${digit}{1,2})日`, 'gu'),
    order: [1, 2, 3],
  },
  {
    form: new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?[.\\-/,]?${monthWord}[.\\-/,]?(\\d{4})`, 'giu'),
    order: [3, 2, 1],
  },
  { form: new RegExp(`${monthWord}[.\\-/,]?(\\d{1,2})(?:st|nd|rd|th)?,?(\\d{4})`, 'giu'), order: [3, 1, 2] },
] as const

/** The days in a text, in their order. */
export function daysIn(text: string): string[] {
  const found = dayForms.flatMap(({ form, order }) =>
    [...text.slice(0, maxLine).matchAll(form)].flatMap((match) => {
      const [year = '', month = '', day = ''] = order.map((part) => match[part] ?? '')
      const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
      const iso = isoDay(digits(year), named > 0 ? String(named) : digits(month), digits(day))
      return iso === null ? [] : [{ at: match.index, iso }]
    }),
  )
  return found.toSorted((a, b) => a.at - b.at).map(({ iso }) => iso)
}

function isoDay(year: string, month: string, day: string): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
  return isReal && year >= '1990' && year <= '2099' ? iso : null
}

const kindMarks: readonly (readonly [tag: string, mark: RegExp])[] = [
  ['AAALAC', /AAALAC|AssessmentandAccreditationofLaboratoryAnimal/i],
  ['ISO 15189', /15189/],
  ['ISO 17034', /17034/],
  ['CNAS', /CNAS|合格评定国家认可/i],
  ['CMA', /资质认定/],
  ['GLP', /非临床研究质量管理规范|药物GLP|GLP认证/i],
  ['GCP', /临床试验机构|临床试验质量管理规范/],
  ['GMP', /药品生产许可|药品GMP|药品生产质量管理规范|许可证编号[\s\S]{1,2000}(?:生产范围|分类码)/i],
  ['ISO 13485', /13485|医疗器械质量管理体系/],
  ['ISO 27001', /27001|信息安全管理体系/],
  ['ISO 9001', /9001/],
  ['ISO 17025', /17025/],
  ['CAP', /CollegeofAmericanPathologists/i],
]

/** The number of a published form anywhere on the paper. */
const formedNumbers: Readonly<Record<string, RegExp>> = {
  CNAS: new RegExp(`C[NM]AS(?:L|IB|MT|RM|PT|BL|[1lI|])${digit}{4,5}(?![0-9A-Z])`, 'gu'),
  'ISO 15189': new RegExp(`CNASMT${digit}{4,5}(?![0-9A-Z])`, 'gu'),
  'ISO 17034': new RegExp(`CNASRM${digit}{4,5}(?![0-9A-Z])`, 'gu'),
  CMA: new RegExp(`(?<![0-9A-Z])${digit}{12}(?![0-9A-Z])`, 'gu'),
  GMP: new RegExp(`[\\p{Script=Han}](?:19|20)${digit}{6}(?![0-9A-Z年])`, 'gu'),
  GCP: new RegExp(`[药械]临床?机构备字?20${digit}{7,8}(?![0-9A-Z])`, 'gu'),
}

/** Corrects what recognition confuses where the published form says letter or digit. */
function correctedNumber(tag: string, text: string): string {
  const key = text.replace(/[^\p{L}\p{N}|]/gu, '')
  if (/^C[NM]AS/i.test(key)) {
    const [, letters = '', rest = ''] = /^C[NM]AS(IB|MT|RM|PT|BL|[L1lI|])(.*)$/iu.exec(key) ?? []
    return `CNAS${letters.length === 1 ? 'L' : letters.toUpperCase()}${digits(rest)}`
  }
  if (tag === 'CMA') return digits(key)
  if (tag === 'GLP') return key.replace(/^GLP(.*)$/iu, (_whole, rest: string) => `GLP${digits(rest)}`)
  if (tag === 'GMP' || tag === 'GCP') return key.replace(/\d.*$/u, digits)
  return key
}

/** The count of a certification, as in R1M, where recognition took the digit for a letter or saw it twice: RIM, R1IM. */
const correctedRound = (number: string): string => number.replace(/(\dR)(?:[Il|]|1[Il|]|[Il|]1)([SML])$/u, '$11$2')

function numberOn(tag: string, lines: readonly string[]): string {
  const form = formedNumbers[tag]
  const labelled = valuesAfter('number', lines)
  const formed = (texts: readonly string[]) =>
    form === undefined
      ? []
      : texts
          .flatMap((text) =>
            [...text.replace(/[\s\t]/g, '').matchAll(form)].map(([whole]) => correctedNumber(tag, whole)),
          )
          .filter((number) => checkNumber(tag, number) === 'valid')
  const [best] = [...formed(labelled), ...formed(lines)]
  if (best !== undefined) return writtenNumber(tag, best)
  // A kind whose form is published has no other number; a misread one is better left out.
  if (form !== undefined) return ''
  const [plain = ''] = labelled.flatMap(
    (text) => /^[^\p{L}\p{N}]{0,3}([A-Z0-9][A-Z0-9\-/.]{3,39})/iu.exec(text)?.[1] ?? [],
  )
  if (!/\d{3}/.test(plain)) return ''
  const number = plain.replace(/[-/.]{1,39}$/, '').slice(0, maxNumberLength)
  return tag === 'GLP' ? correctedNumber(tag, number) : correctedRound(number)
}

const ends =
  '有限责任公司|股份有限公司|有限公司|研究院|研究所|研究中心|评价中心|动物中心|检验中心|检测中心|医院|大学|实验室'
const organisation = new RegExp(
  `[\\p{Script=Han}${uncertainMark}（()）]{2,40}?(?:${ends})(?:有限责任公司|股份有限公司|有限公司)?`,
  'u',
)
const authority = /委员会|监督管理|认证(?:有限)?公司|认证中心|合格评定|机构编制|国家认可/u

const beforeName = new RegExp(`^[^\\p{Script=Han}${uncertainMark}]+`, 'u')

/** Removes what precedes a name in a sentence. */
const bareName = (text: string): string =>
  text
    .replace(/^.*?(?:兹证明|特证明|证明|名称)[:：]?/u, '')
    .replace(beforeName, '')
    .replaceAll('(', '（')
    .replaceAll(')', '）')

function holderOn(lines: readonly string[]): string {
  const named = (text: string, isWhole: boolean) => {
    const bare = bareName(text.replaceAll('\t', ''))
    const found = organisation.exec(bare)
    // After anything but punctuation the beginning of the name was misread.
    if (found === null || authority.test(found[0]) || !/^$|[，,。；;：:]$/u.test(bare.slice(0, found.index))) return []
    // Without a label, only a line of its own is a holder: 检测和校准实验室 is part of a standard's title.
    return isWhole && /\p{L}/u.test(bare.replace(found[0], '')) ? [] : [found[0]]
  }
  const [name = ''] = [
    ...valuesAfter('holder', lines).flatMap((text) => named(text, false)),
    ...lines.flatMap((text) => named(text, true)),
  ]
  return name
}

function issuerOn(tag: string, lines: readonly string[]): string {
  const usual = issuerOf(tag)
  if (usual !== '') return usual
  const pattern =
    /[\p{Script=Han}（()）]{2,30}(?:监督管理局|监督管理委员会|药品监督管理局|委员会|认证中心|认证(?:有限)?公司)/u
  const [found = ''] = [...valuesAfter('issuer', lines), ...lines.toReversed()].flatMap(
    (text) => pattern.exec(text)?.[0] ?? [],
  )
  return found
    .replace(/^(?:发证机关|发证机构|认证机构|颁发机构|发证部门|备案部门)[:：]?/u, '')
    .replaceAll('(', '（')
    .replaceAll(')', '）')
}

/** First and last day: by their labels, else the two days of a period. */
function daysOn(lines: readonly string[]): Pick<ReadCertificate, 'issuedOn' | 'until'> {
  const joined = lines.map((line) => line.replaceAll('\t', ''))
  const periods = joined.flatMap((line, at) => {
    const days = daysIn(
      line.includes('至') || /有效期|to|until|valid/i.test(line)
        ? `${line}${/至$|to$/i.test(line) ? (joined[at + 1] ?? '') : ''}`
        : '',
    )
    return days.length >= 2 ? [{ from: days[0] ?? null, until: days.at(-1) ?? null }] : []
  })
  const [period] = periods
  const firstDay = (texts: readonly string[], pick: 'first' | 'last') =>
    texts.flatMap((text) => (pick === 'first' ? daysIn(text)[0] : daysIn(text).at(-1)) ?? [])[0] ?? null
  const issued = firstDay(valuesAfter('issued', lines), 'first')
  const until = period?.until ?? firstDay(valuesAfter('until', lines), 'last')
  const issuedOn = issued ?? period?.from ?? null
  return { issuedOn: issuedOn !== null && issuedOn !== until ? issuedOn : null, until }
}

const isAddress = (text: string): boolean =>
  text.length > 5 && /[省市区县路号园]/u.test(text) && !anyLabel.test(text) && daysIn(text).length === 0

/** Reads the fields of a certificate from its lines. Pure; bounded by the number and length of lines. */
export function readCertificate(read: readonly string[]): ReadCertificate {
  const lines = read.slice(0, maxLines).map((line) => line.slice(0, maxLine).normalize('NFKC').replace(/ /g, ''))
  const text = lines.join('\n')
  const tag = kindMarks.find(([, mark]) => mark.test(text))?.[0] ?? ''
  const site = valuesAfter('site', lines).find((value) => isAddress(value)) ?? ''
  return {
    tag,
    number: numberOn(tag, lines),
    issuer: issuerOn(tag, lines),
    holder: holderOn(lines),
    site: site.replaceAll('\t', '').slice(0, 120),
    ...daysOn(lines),
  }
}

/** Whether two names are the same but for width, blanks and punctuation; a name with an uncertain character is not. */
export const isSameHolder = (one: string, other: string): boolean =>
  !`${one}${other}`.includes(uncertainMark) &&
  certificateKey(one) !== '' &&
  certificateKey(one) === certificateKey(other)
