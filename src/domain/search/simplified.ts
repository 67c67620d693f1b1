import { Converter } from 'opencc-js/t2cn'

const convert = Converter({ from: 'tw', to: 'cn' })

/** Traditional Chinese characters as simplified ones: 對照品 → 对照品. */
export const toSimplified = (text: string): string => (/\p{Script=Han}/u.test(text) ? convert(text) : text)
