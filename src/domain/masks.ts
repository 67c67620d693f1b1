/** Masking of personal data, and the text for empty values. Specification section 5. */

/** Text of an empty value: `--`, never a space or 0. */
export const orDashes = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? '--' : String(value)

/** Keeps the first 3 and the last 4 of 11 digits (spaces ignored): `138****2046`. Other text is unchanged. */
export const maskPhone = (phone: string | null | undefined) => {
  const digits = (phone ?? '').replace(/\s/g, '')
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 3)}****${digits.slice(7)}` : orDashes(phone)
}

/** Keeps the first 3 characters before the @: `zho***@example.com`. The number of stars is fixed. */
export const maskEmail = (email: string | null | undefined) => {
  const at = (email ?? '').lastIndexOf('@')
  if (!email || at < 1) return orDashes(email)
  return `${Array.from(email.slice(0, at)).slice(0, 3).join('')}***${email.slice(at)}`
}

/** Keeps the first and the last character: 仲晓妮 → `仲*妮`, 王伟 → `王*`. Counts characters, not UTF-16 units. */
export const maskName = (name: string | null | undefined) => {
  const letters = [...(name ?? '').trim()]
  const first = letters[0]
  if (first === undefined) return '--'
  if (letters.length < 3) return letters.length === 1 ? first : `${first}*`
  return `${first}${'*'.repeat(letters.length - 2)}${letters.at(-1) ?? ''}`
}

/** Masks a login name, which may be a mobile number. */
export const maskLoginName = (loginName: string): string =>
  /^\d{11}$/.test(loginName) ? maskPhone(loginName) : maskName(loginName)

const companyEnds = /(有限责任公司|股份有限公司|有限公司|公司|研究院|研究所|实验室|医院|大学|中心|集团)$/

/** Masks a company name: 衡序生物科技（苏州）有限公司 → 衡序***公司. */
export const maskCompany = (name: string) => {
  const letters = [...name.trim()]
  if (letters.length === 0) return '--'
  const [end = ''] = companyEnds.exec(name.trim()) ?? []
  const shown = end.endsWith('公司') ? '公司' : end
  return `${letters.slice(0, Math.min(2, Math.max(1, letters.length - [...end].length))).join('')}***${shown}`
}

/** Number of an identity document: keeps first 3 and last 4 of a long one, last 2 of a short one. Empty stays. */
export const maskIdNo = (idNo: string) => {
  if (idNo.length < 6) return '*'.repeat(idNo.length)
  const [head, tail] = idNo.length >= 12 ? [3, 4] : [1, 2]
  return `${idNo.slice(0, head)}${'*'.repeat(idNo.length - head - tail)}${idNo.slice(-tail)}`
}
