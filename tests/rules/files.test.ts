import { basename, extname } from 'node:path'
import { expect, test } from 'vitest'
import { codeFiles, filesOf, textOf } from '../support/sources.ts'

/** About 60 lines: pieces that only make sense together share a file, which lifts the median above it. */
const medianCap = 70
/** Nine of ten files. */
const ninthDecileCap = 200
/** Lists that are long because they have many entries. */
const lists = [
  /^src\/db\/(tables|seeds|migrations)\//,
  /^src\/content\//,
  /^src\/client\/paths\.ts$/,
  /^tests\/rules\/spec\//,
]
const isList = (file: string) => lists.some((list) => list.test(file))

const files = [...codeFiles('src', 'areas', 'tests'), ...filesOf('src/**/*.css')].filter((file) => !isList(file))
const linesOf = (file: string) => textOf(file).trimEnd().split('\n').length

test(`half of the files have ${medianCap} lines at most, nine of ten ${ninthDecileCap}`, () => {
  const lengths = files
    .filter((file) => file.startsWith('src/'))
    .map(linesOf)
    .toSorted((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(medianCap)
  expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(ninthDecileCap)
})

test('code files are kebab-case, components PascalCase', () => {
  const name = (file: string) => basename(file, extname(file)).replace(/^_/, '')
  const wrong = files.filter((file) => {
    if (file.startsWith('src/pages/') || file.endsWith('.css')) return false
    const component = /^[A-Z][A-Za-z0-9]*$/.test(name(file))
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config))?$/.test(name(file))
    return !(component && /\.(tsx|astro)$/.test(file)) && !(kebab && !file.endsWith('.astro'))
  })
  expect(wrong.map((file) => `${file}: rename it`)).toEqual([])
})

test('no file has a meaningless name', () => {
  const wrong = files.filter((file) => /(^|\/)_?(utils?|helpers?|common|misc|manager|lib)(\.|\/)/i.test(file))
  expect(wrong.map((file) => `${file}: call it by what it does`)).toEqual([])
})

test('no file only re-exports others', () => {
  const barrels = codeFiles('src').filter((file) => {
    const statements = textOf(file)
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
    return statements.length > 0 && statements.every((line) => /^export (\*|\{.*\}) from/.test(line))
  })
  expect(barrels.map((file) => `${file}: import from the file itself instead`)).toEqual([])
})
