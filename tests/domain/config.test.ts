import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const database = { DATABASE_URL: 'postgres://localhost/portal' }

test('REVIEW defaults to manual except in a demo', () => {
  expect(readConfig(database).review).toBe('manual')
  expect(readConfig({ DEMO: '0' }).review).toBe('manual')
  expect(readConfig({}).review).toBe('auto')
  expect(readConfig({ ...database, DEMO: '1' }).review).toBe('auto')
  expect(readConfig({ DEMO: '1', REVIEW: 'manual' }).review).toBe('manual')
})

test('automatic approval outside a demo prevents the start and names the setting', () => {
  for (const env of [database, { DEMO: '0' }, { ...database, DEMO: '0' }]) {
    expect(() => readConfig({ ...env, REVIEW: 'auto' })).toThrow(/^Wrong setting\. REVIEW: auto .*DEMO=1/)
  }
})

test('QR codes must be images of this site or links', () => {
  const codeOf = (code: string) => readConfig({ ...database, MINI_PROGRAM_CODE: code }).miniProgramCode
  expect(readConfig(database).officialAccountCode).toBeUndefined()
  for (const code of ['/codes/mini.png', 'https://mini.example/a?b=1', 'weixin://dl/business/?t=x'])
    expect(codeOf(code)).toBe(code)
  for (const code of ['codes/mini.png', '//other.example/a.png', '/codes/mini.exe', 'mini'])
    expect(() => codeOf(code), code).toThrow('MINI_PROGRAM_CODE')
})

test('several workers need PostgreSQL, and the message names the setting', () => {
  expect(readConfig({}).workers).toBe(1)
  expect(readConfig({ ...database, WORKERS: '4' }).workers).toBe(4)
  expect(() => readConfig({ WORKERS: '2' })).toThrow(/^Wrong setting\. WORKERS: .*DATABASE_URL/)
})
