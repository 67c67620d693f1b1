import { parseFrontmatter } from '@astrojs/internal-helpers/frontmatter'
import { z } from 'zod'
import type { TextError } from '../domain/content/check-text.ts'

/** Front matter and body of a Markdown text. */
export interface FrontMatterText {
  /** Parsed front matter; empty if invalid. */
  readonly head: Readonly<Record<string, unknown>>
  /** Line of each front matter field, from 1. */
  readonly lines: Readonly<Record<string, number>>
  readonly body: string
  /** First line of the body, from 1. */
  readonly bodyLine: number
  readonly faults: readonly TextError[]
}

/** Error thrown by js-yaml: reason, and line counted from 0 within the front matter. */
const yamlError = z.object({ reason: z.string(), mark: z.object({ line: z.int() }) })

const quoteMessage = '引号没有成对：内容以引号开头的，结尾也要有同样的引号'
/** Messages for editors in place of the YAML parser's reasons. */
const reasons: readonly (readonly [reason: RegExp, message: string])[] = [
  [/within a (single|double) quoted scalar/, quoteMessage],
  [/within a flow collection|flow collection entries/, '括号没有成对，或各项之间缺少半角逗号'],
  [/duplicated mapping key/, '这一项写了两次'],
  [/tab character/, '缩进要用空格，不能用 Tab'],
  [
    /bad indentation of a mapping entry|mapping values|cannot start any token|unidentified alias|unknown tag/,
    "内容里有半角冒号、引号，或以 @ ` * & ! % 开头时，整项要放进单引号，如 title: '研发: 第一步'；其中的单引号写两次",
  ],
  [/expected hexadecimal|unknown escape/, '双引号里的反斜杠有特别的意思：请改用单引号'],
]
const otherReason = '这一行不合文件头的写法：每项写成“名称: 内容”，列表各项另起一行以“- ”开头'

/**
 * Parses a Markdown text with front matter by the parser of the site's build, so that what passes here builds. Accepts
 * CRLF and a byte order mark. Errors are returned with a message for editors, never thrown.
 */
export function readFrontMatter(source: string): FrontMatterText {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  try {
    const { frontmatter, rawFrontmatter, content } = parseFrontmatter(text, { frontmatter: 'empty-with-lines' })
    const { lines, bodyLine } = placesIn(text)
    const isThere = rawFrontmatter !== ''
    return {
      head: frontmatter,
      lines,
      body: isThere
        ? content
            .split('\n')
            .slice(bodyLine - 1)
            .join('\n')
        : content,
      bodyLine: isThere ? bodyLine : 1,
      faults: isThere ? [] : [{ line: 1, message: '开头须有两行 --- 之间的文件头' }],
    }
  } catch (thrown) {
    const { lines, bodyLine } = placesIn(text)
    return {
      head: {},
      lines,
      body: text
        .split('\n')
        .slice(bodyLine - 1)
        .join('\n'),
      bodyLine,
      faults: [yamlFault(thrown, text)],
    }
  }
}

/** Lines of the front matter fields and of the body. */
function placesIn(text: string): Pick<FrontMatterText, 'lines' | 'bodyLine'> {
  const rows = text.split('\n')
  const start = rows.findIndex((row) => row.startsWith('---'))
  const end = rows.findIndex((row, at) => at > start && row.startsWith('---'))
  const fields = rows.slice(0, Math.max(end, 0)).flatMap((row, at) => {
    const name = /^([\w-]+):/.exec(row)?.[1]
    return name === undefined ? [] : [[name, at + 1] as const]
  })
  return { lines: Object.fromEntries(fields), bodyLine: end + 2 }
}

function yamlFault(thrown: unknown, text: string): TextError {
  const parsed = yamlError.safeParse(thrown)
  if (!parsed.success) return { line: 1, message: otherReason }
  const { reason, mark } = parsed.data
  // The parser reports an open quote or a line without a colon further down: report the line itself instead.
  const rows = text.split('\n').slice(0, mark.line + 1)
  const open = rows.findIndex((row) => openQuote.test(row))
  if (open >= 0) return { line: open + 1, message: quoteMessage }
  const bare = rows.findIndex((row, at) => at > 0 && !fieldOrItem.test(row))
  if (bare >= 0) return { line: bare + 1, message: otherReason }
  const message = reasons.find(([known]) => known.test(reason))?.[1] ?? otherReason
  const bracket = reason.includes('flow collection') ? rows.findIndex((row) => openBracket.test(row)) : -1
  return { line: (bracket < 0 ? mark.line : bracket) + 1, message }
}

/** A value with an opening quote but no closing one. */
const openQuote = /^(?:[\w-]+:|\s*-)\s+(?:'(?:[^']|'')*|"[^"]*)$/
/** A value with an opening bracket but no closing one. */
const openBracket = /^(?:[\w-]+:|\s*-)\s+(?:\[[^\]]*|\{[^}]*)$/
/** Valid line of front matter: a field, an item, a continuation, a comment, a fence, or empty. */
const fieldOrItem = /^(?:[\w-]+:(?: |$)|\s|-|#|$)/

/** Message for editors about a schema issue; undefined = the locale's message. */
export function editorMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return '这一项没有内容'
      if (issue.input instanceof Date) return "日期要放进单引号，如 '2026-11-02'"
      return typeMessages[issue.expected]
    case 'too_big':
      return issue.origin === 'number'
        ? `不能大于 ${issue.maximum}`
        : `最多 ${issue.maximum} ${issue.origin === 'array' ? '项' : '个字'}`
    case 'too_small':
      return issue.origin === 'number'
        ? `不能小于 ${issue.minimum}`
        : `至少 ${issue.minimum} ${issue.origin === 'array' ? '项' : '个字'}`
    case 'invalid_format':
      return issue.format === 'date' ? "不是一个日期：写成年-月-日，如 '2026-11-02'" : undefined
    case 'invalid_value':
      return `只能是${issue.values.map((value) => ` ${String(value)}`).join('、')}`
    default:
      return undefined
  }
}

const typeMessages: Readonly<Record<string, string>> = {
  string: '这里要写文字；只有数字、true 或 false 时要放进单引号',
  int: '这里要写整数，不加引号',
  number: '这里要写数字，不加引号',
  boolean: '这里只能写 true 或 false',
  array: '这里要写列表，如 [注册, 登录]',
  object: '这里每一项都要写成“名称: 内容”',
}
