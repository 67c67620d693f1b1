/** CAS numbers: two to seven digits, two digits, and a check digit weighted from the right. */
const casPattern = /^(\d{2,7})-(\d{2})-(\d)$/

/** Whether a text has the form of a CAS number with a valid check digit. */
export function isCas(text: string): boolean {
  const [, first = '', second = '', check] = casPattern.exec(text) ?? []
  if (check === undefined || first.startsWith('0')) return false
  const sum = [...`${first}${second}`]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place + 1), 0)
  return sum % 10 === Number(check)
}
