const municipalities = new Set(['11', '12', '31', '50'])
const ends = /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市)$/

/** 江苏省 → 江苏, 广西壮族自治区 → 广西, 北京市 → 北京. */
export const shortProvince = (name: string): string => name.replace(ends, '')

/** 苏州市 → 苏州, 大兴区 → 大兴; 滨海新区, 延边朝鲜族自治州 and two-character names stay. */
export function getShortPlaceName(name: string): string {
  if (name.endsWith('市')) return name.slice(0, -1)
  return name.endsWith('区') && !name.endsWith('新区') && name.length > 2 ? name.slice(0, -1) : name
}

/**
 * Region text of a district for cards: province and city (江苏 苏州), in a municipality the district (天津 滨海新区).
 * `nameOf` returns full names by six-digit code; unknown codes are left out.
 */
export function regionName(code: string, nameOf: (code: string) => string | undefined): string {
  const province = nameOf(`${code.slice(0, 2)}0000`)
  if (province === undefined) return ''
  const city = municipalities.has(code.slice(0, 2)) ? undefined : nameOf(`${code.slice(0, 4)}00`)
  const place = city === undefined || city.includes('直辖县') ? nameOf(code) : city
  const short = shortProvince(province)
  return place === undefined || place === province ? short : `${short} ${getShortPlaceName(place)}`
}
