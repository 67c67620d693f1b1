import { wrongWords } from './wrong-words.ts'

/** A fault of a text: the line it stands in, from 1, and what to do. */
export interface TextFault {
  readonly line: number
  readonly message: string
}

/** Something a text leads to: a link or a picture, and the line it stands in. */
export interface TextTarget {
  readonly line: number
  readonly target: string
  readonly picture: boolean
}

const longestHeading = 24

/** Links and pictures of a Markdown text; lines count from `from`. */
export const targetsOf = (text: string, from: number): TextTarget[] =>
  text.split('\n').flatMap((row, at) =>
    [...row.matchAll(/(!?)\[[^[\]]*\]\(([^)\s]{0,500})\)/g)].map((match) => ({
      line: from + at,
      target: match[2] ?? '',
      picture: match[1] === '!',
    })),
  )

/** What is wrong with the words of a text that no schema sees: headings, spacing, words. Lines count from `from`. */
export function bodyFaults(text: string, from: number): TextFault[] {
  let above = 1
  return text.split('\n').flatMap((row, at) => {
    const line = from + at
    const faults: TextFault[] = wordFaults(row, line)
    const [, signs = '', heading = ''] = /^(#{1,6})\s+(.*)$/.exec(row) ?? []
    if (signs === '') return faults
    if (signs.length === 1) faults.push({ line, message: '一级标题就是文件头的 title，正文从“## ”开始' })
    else if (signs.length > above + 1)
      faults.push({ line, message: `标题跳了级：“${'#'.repeat(above + 1)} ”之后才是“${signs} ”` })
    if ([...heading].length > longestHeading)
      faults.push({ line, message: `小标题最多 ${longestHeading} 个字，现有 ${[...heading].length} 个` })
    above = signs.length
    return faults
  })
}

const han = String.raw`\p{Script=Han}`
const tight = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9%]${han}`, 'u')

/** Wrong words, and Chinese that touches Latin or figures, in one line. */
export function wordFaults(row: string, line: number): TextFault[] {
  const read = row.replace(/\]\([^)]{0,500}\)/g, ']').replace(/`[^`]*`/g, '')
  const faults = wrongWords
    .filter(({ wrong }) => wrong.test(read))
    .map(({ wrong, right }) => ({ line, message: `用词：${wrong.exec(read)?.[0]} → ${right}` }))
  const close = tight.exec(read)?.[0]
  if (close !== undefined) faults.push({ line, message: `中文与英文、数字之间空一格：${close}` })
  return faults
}
