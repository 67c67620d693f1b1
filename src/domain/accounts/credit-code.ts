import { halfWidth } from '../half-width.ts'

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2]

/** Check character of an organisation code, GB 11714. */
export function organisationCheck(body: string): string {
  const sum = organisationWeights.reduce(
    (total, weight, index) => total + weight * Number.parseInt(body.charAt(index), 36),
    0,
  )
  const rest = 11 - (sum % 11)
  return rest === 10 ? 'X' : rest === 11 ? '0' : String(rest)
}

/** Check character of a unified social credit code, GB 32100-2015. */
export function creditCheck(first17: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * letters.indexOf(first17.charAt(index)), 0)
  return letters.charAt((31 - (sum % 31)) % 31)
}

/**
 * Whether a unified social credit code can exist: 18 characters without I, O, S, V, Z, both check characters right.
 * Any registering department may be named, for institutes and hospitals buy as well.
 */
export const isCreditCode = (code: string): boolean =>
  /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/.test(code) &&
  organisationCheck(code.slice(8, 16)) === code.charAt(16) &&
  creditCheck(code.slice(0, 17)) === code.charAt(17)

/** A code as people type or print it: without spaces, in capitals. */
export const tidyCreditCode = (code: string): string => halfWidth(code).replace(/\s/g, '').toUpperCase()
