/** What is shown of personal data, and what is shown for nothing. Specification section 5. */

/** An empty value is `--`, never a blank and never 0. */
export const orDashes = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? '--' : String(value)

/** 11 digits (spaces ignored) keep the first 3 and the last 4: `138****2046`. Anything else comes back as it is. */
export const maskPhone = (phone: string | null | undefined) => {
  const digits = (phone ?? '').replace(/\s/g, '')
  return /^\d{11}$/.test(digits) ? `${digits.slice(0, 3)}****${digits.slice(7)}` : orDashes(phone)
}

/** Keeps the first 3 characters before the @: `zho***@example.com`. The stars do not tell the length. */
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

/** A login name; many are mobile numbers. */
export const maskLoginName = (loginName: string): string =>
  /^\d{11}$/.test(loginName) ? maskPhone(loginName) : maskName(loginName)

const companyEnds = /(有限责任公司|股份有限公司|有限公司|公司|研究院|研究所|实验室|医院|大学|中心|集团)$/

/** A company whose full name is not for everyone: 衡序生物科技（苏州）有限公司 → 衡序***公司. */
export const maskCompany = (name: string) => {
  const letters = [...name.trim()]
  if (letters.length === 0) return '--'
  const [end = ''] = companyEnds.exec(name.trim()) ?? []
  const shown = end.endsWith('公司') ? '公司' : end
  return `${letters.slice(0, Math.min(2, Math.max(1, letters.length - [...end].length))).join('')}***${shown}`
}

/** Number of a paper of identity: the first 3 and the last 4 of a long one, the last 2 of a short one. Empty stays. */
export const maskIdNo = (idNo: string) => {
  if (idNo.length < 6) return '*'.repeat(idNo.length)
  const [head, tail] = idNo.length >= 12 ? [3, 4] : [1, 2]
  return `${idNo.slice(0, head)}${'*'.repeat(idNo.length - head - tail)}${idNo.slice(-tail)}`
}
