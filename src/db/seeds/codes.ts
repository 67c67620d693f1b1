import { creditCheck, organisationCheck } from '../../domain/accounts/credit-code.ts'

/** A company's unified social credit code from its registration district and its eight-character body. */
export function creditCode(district: string, body: string): string {
  const first17 = `91${district}${body}${organisationCheck(body)}`
  return first17 + creditCheck(first17)
}

const atomicWeights: Readonly<Record<string, number>> = {
  H: 1.008, B: 10.81, C: 12.011, N: 14.007, O: 15.999, F: 18.998, Na: 22.99, Mg: 24.305, Si: 28.085, P: 30.974,
  S: 32.06, Cl: 35.45, K: 39.098, Ca: 40.078, Co: 58.933, Br: 79.904, Pd: 106.42, I: 126.904, Pt: 195.084,
} // prettier-ignore

/** Molecular weight of a formula without brackets, `C8H9NO2` → 151.16. */
export function molecularWeight(formula: string): number {
  let sum = 0
  for (const [, symbol = '', count = ''] of formula.matchAll(/([A-Z][a-z]?)(\d*)/g)) {
    const weight = atomicWeights[symbol]
    if (weight === undefined) throw new Error(`No atomic weight of ${symbol} in ${formula}`)
    sum += weight * (count === '' ? 1 : Number(count))
  }
  return Math.round(sum * 100) / 100
}
