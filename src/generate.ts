import { readFileSync, writeFileSync } from 'node:fs'
import { settings } from './config.ts'
import type { Call } from './contract/call.ts'
import { contract } from './contract/contract.ts'

/** Generates files from the contract and the settings; tests/rules checks that they are up to date. */

/** Paths by domain and name for the browser, so that it need not carry the schemas. */
export function pathsModule(): string {
  const domains = Object.entries(contract).map(([domain, calls]) => {
    return Object.entries(calls)
      .map(([name, call]) => `  '${domain}.${name}': '${call.path}',\n`)
      .join('')
  })
  const apart = Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries(calls).flatMap(([name, { host }]: [string, Call]) =>
      host === 'cloudLocation' ? [`'${domain}.${name}'`] : [],
    ),
  )
  return `// Made by \`npm run generate\` from the contract.
const paths: Readonly<Record<string, string>> = {
${domains.join('')}}

/** Path below /api of a call by its \`domain.name\`. */
export function pathOf(name: string): string {
  const path = paths[name]
  if (path === undefined) throw new Error(\`No call \${name}: run npm run generate\`)
  return path
}

/** The calls that the host of cloud locations serves. */
export const cloudLocationCalls: ReadonlySet<string> = new Set([${apart.join(', ')}])
`
}

/** Table of settings in src/docs/settings.md. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined)
    const value = parsed.success && parsed.data !== undefined && String(parsed.data) !== '' ? `\`${parsed.data}\`` : '—'
    return `| \`${name}\` | ${value} | ${schema.description ?? ''} |`
  })
  return ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

/**
 * A document with the text between the markers `NAME:start` and `NAME:end` replaced.
 *
 * @throws Error when a marker is missing.
 */
export function withSection(document: string, name: string, content: string): string {
  const [startMark, endMark] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
  const [start, end] = [document.indexOf(startMark), document.indexOf(endMark)]
  if (start < 0 || end < 0) throw new Error(`The document lacks ${startMark} or ${endMark}`)
  return `${document.slice(0, start)}${startMark}\n\n${content}\n\n${document.slice(end)}`
}

/** src/docs/settings.md with its table up to date. */

/** What stands between the marks of a section. */
export function sectionOf(document: string, name: string): string {
  const [startMark, endMark] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
  return document.slice(document.indexOf(startMark), document.indexOf(endMark))
}

export const withSettings = (document: string): string => withSection(document, 'settings', settingsTable())

if (import.meta.main) {
  writeFileSync(new URL('client/paths.ts', import.meta.url), pathsModule())
  const document = new URL('docs/settings.md', import.meta.url)
  writeFileSync(document, withSettings(readFileSync(document, 'utf8')))
}
