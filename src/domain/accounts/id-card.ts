const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/** Check character of a resident identity number, GB 11643. */
export const idCardCheck = (first17: string): string =>
  checks.charAt(weights.reduce((sum, weight, at) => sum + weight * Number(first17.charAt(at)), 0) % 11)

/** Whether a resident identity number can exist: 18 characters, a valid day of birth and check character. */
export function isIdCard(idNo: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(idNo)) return false
  const day = idNo.slice(6, 14).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const born = new Date(`${day}T00:00:00Z`)
  const real = !Number.isNaN(born.getTime()) && born.toISOString().startsWith(day) && day >= '1900'
  return real && idCardCheck(idNo.slice(0, 17)) === idNo.charAt(17)
}
