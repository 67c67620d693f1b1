/** Where certificates of a kind can be looked up. */
interface Register {
  readonly name: string
  readonly url: string
}

/** Published form of a number, on its key (`certificateKey`). */
interface NumberRule {
  /** Numbers to which the rule applies; absent = all of the kind. */
  readonly governs?: RegExp
  readonly valid: RegExp
  readonly example: string
  /** The number as it is usually written. */
  readonly write: (key: string) => string
}

interface CertificateKind {
  readonly rule?: NumberRule
  readonly register: Register
  /** Who issues it, where it is always the same. */
  readonly issuer?: string
}

const cnca: Register = { name: '全国认证认可信息公共服务平台', url: 'http://cx.cnca.cn/' }
const nmpa: Register = { name: '国家药品监督管理局数据查询', url: 'https://www.nmpa.gov.cn/datasearch/' }
const cnas: Register = { name: '中国合格评定国家认可委员会获认可机构查询', url: 'https://www.cnas.org.cn/' }
const cnasIssuer = '中国合格评定国家认可委员会'
const provinces = '京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'

/** Letters of CNAS before the number: laboratories, inspection, medical laboratories, reference materials, proficiency testing, biosafety. */
const cnasRule = (letters: string, example: string): NumberRule => ({
  governs: /^CNAS/,
  valid: new RegExp(`^CNAS(?:${letters})\\d{4,5}$`),
  example,
  write: (key) => key.replace(/^CNAS/, 'CNAS '),
})

/** Kinds with a register or a published form of number, by tag of the dictionary QUALIFICATION_TAG. */
const kinds: Readonly<Record<string, CertificateKind>> = {
  GLP: { register: nmpa, issuer: '国家药品监督管理局' },
  GMP: {
    register: nmpa,
    // Drug production licences (四位年号 and four digits), and GMP certificates issued until 2019.
    rule: {
      governs: new RegExp(`^(?:[${provinces}]|[A-Z]{2})\\d`, 'u'),
      valid: new RegExp(`^(?:[${provinces}]|[A-Z]{2})(?:19|20)\\d{6}$`, 'u'),
      example: '苏20210086',
      write: (key) => key,
    },
  },
  GCP: {
    register: { name: '药物和医疗器械临床试验机构备案管理信息系统', url: 'https://beian.cfdi.org.cn/' },
    rule: {
      governs: /^[药械]/u,
      valid: /^(?:药临(?:床)?机构备字?|械临机构备字?)20\d{2}\d{5,6}$/u,
      example: '药临机构备字2021000123',
      write: (key) => key,
    },
  },
  CNAS: { register: cnas, issuer: cnasIssuer, rule: { ...cnasRule('L|IB|MT|RM|PT|BL', 'CNAS L1234'), governs: /^/ } },
  CMA: {
    register: { name: '检验检测机构资质认定信息查询', url: 'http://cma.cnca.cn/' },
    // Year, issuing authority, field, department, serial number.
    rule: { valid: /^\d{12}$/, example: '210020344567', write: (key) => key },
  },
  'ISO 17025': { register: cnas, rule: cnasRule('L', 'CNAS L1234') },
  'ISO 15189': { register: cnas, rule: cnasRule('MT', 'CNAS MT0123') },
  'ISO 17034': { register: cnas, rule: cnasRule('RM', 'CNAS RM0012') },
  'ISO 9001': { register: cnca },
  'ISO 13485': { register: cnca },
  'ISO 27001': { register: cnca },
  AAALAC: {
    register: {
      name: 'AAALAC International 认证机构名录',
      url: 'https://www.aaalac.org/accreditation-program/directory/',
    },
    issuer: 'AAALAC International',
  },
  CAP: { register: { name: 'CAP 认可实验室查询', url: 'https://www.cap.org/laboratory-improvement/accreditation' } },
}

/** The register of a kind; undefined for one that has none. */
export const registerOf = (tag: string): Register | undefined => kinds[tag]?.register
/** The usual issuer of a kind; '' where there are several. */
export const issuerOf = (tag: string): string => kinds[tag]?.issuer ?? ''
/** An example of a number of the published form; '' where none is published. */
export const numberExample = (tag: string): string => kinds[tag]?.rule?.example ?? ''

/** Maximum length of a number. */
export const maxNumberLength = 60

/** What two numbers are compared by: without width, case, blanks and punctuation. */
export const certificateKey = (number: string): string =>
  number
    .slice(0, 4 * maxNumberLength)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a number has the published form; `unknown` where none is published for it. */
type NumberCheck = 'valid' | 'invalid' | 'unknown'
export function checkNumber(tag: string, number: string): NumberCheck {
  const rule = kinds[tag]?.rule
  const key = certificateKey(number)
  if (rule === undefined || (rule.governs !== undefined && !rule.governs.test(key))) return 'unknown'
  return rule.valid.test(key) ? 'valid' : 'invalid'
}

/** The number as it is usually written, where its form is published. */
export function writtenNumber(tag: string, number: string): string {
  const rule = kinds[tag]?.rule
  return rule !== undefined && checkNumber(tag, number) === 'valid' ? rule.write(certificateKey(number)) : number.trim()
}
