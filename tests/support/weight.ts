import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './sources.ts'

/** Bytes, compressed as they travel. */
export interface Weight {
  /** Script that loads before the visitor does anything. */
  readonly script: number
  /** The page and its style sheets. */
  readonly page: number
  readonly scripts: readonly string[]
}

const client = (url: string) => readFileSync(join(root, 'dist/client', new URL(url, 'http://own.invalid').pathname))
const gzipped = (bytes: Buffer | string) => gzipSync(bytes).byteLength

/** Modules that a built module imports at once; `import()` waits for the visitor. */
function staticImports(url: string): string[] {
  const text = client(url).toString()
  const found = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from)?\s*["']([^"']+\.js)["']/g)
  return [...found].map((match) => new URL(match[1] ?? '', new URL(url, 'http://own.invalid')).pathname)
}

/** A module with everything that it brings along. */
function withImports(urls: readonly string[]): Set<string> {
  const all = new Set(urls)
  for (const url of all) for (const next of staticImports(url)) all.add(next)
  return all
}

const attributes = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map((match) => match[1] ?? '')
const valueOf = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1]

/** What a page of the built site weighs before its visitor has done anything. */
export function weigh(html: string): Weight {
  const urls = [
    ...attributes(html, 'script').flatMap((text) => valueOf(text, 'src') ?? []),
    ...attributes(html, 'link').flatMap((text) =>
      valueOf(text, 'rel') === 'modulepreload' ? (valueOf(text, 'href') ?? []) : [],
    ),
    // Islands that load by themselves, sooner or later.
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
