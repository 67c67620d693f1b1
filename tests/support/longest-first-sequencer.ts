import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that run for minutes: if started last, they would run alone. */
const longFiles = [
  'tests/journeys/routes.test.ts',
  'tests/journeys/pages.test.ts',
  'tests/journeys/orders.test.ts',
  'tests/journeys/help.test.ts',
  'tests/journeys/live.test.ts',
  'tests/faults/ledger-steps.test.ts',
  'tests/faults/chat-delivery.test.ts',
  'tests/faults/doctor.test.ts',
  'tests/faults/restore.test.ts',
  'tests/faults/chat-offline-memory.test.ts',
  'tests/calls/fuzz.test.ts',
  'tests/calls/access.test.ts',
] as const

/** Without timings of earlier runs vitest sorts by file size; this runs long files first within their project. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longFiles.findIndex((path) => moduleId.endsWith(path))
      return at < 0 ? longFiles.length : at
    }
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || place(a) - place(b),
    )
  }
}
