/** A fault of a text: the line it stands in, from 1, and what to do. */
export interface TextFault {
  readonly line: number
  readonly message: string
}

/** A Markdown text in its two parts. */
export interface HeadAndBody {
  readonly head: Readonly<Record<string, unknown>>
  /** Line of each field of the head, from 1. */
  readonly lines: Readonly<Record<string, number>>
  readonly body: string
  /** Line at which the body begins, from 1. */
  readonly bodyLine: number
  readonly faults: readonly TextFault[]
}

const fence = '---'

/**
 * Reads a Markdown text with a head between two lines of `---`. The head is the part of YAML that editors need:
 * `name: value`, `name: [one, two]`, and lists of `- value` or `- { name: value, … }` below `name:`. Whatever else
 * YAML can do is a fault, so that both readers of a head, this one and the site's build, read the same.
 */
export function readText(text: string): HeadAndBody {
  const rows = text.split('\n')
  const end = rows.indexOf(fence, 1)
  if (rows[0] !== fence || end < 0) {
    const faults = [{ line: 1, message: '开头须有两行 --- 之间的文件头' }]
    return { head: {}, lines: {}, body: text, bodyLine: 1, faults }
  }
  const head: Record<string, unknown> = {}
  const lines: Record<string, number> = {}
  const faults: TextFault[] = []
  let list: unknown[] | undefined
  for (const [at, row] of rows.slice(1, end).entries()) {
    const line = at + 2
    const [, name, rest = ''] = /^([a-z][A-Za-z]*):(?: +(.*))?$/.exec(row) ?? []
    const [, item] = /^ *- +(.*)$/.exec(row) ?? []
    if (name !== undefined) {
      if (name in head) faults.push({ line, message: `${name} 写了两次` })
      list = rest.trim() === '' ? [] : undefined
      head[name] = list ?? valueOf(rest.trim())
      lines[name] = line
    } else if (item !== undefined && list !== undefined) list.push(valueOf(item.trim()))
    else if (row.trim() !== '') faults.push({ line, message: '文件头只能写“名称: 内容”或其下以“- ”开头的列表' })
  }
  return { head, lines, body: rows.slice(end + 1).join('\n'), bodyLine: end + 2, faults }
}

/** One value of a head: quoted or plain text, a number, true or false, a list in brackets, a map in braces. */
function valueOf(text: string): unknown {
  const quoted = /^'((?:[^']|'')*)'$/.exec(text) ?? /^"([^"\\]*)"$/.exec(text)
  if (quoted !== null) return (quoted[1] ?? '').replaceAll("''", "'")
  if (text.startsWith('[') && text.endsWith(']')) return partsOf(text.slice(1, -1)).map(valueOf)
  if (text.startsWith('{') && text.endsWith('}')) {
    const pairs = partsOf(text.slice(1, -1)).map((part) => /^([a-z][A-Za-z]*): +(.*)$/.exec(part))
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', valueOf(pair?.[2] ?? '')]))
  }
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return text
}

/** Parts between commas, those within quotes left whole. */
const partsOf = (text: string): string[] =>
  [...text.matchAll(/(?:'(?:[^']|'')*'|"[^"]*"|[^,'"])+/g)].map(([part]) => part.trim()).filter((part) => part !== '')
