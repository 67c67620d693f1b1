import { inflateSync } from 'node:zlib'

/** A text run on a printed page. Points from the top left corner. */
export interface PrintedRun {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly text: string
}
export interface PrintedPdf {
  /** Size of each page in points: A4 is 595 × 842. */
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly runs: readonly PrintedRun[]
}

type Matrix = readonly [number, number, number, number, number, number]
const identity: Matrix = [1, 0, 0, 1, 0, 0]
const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

/** Parses a PDF printed by Chromium: text runs with positions, in drawing order. */
export function printedPdf(bytes: Uint8Array): PrintedPdf {
  const objects = objectsOf(bytes)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  const fonts = new Map<number, ReadonlyMap<number, string>>()
  const fontOf = (id: number) => {
    const known = fonts.get(id)
    if (known !== undefined) return known
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
    const made = charactersOf(map === undefined ? '' : (objects.get(Number(map))?.stream ?? ''))
    fonts.set(id, made)
    return made
  }
  const wide = (id: number) => /\/Subtype \/Type0/.test(objects.get(id)?.head ?? '')
  const sizes = pages.map(({ head }) => {
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? []
    return { width: Number(width), height: Number(height) }
  })
  const runs = pages.flatMap(({ head }, page) => {
    const content = /\/Contents (\d+) 0 R/.exec(head)?.[1]
    const text = content === undefined ? '' : (objects.get(Number(content))?.stream ?? '')
    return runsOf(text, fontOf, wide).map((run) => ({ ...run, page, y: (sizes[page]?.height ?? 0) - run.y }))
  })
  return { pages: sizes, runs }
}

function objectsOf(bytes: Uint8Array): ReadonlyMap<number, { readonly head: string; readonly stream: string }> {
  const file = Buffer.from(bytes)
  const text = file.toString('latin1')
  const found = new Map<number, { head: string; stream: string }>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length
    const end = text.indexOf('endobj', from)
    const at = text.indexOf('stream\n', from)
    const hasStream = at !== -1 && at < end
    const head = text.slice(from, hasStream ? at : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const data = hasStream ? file.subarray(at + 7, at + 7 + length) : undefined
    found.set(Number(match[1]), { head, stream: data === undefined ? '' : unpacked(head, data) })
  }
  return found
}

function unpacked(head: string, data: Buffer): string {
  if (!head.includes('/FlateDecode')) return data.toString('latin1')
  try {
    return inflateSync(data).toString('latin1')
  } catch {
    return ''
  }
}

/** Characters by code, from a ToUnicode table. */
function charactersOf(map: string): ReadonlyMap<number, string> {
  const characters = new Map<number, string>()
  const textOf = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
  for (const [, part = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, code = '', to = ''] of part.matchAll(/<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>/g))
      characters.set(Number.parseInt(code, 16), textOf(to))
  }
  for (const [, part = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', until = '', to = ''] of part.matchAll(
      /<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>/g,
    )) {
      const [first, last, unit] = [from, until, to].map((hex) => Number.parseInt(hex, 16))
      if (first === undefined || last === undefined || unit === undefined) continue
      for (let code = first; code <= last; code += 1) characters.set(code, String.fromCharCode(unit + code - first))
    }
  }
  return characters
}

const numberText = String.raw`-?(?:\d+\.?\d*|\.\d+)`
const token = new RegExp(
  [
    String.raw`(?<save>\bq\b)`,
    String.raw`(?<restore>\bQ\b)`,
    String.raw`(?<six>(?:${numberText}\s+){6})(?<what>cm|Tm)\b`,
    String.raw`\/F(?<font>\d+)\s+${numberText}\s+Tf`,
    String.raw`(?<dx>${numberText})\s+(?<dy>${numberText})\s+Td\b`,
    String.raw`(?<shown>\[(?:\((?:\\[\s\S]|[^\\)])*\)|<[0-9A-Fa-f\s]*>|[^\]()<>])*\]\s*TJ|<[0-9A-Fa-f\s]*>\s*Tj|\((?:\\[\s\S]|[^\\)])*\)\s*Tj)`,
    String.raw`(?<begin>\bBT\b)`,
  ].join('|'),
  'g',
)

function runsOf(
  content: string,
  fontOf: (id: number) => ReadonlyMap<number, string>,
  wide: (id: number) => boolean,
): { x: number; y: number; text: string }[] {
  const stack: Matrix[] = []
  let [now, text, font]: [Matrix, Matrix, number] = [identity, identity, 0]
  const found: { x: number; y: number; text: string }[] = []
  for (const { groups = {} } of content.matchAll(token)) {
    if (groups['save'] !== undefined) stack.push(now)
    else if (groups['restore'] !== undefined) now = stack.pop() ?? identity
    else if (groups['begin'] !== undefined) text = identity
    else if (groups['six'] !== undefined) {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = groups['six'].trim().split(/\s+/).map(Number)
      if (groups['what'] === 'cm') now = times([a, b, c, d, e, f], now)
      else text = [a, b, c, d, e, f]
    } else if (groups['font'] !== undefined) font = Number(groups['font'])
    else if (groups['dx'] !== undefined) text = times([1, 0, 0, 1, Number(groups['dx']), Number(groups['dy'])], text)
    else if (groups['shown'] !== undefined) {
      const characters = fontOf(font)
      const said = codesOf(groups['shown'], wide(font) ? 2 : 1)
        .map((code) => characters.get(code) ?? '')
        .join('')
      const [, , , , x, y] = times(text, now)
      // Fonts map some characters to radicals that look the same.
      if (said !== '') found.push({ x, y, text: plain(said) })
    }
  }
  return found
}

const radicals = new Map(
  [
    ...'⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟⺟母⺠民⻄西'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, radical = '', character = '']) => [radical, character] as const),
)
const plain = (said: string) => [...said.normalize('NFKC')].map((one) => radicals.get(one) ?? one).join('')

/** Codes in the string operands of an operator: hexadecimal, or in brackets with escapes. */
function codesOf(shown: string, size: 1 | 2): number[] {
  const bytes: number[] = []
  for (const [, hex, plain] of shown.matchAll(/<([0-9A-Fa-f\s]*)>|\(((?:\\[\s\S]|[^\\)])*)\)/g)) {
    if (hex !== undefined) bytes.push(...Buffer.from(hex.replace(/\s/g, ''), 'hex'))
    else if (plain !== undefined) bytes.push(...Buffer.from(unescaped(plain), 'latin1'))
  }
  if (size === 1) return bytes
  return Array.from({ length: bytes.length >> 1 }, (_, at) => (bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (text: string) =>
  text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, after: string) =>
    /^[0-7]/.test(after) ? String.fromCharCode(Number.parseInt(after, 8)) : (escapes[after] ?? after),
  )

/** Lines of a page: runs at one height, from left to right. */
export function printedLines({ runs }: PrintedPdf): string[] {
  const lines = new Map<string, PrintedRun[]>()
  for (const run of runs) {
    const key = `${String(run.page).padStart(3, '0')} ${String(Math.round(run.y / 3)).padStart(5, '0')}`
    lines.set(key, [...(lines.get(key) ?? []), run])
  }
  return [...lines.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, line]) =>
      line
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(''),
    )
}
