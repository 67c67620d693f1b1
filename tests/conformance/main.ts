import { parseArgs } from 'node:util'
import { runConformance, type Verdict } from './suite.ts'

/**
 * `npm run conformance -- --url http://localhost:4321`: every call of the specification in its own form, against a
 * running product with demo data. Prints a table and exits with 1 if a call does not respond as specified.
 */
const { values } = parseArgs({
  options: { url: { type: 'string' }, 'user-center': { type: 'string' }, 'cloud-location': { type: 'string' } },
})
const { url } = values
if (url === undefined) {
  process.stderr.write('Say where: npm run conformance -- --url http://localhost:4321\n')
  process.exit(2)
}
const main = `${url.replace(/\/$/, '')}/api`
const hosts = { main, userCenter: values['user-center'] ?? main, cloudLocation: values['cloud-location'] ?? main }
const verdicts = await runConformance({ hosts })

const mark = ({ faults, refused }: Verdict) => (faults.length > 0 ? '✗' : refused > 0 ? '○' : '✓')
for (const verdict of verdicts) {
  process.stdout.write(`${mark(verdict)} ${verdict.domain.padEnd(10)} ${verdict.path}\n`)
  for (const fault of verdict.faults) process.stdout.write(`    ${fault}\n`)
}
const failed = verdicts.filter(({ faults }) => faults.length > 0).length
const refused = verdicts.filter(({ faults, refused: count }) => faults.length === 0 && count > 0).length
process.stdout.write(`${verdicts.length - failed} of ${verdicts.length} calls passed, ${failed} failed\n`)
if (refused > 0) {
  process.stdout.write(
    `○ ${refused} of them met a refusal at least once: nobody reads the image captchas of this run\n`,
  )
}
process.exitCode = failed === 0 ? 0 : 1
