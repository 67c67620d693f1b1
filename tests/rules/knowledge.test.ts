import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { Molecule } from 'openchemlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hasStructure } from '../../src/db/structures.ts'
import { isCas } from '../../src/domain/catalogue/cas.ts'
import { rows } from '../domain/seeds/rows.ts'
import { moleculeLine, moleculesFile, structuresFile, structuresText } from '../support/draw-structures.ts'

const readCsv = <T extends z.ZodType>(name: string, row: T) =>
  z
    .array(row)
    .parse(parse(readFileSync(new URL(`../../src/db/knowledge/${name}.csv`, import.meta.url)), { columns: true }))
const list = z.string().transform((text) => (text === '' ? [] : text.split('|')))

const compounds = readCsv(
  'compounds',
  z.strictObject({
    cas: z.string(),
    formula: z.string(),
    smiles: z.string(),
    chinese: list,
    english: list,
    other: list,
  }),
)
const terms = readCsv(
  'terms',
  z.strictObject({ relation: z.enum(['same', 'narrower', 'related', 'typo']), term: z.string().min(1), others: list }),
)
const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
const repeatedOf = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

/** Elements and their numbers in a fixed order, as chemistry programs order some elements differently. */
const elementsOf = (formula: string) =>
  [...formula.matchAll(/([A-Z][a-z]?)(\d*)/g)].map(([, element = '', count = '']) => `${element}${count || '1'}`).sort()

test('knows many compounds, each once and by a valid CAS number', () => {
  expect(compounds.length).toBeGreaterThanOrEqual(900)
  expect(compounds.filter(({ cas }) => !isCas(cas))).toEqual([])
  expect(repeatedOf(compounds.map(({ cas }) => cas))).toEqual([])
})

test('computes the formula of every structure as the one that is written', () => {
  const wrong = compounds.flatMap(({ cas, formula, smiles }) => {
    if (smiles === '') return formula === '' ? [] : [`${cas} has no structure`]
    const computed = Molecule.fromSmiles(smiles).getMolecularFormula().formula
    return elementsOf(computed).join() === elementsOf(formula).join() ? [] : [`${cas} ${formula}, not ${computed}`]
  })
  expect(wrong).toEqual([])
})

test('has the plane structure of every compound, atom by atom (npm run structures)', () => {
  expect(compounds.filter(({ cas, smiles }) => (smiles !== '') !== hasStructure(cas))).toEqual([])
  // Coordinates, and with them the side of a double bond's second line, may differ between runs.
  const constitution = (file: string) =>
    file.split('\n').map((line) => line.replaceAll(/-?\d+,-?\d+(?=[ ,|])/g, '').replaceAll(/[<>]/g, '='))
  const kept = constitution(readFileSync(structuresFile, 'utf8'))
  const computed = constitution(structuresText())
  expect(kept.length).toBeGreaterThan(800)
  expect(kept.filter((line, at) => line !== computed[at])).toEqual([])
  expect(kept.length).toBe(computed.length)
})

test('has the row of every structure for the search (npm run structures)', () => {
  const kept = new Map(
    readFileSync(moleculesFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(';')), line] as const),
  )
  const drawn = compounds.filter(({ smiles }) => smiles !== '')
  expect(drawn.filter(({ cas }) => !kept.has(cas))).toEqual([])
  expect(kept.size).toBe(drawn.length)
  // Fingerprints take some ten milliseconds each: a sample of every part of the list. Coordinates may differ.
  const withoutDrawing = (line = '') => line.slice(0, line.lastIndexOf(';'))
  for (const compound of drawn.filter((_, at) => at % 90 === 0))
    expect(withoutDrawing(moleculeLine(compound))).toBe(withoutDrawing(kept.get(compound.cas)))
})

test('gives every name of a compound to one compound', () => {
  const names = compounds.flatMap(({ chinese, english, other }) => [...chinese, ...english, ...other].map(fold))
  expect(repeatedOf(names)).toEqual([])
  expect(compounds.filter(({ chinese, english }) => chinese.length + english.length === 0)).toEqual([])
  expect(names.filter((name) => name === '')).toEqual([])
})

test('knows every compound of the demo', () => {
  const known = new Set(compounds.map(({ cas }) => cas))
  expect(rows.catalogue.products.flatMap(({ cas }) => (cas && !known.has(cas) ? [cas] : []))).toEqual([])
})

test('has groups of terms for each relation, each term once', () => {
  const heads = terms.map(({ relation, term }) => `${relation} ${fold(term)}`)
  expect(repeatedOf(heads)).toEqual([])
  const countOf = (wanted: string) => terms.filter(({ relation }) => relation === wanted).length
  expect(terms.length - countOf('typo')).toBeGreaterThanOrEqual(540)
  expect(countOf('typo')).toBeGreaterThanOrEqual(120)
  const same = terms.filter(({ relation }) => relation === 'same')
  expect(repeatedOf(same.flatMap(({ term, others }) => [term, ...others].map(fold)))).toEqual([])
  expect(terms.filter(({ term, others }) => others.length === 0 || others.includes(term))).toEqual([])
})

test('calls nothing a typing error that is part of a right text', () => {
  const right = [
    ...terms.flatMap(({ relation, term, others }) => (relation === 'typo' ? [term] : [term, ...others])),
    ...compounds.flatMap(({ chinese, english, other }) => [...chinese, ...english, ...other]),
    ...[...rows.catalogue.services, ...rows.catalogue.products].flatMap(({ title, summary = '' }) => [title, summary]),
  ].map(fold)
  const wrong = terms.flatMap(({ relation, others }) => (relation === 'typo' ? others.map(fold) : []))
  expect(wrong.filter((typo) => right.some((text) => text.includes(typo)))).toEqual([])
  expect(repeatedOf(wrong)).toEqual([])
})

test('describes the need of every category, each line leading to a category or to titles', () => {
  const needs = readCsv('needs', z.strictObject({ term: z.string().min(1), others: list }))
  const { categories, products, services } = rows.catalogue
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]))
  const paths = categories.flatMap(({ path }) => {
    const names = path.map((id) => nameOf.get(id) ?? '')
    return names.map((_name, at) => names.slice(at).join('/'))
  })
  const known = new Set(paths)
  const titles = [...services, ...products].map(({ title }) => title)
  const isFound = (term: string) => known.has(term) || titles.some((title) => title.includes(term))
  expect(needs.map(({ term }) => term).filter((term) => !isFound(term))).toEqual([])
  expect(repeatedOf(needs.map(({ term }) => fold(term)))).toEqual([])
  const described = needs.map(({ term }) => `/${term}`)
  const isDescribed = (name: string) => described.some((term) => term.endsWith(`/${name}`))
  expect(categories.filter(({ level, name }) => level > 0 && !isDescribed(name)).map(({ name }) => name)).toEqual([])
  // Operators can edit a line: the form takes so many descriptions.
  const wrong = needs.filter(({ others }) => others.length < 3 || others.length > 120 || others.some((each) => each.trim() === '')) // prettier-ignore
  expect(wrong.map(({ term }) => term)).toEqual([])
  expect(needs.flatMap(({ term, others }) => repeatedOf([term, ...others].map(fold)))).toEqual([])
})
