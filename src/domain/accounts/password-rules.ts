/** Rules of new passwords, used in the browser and on the server. */

export const passwordLength = { min: 8, max: 64 } as const

/** Public data of the user, which a password must not contain. */
export interface PasswordOwner {
  readonly loginName?: string | undefined
  readonly mobile?: string | undefined
  readonly companyName?: string | undefined
  /** The company's name in pinyin, if known (server only). */
  readonly companySound?: string | undefined
}

/** One requirement of a password, and whether it is met. */
export interface PasswordRule {
  /** Label in forms. */
  readonly rule: string
  /** Advice for a password that does not meet the rule. */
  readonly message: string
  readonly met: boolean
  /** Whether it is mandatory; other rules only raise the strength. */
  readonly needed: boolean
}

const { min, max } = passwordLength

/** Password rules in display order. The server also checks a list of common passwords. */
export function passwordRules(password: string, owner: PasswordOwner = {}): readonly PasswordRule[] {
  const length = [...password].length
  return [
    {
      rule: `${min}~${max} 位`,
      message: `密码须为 ${min}~${max} 位`,
      met: length >= min && length <= max,
      needed: true,
    },
    {
      rule: '含字母与数字',
      message: '密码须含字母与数字',
      met: /[A-Za-z]/.test(password) && /\d/.test(password),
      needed: true,
    },
    { rule: '不是常见密码', message: commonMessage, met: password !== '' && !isGuessable(password), needed: true },
    {
      rule: '不含登录名、手机号',
      message: '密码不能含登录名、手机号或企业名称，请换一个',
      met: password !== '' && !isOfOwner(password, owner),
      needed: true,
    },
    {
      rule: '含大写字母或符号',
      message: '密码宜含大写字母或符号',
      met: /[A-Z]|[^\w\s]|_/.test(password),
      needed: false,
    },
  ]
}

/** Message for a common password or one made of common parts. */
export const commonMessage = '这个密码过于常见，容易被猜中，请换用不以常用词、连续数字或键盘顺序组成的密码'

/** Messages of the required rules that a password does not meet. */
export const getPasswordErrors = (password: string, owner: PasswordOwner = {}): string[] =>
  passwordRules(password, owner).flatMap(({ met, needed, message }) => (needed && !met ? [message] : []))

/** Whether a password may be used. */
export const isPasswordAllowed = (password: string, owner: PasswordOwner = {}): boolean =>
  getPasswordErrors(password, owner).length === 0

/** Password strength: 0 empty or not allowed, 1 weak, 2 medium, 3 strong. */
export function passwordStrength(password: string, owner: PasswordOwner = {}): 0 | 1 | 2 | 3 {
  if (!isPasswordAllowed(password, owner)) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  if (kinds >= 3 && password.length >= 12) return 3
  return kinds >= 3 || password.length >= 12 ? 2 : 1
}

/** Parts that cracking tools combine, longest first. Digit sequences and repetitions are handled separately. */
const commonParts = [
  'woaiwojia',
  'woaini',
  'woaiwo',
  'iloveyou',
  'aishiteru',
  'password',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'pass',
  'administrator',
  'admin',
  'adm1n',
  'root',
  'guest',
  'default',
  'system',
  'manager',
  'test',
  'demo',
  'user',
  'temp',
  'welcome',
  'hello',
  'letmein',
  'master',
  'secret',
  'login',
  'mima',
  'zhanghao',
  'caonima',
  'wodemima',
  'qq',
  'wx',
  'china',
  'zhongguo',
  'beijing',
  'shanghai',
  'chengdu',
  'company',
  'gongsi',
  'huawei',
  'taobao',
  'baidu',
  'weixin',
  'qwertyuiop',
  'qwerty',
  'qwert',
  'qwer',
  'qwe',
  'asdfghjkl',
  'asdfgh',
  'asdf',
  'asd',
  'zxcvbnm',
  'zxcvb',
  'zxcv',
  'zxc',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '1q2w3e4r',
  '1q2w3e',
  '1q2w',
  'qaz',
  'wsx',
  'edc',
  'abcdefgh',
  'abcdef',
  'abcd',
  'abc',
  'xyz',
  'a1b2c3',
  'a1b2',
  '5201314',
  '1314520',
  '7758521',
  '1314',
  '5201',
  '520',
  '521',
  '1225',
  '110',
  '888',
  '666',
  '168',
].toSorted((one, other) => other.length - one.length)
const year = /(?:19|20)\d\d(?:[01]\d[0-3]\d)?/g
const repeated = /(.)\1{2,}/gu
/** Family names in pinyin, which often precede or follow a number. */
const familyNames = new Set(
  'li wang zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao tan zou xiong jin hao kong bai cui kang mao qiu qin gu shao wan duan qian'.split(
    ' ',
  ),
)
/** Characters that must remain without common parts; fewer are cracked in minutes. */
const minRest = 4

/** Whether a password is little more than common words, digit or keyboard sequences, years and repetitions. */
function isGuessable(password: string): boolean {
  let rest = password.toLowerCase()
  for (const part of commonParts) rest = rest.replaceAll(part, ' ')
  rest = rest.replace(year, ' ').replace(/\d+/g, withoutRows).replace(repeated, ' ').replace(/\s+/g, '')
  if ([...rest].length < minRest) return true
  const letters = rest.replace(/[^a-z]/g, '')
  return /^[\d\W_]*[a-z]+[\d\W_]*$/.test(rest) && familyNames.has(letters) && rest.length - letters.length < minRest
}

/** Removes ascending or descending sequences of at least three digits from a run of digits. */
function withoutRows(run: string): string {
  let kept = ''
  let at = 0
  while (at < run.length) {
    const end = Math.max(rowEnd(run, at, 1), rowEnd(run, at, -1))
    if (end - at >= 3) at = end
    else kept += run.charAt(at++)
  }
  return kept
}

/** End of the sequence that begins at an index; 9 is followed by 0. */
function rowEnd(run: string, start: number, step: 1 | -1): number {
  let at = start + 1
  while (at < run.length && Number(run[at]) === (Number(run[at - 1]) + step + 10) % 10) at += 1
  return at
}

/** Whether a password contains the login name, the end of the mobile number, or a part of the company's name. */
function isOfOwner(password: string, owner: PasswordOwner): boolean {
  const typed = password.toLowerCase()
  const loginName = owner.loginName?.toLowerCase() ?? ''
  if (loginName.length >= 3 && typed.includes(loginName)) return true
  const mobile = owner.mobile ?? ''
  if (mobile.length >= 6 && typed.includes(mobile.slice(-6))) return true
  const company = `${owner.companyName ?? ''} ${owner.companySound ?? ''}`.toLowerCase()
  return (typed.match(/[a-z]{4,}|\p{Script=Han}{2,}/gu) ?? []).some((word) => company.includes(word))
}
