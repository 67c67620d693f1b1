import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const database = { DATABASE_URL: 'postgres://localhost/portal' }

test('operators review everything, except in a demo', () => {
  expect(readConfig(database).review).toBe('manual')
  expect(readConfig({ DEMO: '0' }).review).toBe('manual')
  expect(readConfig({}).review).toBe('auto')
  expect(readConfig({ ...database, DEMO: '1' }).review).toBe('auto')
  expect(readConfig({ DEMO: '1', REVIEW: 'manual' }).review).toBe('manual')
})

test('approval without a person outside of a demo stops the start, naming the setting', () => {
  for (const env of [database, { DEMO: '0' }, { ...database, DEMO: '0' }]) {
    expect(() => readConfig({ ...env, REVIEW: 'auto' })).toThrow(/^Wrong setting\. REVIEW: auto .*DEMO=1/)
  }
})
