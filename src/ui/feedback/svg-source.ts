/** A parsed SVG file, rendered by components with their own class and label. */
export type SvgSource = { viewBox: string; attributes: Record<string, string>; body: string }

const cache = new Map<string, SvgSource>()

/** Parses one of our own SVG files, cached. Size, role, id and title are set by the component. */
export function readSvgSource(text: string | undefined, name: string): SvgSource {
  const read = cache.get(name) ?? parse(text, name)
  cache.set(name, read)
  return read
}

function parse(text: string | undefined, name: string): SvgSource {
  const [, head, inner] = /<svg\s([^>]*)>([\s\S]*)<\/svg>/.exec(text ?? '') ?? []
  if (head === undefined || inner === undefined) throw new Error(`src/ui/marks/${name}.svg is missing or not an SVG`)
  const attributes: Record<string, string> = {}
  for (const [, key, value] of head.matchAll(/(?<![\w:-])([\w:-]+)="([^"]*)"/g)) {
    if (key !== undefined && value !== undefined && /^(fill|stroke)/.test(key)) attributes[key] = value
  }
  const viewBox = /viewBox="([^"]*)"/.exec(head)?.[1] ?? '0 0 48 48'
  return { viewBox, attributes, body: inner.replace(/<title>.*?<\/title>/, '') }
}
