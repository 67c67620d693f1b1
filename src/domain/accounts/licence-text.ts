import { findCreditCode, nearestToCode } from './credit-code.ts'

/** Fields recognised on a business licence; unrecognised ones are empty. Days are YYYY-MM-DD. */
export interface LicenceFields {
  /** Whether any field was recognised. */
  readonly read: boolean
  readonly companyName: string
  readonly creditCode: string
  /** Whether the code's check characters are valid. */
  readonly creditCodeValid: boolean
  readonly legalPerson: string
  readonly address: string
  readonly foundedAt: string | null
  /** null = 长期, or not recognised. */
  readonly validUntil: string | null
  readonly businessScope: string
}

const labels = {
  name: ['名称'],
  type: ['类型', '主体类型', '组成形式'],
  legalPerson: ['法定代表人', '负责人', '执行事务合伙人', '经营者', '投资人'],
  scope: ['经营范围', '业务范围'],
  capital: ['注册资本', '注册资金', '出资额', '成员出资总额'],
  founded: ['成立日期', '注册日期'],
  period: ['营业期限', '经营期限', '合伙期限'],
  address: ['住所', '主要经营场所', '经营场所', '营业场所'],
  authority: ['登记机关', '核准日期', '发照日期'],
} as const
type Label = keyof typeof labels

/** Noise characters that recognition produces for letter spacing or dirt. */
const dirt = String.raw`[^\p{Script=Han}\d\p{L}（(]*`
/** Accepted spellings of a label: from four characters on, one may be misread. */
const spellings = (word: string): string[][] => {
  const whole = [...word]
  return whole.length < 4 ? [whole] : [whole, ...whole.map((_, at) => whole.with(at, String.raw`\p{L}`))]
}
const starts = Object.entries(labels).flatMap(([name, words]) =>
  words
    .flatMap(spellings)
    .map((word) => ({ name, start: new RegExp(`^.?${dirt}${word.join(dirt)}${dirt}(.*)$`, 'u') })),
)
/** Maximum characters used of a line; a line of a licence has about forty. */
const longestLine = 1_000
const isLabel = (name: string): name is Label => name in labels

/** Values by label: the rest of its line and the lines below, up to the next label or the end of the column. */
function valuesOf(lines: readonly string[]): ReadonlyMap<Label, readonly string[]> {
  const values = new Map<Label, string[]>()
  let open: string[] | undefined
  for (const line of lines) {
    const found = starts.flatMap(({ name, start }) => {
      const rest = start.exec(line)?.[1]
      return rest === undefined ? [] : [{ name, rest }]
    })[0]
    if (found !== undefined && isLabel(found.name) && !values.has(found.name)) {
      open = [found.rest]
      values.set(found.name, open)
    } else if (line === '' || !belongs(line) || isLast(open)) open = undefined
    else open?.push(line)
  }
  return values
}

/** Whether a text is complete: its last line is clearly shorter than the longest. */
function isLast(lines: readonly string[] | undefined): boolean {
  const longest = Math.max(0, ...(lines ?? []).map((line) => line.length))
  return lines !== undefined && lines.length > 1 && (lines.at(-1)?.length ?? 0) < longest * 0.55
}

/** Whether a line can continue a text: mostly Chinese, and not the date under the seal. */
function belongs(line: string): boolean {
  const letters = [...line.replace(/[\p{P}\p{S}\s]/gu, '')]
  const chinese = letters.filter((letter) => /\p{Script=Han}|\d/u.test(letter)).length
  return letters.length > 0 && chinese / letters.length > 0.6 && dayOf(line.slice(0, 11)) === null
}

/** Extracts the fields of a licence from its lines in the order of licence-layout.ts. */
export function licenceFields(read: readonly string[]): LicenceFields {
  const lines = read.map((line) => line.slice(0, longestLine))
  const values = valuesOf(lines)
  const text = (name: Label) => tidy((values.get(name) ?? []).join(''))
  const creditCode = findCreditCode(lines)
  const period = (values.get('period') ?? []).join('')
  const fields = {
    companyName: nameOf(text('name')),
    creditCode: creditCode || nearestToCode(lines),
    legalPerson: (values.get('legalPerson')?.[0] ?? '').replace(/[^\p{Script=Han}·]/gu, '').slice(0, 30),
    address: text('address').slice(0, 100),
    foundedAt: dayOf((values.get('founded') ?? []).join('')),
    validUntil: dayOf(/至(.*)$/u.exec(period)?.[1] ?? ''),
    businessScope: text('scope').slice(0, 2000),
  }
  const isRead = Object.values(fields).some((value) => value !== null && value !== '')
  return { read: isRead, ...fields, creditCodeValid: creditCode !== '' }
}

/** A name ends with its legal form; the rest is the next field, whose label was not recognised. */
function nameOf(text: string): string {
  const name = text.replace(/[^\p{Script=Han}A-Za-z0-9（）·&]/gu, '').slice(0, 60)
  const [, ended = name, after = ''] = /^(.*?有限(?:责任)?公司)(.*)$/u.exec(name) ?? []
  return /有限|投资|控股|独资/.test(after) ? ended : name
}

const wide: Readonly<Record<string, string>> = { '(': '（', ')': '）', ',': '，', ';': '；', ':': '：' }
/** Maximum characters used of a field: more than the longest business scope. */
const longestField = 3_000
/** Replaces half-width punctuation of text recognition by Chinese punctuation, and trims noise at both ends. */
const tidy = (text: string): string =>
  text
    .slice(0, longestField)
    .replace(/[(),;:]/g, (mark) => wide[mark] ?? mark)
    .replace(/^[^\p{L}\d（]+|[^\p{L}\d）。]+$/gu, '')

/** The first day in a text, or null: 2013年06月18日, with commonly misread digits. */
export function dayOf(text: string): string | null {
  const digits = text.replace(/[OoQ〇]/g, '0').replace(/[lI|]/g, '1')
  const found = /(\d{4})\D{1,2}?(\d{1,2})月(\d{1,2})/u.exec(digits)
  if (found === null) return null
  const [, year = '', month = '', day = ''] = found
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
  return real && year >= '1900' && year <= '2199' ? iso : null
}

/** Maximum compared length of a name; no company name is longer. */
const longestName = 120
const letters = (name: string): string[] =>
  Array.from(
    name
      .slice(0, 2 * longestName)
      .normalize('NFKC')
      .replace(/[\s\p{P}\p{S}]/gu, '')
      .toLowerCase()
      .slice(0, longestName),
  )

/** Whether a recognised name can be the typed one: at most one character in five differs. */
export function sameName(read: string, typed: string): boolean {
  const [a, b] = [letters(read), letters(typed)]
  if (a.length === 0 || b.length === 0) return false
  let row = b.map((_, at) => at + 1)
  a.forEach((letter, line) => {
    let [corner, before] = [line, line + 1]
    row = row.map((above, at) => {
      const cost = Math.min(above + 1, before + 1, corner + (letter === b[at] ? 0 : 1))
      corner = above
      before = cost
      return cost
    })
  })
  return (row.at(-1) ?? 0) <= Math.floor(b.length / 5)
}
