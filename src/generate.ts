import { readFileSync, writeFileSync } from 'node:fs'
import { settings } from './config.ts'
import { contract } from './contract/contract.ts'

/** Writes what is derived from the contract and the settings; tests/rules checks that it is up to date. */

/** Paths by domain and name for the browser, so that it need not carry the schemas. */
export function pathsModule(): string {
  const domains = Object.entries(contract).map(([domain, calls]) => {
    return Object.entries(calls)
      .map(([name, call]) => `  '${domain}.${name}': '${call.path}',\n`)
      .join('')
  })
  return `// Made by \`npm run generate\` from the contract.
const paths: Readonly<Record<string, string>> = {
${domains.join('')}}

/** Path below /api of a call by its \`domain.name\`. */
export function pathOf(name: string): string {
  const path = paths[name]
  if (path === undefined) throw new Error(\`No call \${name}: run npm run generate\`)
  return path
}
`
}

/** The README's table of settings. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined)
    const value = parsed.success && parsed.data !== undefined && String(parsed.data) !== '' ? `\`${parsed.data}\`` : '—'
    return `| \`${name}\` | ${value} | ${schema.description ?? ''} |`
  })
  return ['| name | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

const marks = ['<!-- settings:start -->', '<!-- settings:end -->'] as const

/** The README with its table renewed. */
export function withSettings(readme: string): string {
  const [start, end] = marks.map((mark) => readme.indexOf(mark))
  if (start === undefined || end === undefined || start < 0 || end < 0) return readme
  return `${readme.slice(0, start)}${marks[0]}\n\n${settingsTable()}\n\n${readme.slice(end)}`
}

if (import.meta.main) {
  writeFileSync(new URL('client/paths.ts', import.meta.url), pathsModule())
  const readme = new URL('../README.md', import.meta.url)
  writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')))
}
