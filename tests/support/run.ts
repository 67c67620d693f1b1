import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { memoryFolder } from './memory-folder.ts'

/**
 * `npm test`: type check and seeded demo side by side, the build, then every project of tests/vitest.config.ts. `npm test --
 * calls faults` runs only these projects and what they need. The last line is `N passed, N failed`.
 */

const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const projects = ['rules', 'domain', 'stores', 'calls', 'conformance', 'faults', 'journeys'] as const
/** Groups of vitest projects under one name: first parallel ones, then measurements that run alone. */
const projectParts: Readonly<Record<string, readonly string[]>> = { faults: ['faults', 'measured-faults'] }
const needBuild: ReadonlySet<string> = new Set(['faults', 'journeys'])

/** A stage that takes longer hangs: it is stopped and fails by name, so that the others still run. */
const maxMinutes = 30
const bounds = { cwd: root, stdio: 'inherit', timeout: maxMinutes * 60_000, killSignal: 'SIGKILL' } as const

interface Result {
  readonly what: string
  readonly passed: number
  readonly failed: number
  readonly seconds: number
  /** Failures, one line each, repeated at the end. */
  readonly failures: readonly string[]
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

/** Runs a command with its output shown, as one step that passes or fails. */
async function runStep(what: string, command: string, args: readonly string[]): Promise<Result> {
  process.stdout.write(`\n── ${what}\n`)
  const started = performance.now()
  const child = spawn(command, args, bounds)
  const [status] = await once(child, 'close')
  const failed = status === 0 ? 0 : 1
  return { what, passed: 1 - failed, failed, seconds: (performance.now() - started) / 1000, failures: [] }
}

/** Seeds the demo once for all stages with an embedded database. */
async function prepareTemplate(): Promise<Result> {
  const folder = mkdtempSync(join(memoryFolder(), 'portal-template-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const result = await runStep('demo', process.execPath, ['tests/support/make-template.ts', folder])
  // Without it every stage seeds its own.
  if (result.failed === 0) process.env.TEST_TEMPLATE = folder
  return result
}

/** Maximum of files to retry after a V8 crash. More crashes have another cause. */
const maxRetriedFiles = 2

/**
 * Runs vitest projects, or some of their files, and counts the tests. A file without any result, because its process
 * crashed, is run once more and reported; one that cannot be loaded fails again, and counts as failed.
 */
function runVitest(names: readonly string[], files: readonly string[] = []): Result {
  const what = [names.join(', '), ...files].join(' ')
  process.stdout.write(`\n── ${what}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-results-'))
  const file = join(folder, 'results.json')
  const started = performance.now()
  const { status, signal } = spawnSync(
    bin('vitest'),
    [
      'run',
      '--config',
      'tests/vitest.config.ts',
      ...names.flatMap((name) => projectParts[name] ?? [name]).flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...files,
    ],
    bounds,
  )
  const seconds = (performance.now() - started) / 1000
  const counted = readCounts(file)
  rmSync(folder, { recursive: true, force: true })
  if (counted === undefined)
    return {
      what,
      passed: 0,
      failed: 1,
      seconds,
      failures: [`${what}: ${signal === null ? 'no report' : `not over after ${maxMinutes} minutes`}`],
    }
  const { ended } = counted
  if (files.length === 0 && ended.length > 0 && ended.length <= maxRetriedFiles) {
    const again = runVitest(names, ended)
    const others = counted.failures.filter((fault) => !ended.some((path) => fault.startsWith(`${path}:`)))
    return {
      what: `${what} (once more, for their processes ended: ${ended.join(', ')})`,
      passed: counted.passed + again.passed,
      failed: counted.failed + again.failed,
      seconds: seconds + again.seconds,
      failures: [...others, ...again.failures],
    }
  }
  const failed = Math.max(counted.failed, status === 0 ? 0 : 1)
  return { what, passed: counted.passed, failed, seconds, failures: counted.failures }
}

interface Counts extends Pick<Result, 'passed' | 'failed' | 'failures'> {
  /** Files without any test result. */
  readonly ended: readonly string[]
}

function readCounts(file: string): Counts | undefined {
  try {
    const read = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    const ended = read.testResults
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && !assertionResults.some((test) => ['passed', 'failed'].includes(test.status)),
      )
      .map(({ name }) => relative(root, name))
    const failures = read.testResults.flatMap(({ name, status, assertionResults }) => {
      const place = relative(root, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (failed.length === 0) return status === 'failed' ? [`${place}: cannot be run`] : []
      return failed.map(
        (test) =>
          `${place} > ${test.fullName}: ${(test.failureMessages?.[0] ?? '').slice(0, 400).replaceAll(/\s+/g, ' ')}`,
      )
    })
    return { passed: read.numPassedTests, failed: read.numFailedTests, failures, ended }
  } catch {
    return undefined
  }
}

/** Whether the last build exists and is newer than all its sources. */
function isBuildCurrent(): boolean {
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

/** What the stages need. Types and demo side by side; the build after them, since both write Astro's generated types. */
async function prepare(chosen: readonly string[]): Promise<{ results: readonly Result[]; isBuilt: boolean }> {
  const steps: Promise<Result>[] = []
  if (chosen.length === projects.length) steps.push(runStep('types', 'npm', ['run', '--silent', 'types']))
  if (process.env.DATABASE_URL === undefined) steps.push(prepareTemplate())
  const results = await Promise.all(steps)
  if (chosen.some((name) => needBuild.has(name)) && !isBuildCurrent()) {
    results.push(await runStep('build', bin('astro'), ['build', '--silent']))
  }
  return { results, isBuilt: !results.some(({ what, failed }) => what === 'build' && failed > 0) }
}

async function runProjects(chosen: readonly string[]): Promise<Result[]> {
  const { results: prepared, isBuilt } = await prepare(chosen)
  const results = [...prepared]
  const quick = chosen.filter((name) => !needBuild.has(name))
  if (quick.length > 0) results.push(runVitest(quick))
  if (isBuilt) for (const name of chosen.filter((each) => needBuild.has(each))) results.push(runVitest([name]))
  return results
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !projects.some((project) => project === name))
if (unknown.length > 0) throw new Error(`No project ${unknown.join(', ')}: choose from ${projects.join(', ')}`)
const results = await runProjects(requested.length === 0 ? projects : requested)

process.stdout.write('\n')
for (const { what, passed, failed, seconds } of results) {
  process.stdout.write(
    `${failed === 0 ? '✓' : '✗'} ${what}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s\n`,
  )
}
for (const fault of results.flatMap(({ failures }) => failures)) process.stdout.write(`✗ ${fault}\n`)
const sum = (of: 'passed' | 'failed') => results.reduce((total, result) => total + result[of], 0)
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
process.exitCode = sum('failed') === 0 ? 0 : 1
