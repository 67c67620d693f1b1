import { describe, expect, it } from 'vitest'
import { RepeatedStatements } from '../../src/db/repeated-statements.ts'

describe('names of repeated statements', () => {
  const usedOften = (repeated: RepeatedStatements, text: string, times: number) =>
    Array.from({ length: times }, () => repeated.nameOf(text)).at(-1)

  it('are given after enough uses, stay the same, and differ by text', () => {
    const repeated = new RepeatedStatements({ uses: 3, named: 10, counted: 10 })
    expect(usedOften(repeated, 'select 1', 2)).toBeUndefined()
    const name = repeated.nameOf('select 1')
    expect(name).toMatch(/^repeated_[\w-]{20,}$/)
    expect(repeated.nameOf('select 1')).toBe(name)
    expect(usedOften(repeated, 'select 2', 3)).not.toBe(name)
    // PostgreSQL cuts names after 63 characters.
    expect(name?.length).toBeLessThan(64)
  })

  it('are bounded in number; texts that occur once are forgotten', () => {
    const repeated = new RepeatedStatements({ uses: 2, named: 2, counted: 3 })
    expect(usedOften(repeated, 'a', 2)).toBeDefined()
    for (const text of ['w', 'x', 'y', 'z']) repeated.nameOf(text)
    expect(repeated.nameOf('w')).toBeUndefined()
    expect(usedOften(repeated, 'b', 2)).toBeDefined()
    expect(usedOften(repeated, 'c', 9)).toBeUndefined()
  })
})
