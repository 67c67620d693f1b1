const digits = ' 一二三四五六七八九'

/** 一 to 九十九 as a number, 两 as 2; undefined for anything else. */
export function chineseNumber(text: string): number | undefined {
  const found = /^([一二两三四五六七八九]?)(十?)([一二三四五六七八九]?)$/.exec(text)
  if (found === null || text === '') return undefined
  const [, first = '', ten = '', last = ''] = found
  const digit = (sign: string) => digits.indexOf(sign === '两' ? '二' : sign || ' ')
  if (ten === '') return last === '' ? digit(first) : undefined
  return (first === '' ? 1 : digit(first)) * 10 + digit(last)
}
