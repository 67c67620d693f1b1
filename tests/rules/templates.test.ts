import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { maxQuestions, questionErrors } from '../../src/domain/demands/validate-questions.ts'
import { demandTemplates, allTemplates, findTemplate } from '../../src/domain/demands/templates.ts'
import { textOf } from '../support/sources.ts'

/** Questions of every key and version, one line each: existing demands and offers depend on them. */
const list = 'tests/rules/spec/templates.txt'
const known = new Map(
  textOf(list)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [key = '', version = '', hash = ''] = line.split(' ')
      return [`${key} ${version}`, hash]
    }),
)
const hashOf = (template: (typeof allTemplates)[number]) =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 16)

test('a published template version never changes', () => {
  const wrong = allTemplates.flatMap((template) => {
    const name = `${template.key} ${template.version}`
    const hash = hashOf(template)
    if (known.get(name) === hash) return []
    return known.has(name)
      ? [
          `${name} says something else now: leave it as it was in templates/older.ts and give the change version ${template.version + 1}`,
        ]
      : [`${name} is new: add "${name} ${hash}" to ${list}`]
  })
  expect(wrong).toEqual([])
})

test('no template version is removed, since demands depend on them', () => {
  const there = new Set(allTemplates.map(({ key, version }) => `${key} ${version}`))
  expect(
    [...known.keys()].filter((name) => !there.has(name)).map((name) => `${name}: put it into templates/older.ts`),
  ).toEqual([])
})

test('new demands use the newest version, and older ones can be found', () => {
  for (const template of demandTemplates) {
    const versions = allTemplates.filter(({ key }) => key === template.key).map(({ version }) => version)
    expect(new Set(versions).size, template.key).toBe(versions.length)
    expect(Math.max(...versions), template.key).toBe(template.version)
    expect(findTemplate(template.key)).toBe(template)
    for (const version of versions) expect(findTemplate(template.key, version)?.version).toBe(version)
  }
  expect(findTemplate('pk', 99)).toBeUndefined()
})

test.each(allTemplates.map((template) => [`${template.key} ${template.version}`, template] as const))(
  '%s has questions that fit into forms and offers',
  (_name, template) => {
    const labels = template.fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const { label, input, options, unit, initial } of template.fields) {
      expect(label.length, label).toBeLessThanOrEqual(20)
      expect(input === 'select', label).toBe(options.length > 0)
      expect(input === 'number', label).toBe(unit !== '')
      if (input === 'select' && initial !== '') expect(options, label).toContain(initial)
      if (input === 'yesNo' && initial !== '') expect(['是', '否'], label).toContain(initial)
    }
    expect(template.fields.length).toBeGreaterThanOrEqual(5)
    expect(template.questions.length).toBeGreaterThanOrEqual(6)
    expect(template.questions.length).toBeLessThan(maxQuestions)
    for (const { key, label, options, unit } of template.questions) {
      expect(key).toMatch(/^[a-zA-Z0-9-]{1,40}$/)
      expect(key).not.toMatch(/^own/)
      expect(label.length).toBeLessThanOrEqual(60)
      expect(unit.length).toBeLessThanOrEqual(10)
      expect(options.length).toBeLessThanOrEqual(20)
    }
    expect(questionErrors(template.questions, template)).toEqual([])
  },
)

test('a key has the same input type in every template', () => {
  const asked = new Map<string, string>()
  const wrong = demandTemplates.flatMap(({ key: of, questions }) =>
    questions.flatMap(({ key, input }) => {
      const before = asked.get(key)
      asked.set(key, input)
      return before === undefined || before === input
        ? []
        : [`${of} ${key}: answered as ${input}, elsewhere as ${before}`]
    }),
  )
  expect(wrong).toEqual([])
})
