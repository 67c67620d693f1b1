import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { newCall, newPage } from '../../src/cli/new-stub.ts'
import { filesOf, root } from '../support/sources.ts'

const handlers = filesOf('src/server/*/handlers.ts')

/** Runs a check in a writable copy of some files and folders. */
function inCopy(paths: readonly string[], check: (copy: string) => void) {
  const copy = mkdtempSync(join(tmpdir(), 'portal-stubs-'))
  try {
    for (const path of paths) cpSync(join(root, path), join(copy, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    check(copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Runs a module in the copy and returns its output. */
function runIn(copy: string, module: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', module], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

/** Syntax errors of a file. */
const syntaxFaults = (file: string) =>
  ts
    .transpileModule(readFileSync(file, 'utf8'), { reportDiagnostics: true })
    .diagnostics?.map((each) => each.messageText)

test('a new call has its contract entry, path, handler, access line and test', () =>
  inCopy(
    ['package.json', 'tests/rules/spec', 'src/contract', 'src/domain'].concat(filesOf('src/*.ts'), handlers),
    (copy) => {
      const text = (path: string) => readFileSync(join(copy, path), 'utf8')
      const domains = ['demands', 'reference', 'live', 'content', 'projects']
      for (const domain of domains) {
        const { files } = newCall(copy, `${domain}.rateOffer`)
        expect(files).toContain(`tests/calls/${domain}/rate-offer.test.ts`)
        expect(files.filter((file) => file.endsWith('.ts')).flatMap((file) => syntaxFaults(join(copy, file)))).toEqual(
          [],
        )
        expect(text(`src/server/${domain}/rate-offer.ts`)).toContain('export const rateOffer: Handler<')
        expect(text(`src/server/${domain}/handlers.ts`)).toMatch(/Handlers(: [^=]+)? = \{ rateOffer,/)
      }
      const printed = runIn(copy, `import { pathsModule } from './src/generate.ts'; console.log(pathsModule())`)
      for (const domain of domains) expect(printed).toContain(`'${domain}.rateOffer': '/${domain}/rate-offer'`)
      expect(text('tests/rules/spec/access.txt')).toContain('\ndemands.rateOffer\tuser\n')
      expect(() => newCall(copy, 'demands.rateOffer')).toThrow('exists already')
      expect(() => newCall(copy, 'demand.rateOffer')).toThrow('no domain')
      expect(() => newCall(copy, 'rateOffer')).toThrow('domain.name')
    },
  ))

test('a new page has its file and its route, at allowed paths only', () =>
  inCopy(['src/domain/routes.ts', 'src/pages/about'], (copy) => {
    const page = (path: string) => readFileSync(join(copy, `src/pages${path}.astro`), 'utf8')
    expect(newPage(copy, '/ops/ratings').files).toEqual(['src/pages/ops/ratings.astro', 'src/domain/routes.ts'])
    expect(page('/ops/ratings')).toContain('<OpsPage path="/ops/ratings">')
    const who = `import { findRoute } from './src/domain/routes.ts'; console.log(findRoute('/ops/ratings')?.who)`
    expect(runIn(copy, who)).toBe('user')
    expect(() => newPage(copy, '/about/contact')).toThrow('exists already')
    expect(() => newPage(copy, '/ratings')).toThrow('ownRoutes')
    rmSync(join(copy, 'src/pages/about/contact.astro'))
    newPage(copy, '/about/contact')
    expect(page('/about/contact')).toContain("import DefaultLayout from '../../layouts/DefaultLayout.astro'")
  }))
