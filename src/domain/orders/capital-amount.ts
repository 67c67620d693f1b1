const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
/** 亿 counts groups of four anew: 万亿 is ten thousand 亿. */
const groups = ['', '万', '亿', '万亿']

/** Four digits: 1050 → 壹仟零伍拾. Zeros at the end are silent, several in a row are one. */
function fourDigits(value: number): string {
  let words = ''
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit > 0) words += `${digits.charAt(digit)}${places[place] ?? ''}`
    else if (words !== '' && value % 10 ** place > 0 && !words.endsWith('零')) words += '零'
  }
  return words
}

/** A group that does not fill its four places is announced by 零, and so is one after an empty group. */
function wholeYuan(value: number): string {
  let words = ''
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const part = Math.floor(value / 10_000 ** group) % 10_000
    if (part === 0) continue
    const before = Math.floor(value / 10_000 ** (group + 1)) % 10_000
    if (words !== '' && (part < 1000 || before === 0)) words += '零'
    // 万亿 before 亿 says 亿 once: 壹万零贰亿.
    const shared = group === 3 && Math.floor(value / 10_000 ** 2) % 10_000 > 0
    words += fourDigits(part) + (shared ? '万' : (groups[group] ?? ''))
  }
  return words
}

/**
 * A sum in the capital figures of contracts and receipts: 10700053 fen → 壹拾万柒仟元零伍角叁分. Ends in 整 unless
 * it has fen. Throws a RangeError for what is no sum of money: negative, fractions of a fen, beyond safe integers.
 */
export function capitalAmount(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`${fen} is no sum of money`)
  const yuan = Math.floor(fen / 100)
  const [jiao, rest] = [Math.floor(fen / 10) % 10, fen % 10]
  if (fen === 0) return '零元整'
  const whole = yuan === 0 ? '' : `${wholeYuan(yuan)}元`
  if (jiao === 0 && rest === 0) return `${whole}整`
  // 零 stands before jiao where the yuan end in zero, and before fen where there are no jiao.
  const gap = yuan > 0 && (jiao === 0 || yuan % 10 === 0) ? '零' : ''
  const parts = (jiao > 0 ? `${digits.charAt(jiao)}角` : '') + (rest > 0 ? `${digits.charAt(rest)}分` : '整')
  return whole + gap + parts
}
