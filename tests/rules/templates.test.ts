import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { mostQuestions, questionFaults } from '../../src/domain/demands/question-faults.ts'
import { demandTemplates, everyTemplate, templateOf } from '../../src/domain/demands/templates.ts'
import { textOf } from '../support/sources.ts'

/** What was asked under a key and version, as one line each: demands and offers were made from it. */
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
const hashOf = (template: (typeof everyTemplate)[number]) =>
  createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 16)

test('a version of a template is never changed once it is out', () => {
  const wrong = everyTemplate.flatMap((template) => {
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

test('no version of a template is lost: demands were made from it', () => {
  const there = new Set(everyTemplate.map(({ key, version }) => `${key} ${version}`))
  expect(
    [...known.keys()].filter((name) => !there.has(name)).map((name) => `${name}: put it into templates/older.ts`),
  ).toEqual([])
})

test('one starts from the newest version, and older ones are found', () => {
  for (const template of demandTemplates) {
    const versions = everyTemplate.filter(({ key }) => key === template.key).map(({ version }) => version)
    expect(new Set(versions).size, template.key).toBe(versions.length)
    expect(Math.max(...versions), template.key).toBe(template.version)
    expect(templateOf(template.key)).toBe(template)
    for (const version of versions) expect(templateOf(template.key, version)?.version).toBe(version)
  }
  expect(templateOf('pk', 99)).toBeUndefined()
})

test.each(everyTemplate.map((template) => [`${template.key} ${template.version}`, template] as const))(
  '%s asks what a form and an offer can hold',
  (_name, template) => {
    const labels = template.fields.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const { label, input, options, unit, usual } of template.fields) {
      expect(label.length, label).toBeLessThanOrEqual(20)
      expect(input === 'select', label).toBe(options.length > 0)
      expect(input === 'number', label).toBe(unit !== '')
      if (input === 'select' && usual !== '') expect(options, label).toContain(usual)
      if (input === 'yesNo' && usual !== '') expect(['是', '否'], label).toContain(usual)
    }
    expect(template.fields.length).toBeGreaterThanOrEqual(5)
    expect(template.questions.length).toBeGreaterThanOrEqual(6)
    expect(template.questions.length).toBeLessThan(mostQuestions)
    for (const { key, label, options, unit } of template.questions) {
      expect(key).toMatch(/^[a-zA-Z0-9-]{1,40}$/)
      expect(key).not.toMatch(/^own/)
      expect(label.length).toBeLessThanOrEqual(60)
      expect(unit.length).toBeLessThanOrEqual(10)
      expect(options.length).toBeLessThanOrEqual(20)
    }
    expect(questionFaults(template.questions, template)).toEqual([])
  },
)

test('one key is answered in one way in every template', () => {
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
