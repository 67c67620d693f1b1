/** Whether a code is of county level, as required for an address. */
export const isCounty = (code: string): boolean => /^\d{6}$/.test(code) && !code.endsWith('00')

/**
 * Full names of a district for addresses, from the province down: 江苏省 苏州市 虎丘区, in a municipality
 * 天津市 滨海新区, directly under a province 湖北省 仙桃市. Codes unknown to `nameOf` are left out.
 */
export function districtPath(code: string, nameOf: (code: string) => string | undefined): string {
  const province = nameOf(`${code.slice(0, 2)}0000`)
  const city = nameOf(`${code.slice(0, 4)}00`)
  const between = city === province || city?.includes('直辖县') ? undefined : city
  const names = [province, code.endsWith('0000') ? undefined : between, isCounty(code) ? nameOf(code) : undefined]
  return names.filter((name) => name !== undefined).join(' ')
}
