import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './sources.ts'

/** Compressed transfer sizes in bytes. */
export interface PageWeight {
  /** Script loaded before any interaction. */
  readonly script: number
  /** HTML and style sheets. */
  readonly page: number
  readonly scripts: readonly string[]
}

const client = (url: string) => readFileSync(join(root, 'dist/client', new URL(url, 'http://own.invalid').pathname))
const gzipped = (bytes: Buffer | string) => gzipSync(bytes).byteLength

/** Static imports of a built module; `import()` loads on interaction. */
function staticImports(url: string): string[] {
  const text = client(url).toString()
  const found = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from)?\s*["']([^"']+\.js)["']/g)
  return [...found].map((match) => new URL(match[1] ?? '', new URL(url, 'http://own.invalid')).pathname)
}

/** Modules with their transitive static imports. */
function withImports(urls: readonly string[]): Set<string> {
  const all = new Set(urls)
  for (const url of all) for (const next of staticImports(url)) all.add(next)
  return all
}

const attributes = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map((match) => match[1] ?? '')
const valueOf = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1]

/** Bytes a page loads before any interaction. */
export function measurePageWeight(html: string): PageWeight {
  const urls = [
    ...attributes(html, 'script').flatMap((text) => valueOf(text, 'src') ?? []),
    ...attributes(html, 'link').flatMap((text) =>
      valueOf(text, 'rel') === 'modulepreload' ? (valueOf(text, 'href') ?? []) : [],
    ),
    // Islands that hydrate without interaction.
    ...attributes(html, 'astro-island').flatMap((text) => [
      valueOf(text, 'component-url'),
      valueOf(text, 'renderer-url'),
    ]),
  ].filter((url) => url !== undefined && url !== '')
  const scripts = [...withImports(urls.filter((url) => url !== undefined))]
  const inline = [...html.matchAll(/<script\b(?![^>]*\b(?:src|type="application))[^>]*>([\s\S]*?)<\/script>/g)]
  const styles = attributes(html, 'link').flatMap((text) =>
    valueOf(text, 'rel') === 'stylesheet' ? (valueOf(text, 'href') ?? []) : [],
  )
  return {
    script:
      scripts.reduce((sum, url) => sum + gzipped(client(url)), 0) +
      inline.reduce((sum, [, text = '']) => sum + gzipped(text), 0),
    page: gzipped(html) + styles.reduce((sum, url) => sum + gzipped(client(url)), 0),
    scripts,
  }
}
