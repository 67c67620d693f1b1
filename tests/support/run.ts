import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

/**
 * `npm test`: types, then every project of tests/vitest.config.ts, with a build before the ones that need it.
 * `npm test -- calls faults` runs these projects only. The last line is `N passed, N failed`.
 */

const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const projects = ['rules', 'domain', 'stores', 'calls', 'faults', 'journeys'] as const
const needBuild: ReadonlySet<string> = new Set(['faults', 'journeys'])

interface Result {
  readonly what: string
  readonly passed: number
  readonly failed: number
  readonly seconds: number
  /** What failed, a line each: told again at the end, where it is seen. */
  readonly faults: readonly string[]
}

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** Runs a command with its output shown; one step that passes or fails. */
function step(what: string, command: string, args: readonly string[]): Result {
  process.stdout.write(`\n── ${what}\n`)
  const started = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  const failed = status === 0 ? 0 : 1
  return { what, passed: 1 - failed, failed, seconds: (performance.now() - started) / 1000, faults: [] }
}

/** Runs some vitest projects and counts their tests. A file that cannot be loaded counts as one that failed. */
function vitest(names: readonly string[]): Result {
  const what = names.join(', ')
  process.stdout.write(`\n── ${what}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-results-'))
  const file = join(folder, 'results.json')
  const started = performance.now()
  const { status } = spawnSync(
    bin('vitest'),
    [
      ...['run', '--config', 'tests/vitest.config.ts', ...names.flatMap((name) => ['--project', name])],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ],
    { cwd: root, stdio: 'inherit' },
  )
  const seconds = (performance.now() - started) / 1000
  const counted = counts(file)
  rmSync(folder, { recursive: true, force: true })
  if (counted === undefined) return { what, passed: 0, failed: 1, seconds, faults: [`${what}: no report`] }
  const failed = Math.max(counted.failed, status === 0 ? 0 : 1)
  return { what, passed: counted.passed, failed, seconds, faults: counted.faults }
}

function counts(file: string): Pick<Result, 'passed' | 'failed' | 'faults'> | undefined {
  try {
    const read = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const faults = read.testResults.flatMap(({ name, status, assertionResults }) => {
      const place = relative(root, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return status === 'failed' ? [`${place}: cannot be run`] : []
      return failed.map(
        (test) =>
          `${place} > ${test.fullName}: ${(test.failureMessages?.[0] ?? '').slice(0, 400).replaceAll(/\s+/g, ' ')}`,
      )
    })
    return { passed: read.numPassedTests, failed: read.numFailedTests, faults }
  } catch {
    return undefined
  }
}

/** True when the last build is there and newer than everything it is made of. */
function builtAlready(): boolean {
  const made = statSync(join(root, 'dist/server/entry.mjs'), { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined) return false
  const sources = [
    'src/**/*',
    'areas/**/*',
    'public/**/*',
    'astro.config.mjs',
    'tailwind.config.mjs',
    'package-lock.json',
  ]
  return globSync(sources, { cwd: root, exclude: ['**/*.md'] }).every(
    (file) => statSync(join(root, file)).mtimeMs < made,
  )
}

function run(chosen: readonly string[]): Result[] {
  const results: Result[] = []
  if (chosen.length === projects.length)
    results.push(step('types', bin('astro'), ['check', '--minimumFailingSeverity', 'warning']))
  const quick = chosen.filter((name) => !needBuild.has(name))
  if (quick.length > 0) results.push(vitest(quick))
  const slow = chosen.filter((name) => needBuild.has(name))
  if (slow.length === 0) return results
  const build = builtAlready() ? undefined : step('build', bin('astro'), ['build', '--silent'])
  if (build !== undefined) results.push(build)
  if (build === undefined || build.failed === 0) for (const name of slow) results.push(vitest([name]))
  return results
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !projects.some((project) => project === name))
if (unknown.length > 0) throw new Error(`No project ${unknown.join(', ')}: choose from ${projects.join(', ')}`)
const results = run(asked.length === 0 ? projects : asked)

process.stdout.write('\n')
for (const { what, passed, failed, seconds } of results) {
  process.stdout.write(
    `${failed === 0 ? '✓' : '✗'} ${what}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s\n`,
  )
}
for (const fault of results.flatMap(({ faults }) => faults)) process.stdout.write(`✗ ${fault}\n`)
const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') === 0 ? 0 : 1
