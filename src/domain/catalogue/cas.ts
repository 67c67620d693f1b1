/** CAS numbers: two to seven digits, two digits, and a check digit that counts the others from the right. */
const form = /^(\d{2,7})-(\d{2})-(\d)$/

/** Whether a text is written like a CAS number and its check digit is right. */
export function isCas(text: string): boolean {
  const [, first = '', second = '', check] = form.exec(text) ?? []
  if (check === undefined || first.startsWith('0')) return false
  const sum = [...`${first}${second}`]
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place + 1), 0)
  return sum % 10 === Number(check)
}
