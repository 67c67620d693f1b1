/** County level of the national register: what an address is chosen down to. */
export const isCounty = (code: string): boolean => /^\d{6}$/.test(code) && !code.endsWith('00')

/**
 * A district as addresses have it, full names from the province down: 江苏省 苏州市 虎丘区, in a municipality
 * 天津市 滨海新区, under a province itself 湖北省 仙桃市. What `nameOf` does not know is left out.
 */
export function districtPath(code: string, nameOf: (code: string) => string | undefined): string {
  const province = nameOf(`${code.slice(0, 2)}0000`)
  const city = nameOf(`${code.slice(0, 4)}00`)
  const between = city === province || city?.includes('直辖县') ? undefined : city
  const names = [province, code.endsWith('0000') ? undefined : between, isCounty(code) ? nameOf(code) : undefined]
  return names.filter((name) => name !== undefined).join(' ')
}
