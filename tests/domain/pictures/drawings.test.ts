import { readFileSync } from 'node:fs'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it, test } from 'vitest'
import { hasStructure, structureOf } from '../../../src/db/structures.ts'
import { chooseDrawing } from '../../../src/domain/pictures/choose-drawing.ts'
import { companyLogo } from '../../../src/domain/pictures/company-logo.ts'
import {
  drawingFamily,
  isSquareDrawing,
  isStructure,
  isWideDrawing,
  squareKinds,
  wideKinds,
} from '../../../src/domain/pictures/drawing-names.ts'
import { drawByName } from '../../../src/domain/pictures/drawings.ts'
import { escapeText } from '../../../src/domain/pictures/pen.ts'
import { seeded, textHash } from '../../../src/domain/pictures/seeded-numbers.ts'
import { rows } from '../seeds/rows.ts'

const draw = (name: string) => drawByName(name, structureOf) ?? ''
const numbers = [0, 7, 123, 412, 640, 999]
const kinds = [...wideKinds, ...squareKinds]
const compounds = rows.catalogue.products.flatMap(({ figure }) => (isStructure(figure) ? [figure] : []))

describe.each(kinds)('%s', (kind) => {
  const files = numbers.map((number) => draw(`${kind}-${number}`))

  it('is a valid SVG of at most 6,000 characters without script, style or foreign addresses', () => {
    for (const file of files) {
      expect(XMLValidator.validate(file)).toBe(true)
      expect(file.length).toBeLessThanOrEqual(6000)
      expect(file).toMatch(/^<svg id="figure" xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (320 200|240 240)"/)
      expect(file).not.toMatch(/<script|<style|<image|<foreignObject|href|on\w+=|url\(|NaN|undefined|Infinity/)
      expect(new XMLParser().parse(file)).toMatchObject({ svg: { title: expect.stringMatching(/示意$/) } })
    }
  })

  it('says that it is no result', () => {
    for (const file of files) expect(file.includes('>示意图<')).toBe(isWideDrawing(`${kind}-0`))
  })

  it('is the same for the same number and another for each other number', () => {
    expect(numbers.map((number) => draw(`${kind}-${number}`))).toEqual(files)
    expect(new Set(files).size).toBe(numbers.length)
  })
})

describe('structures', () => {
  it('are drawn for every known compound, valid and light', () => {
    const known = readFileSync('src/db/knowledge/structures.csv', 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [`cas-${line.slice(0, line.indexOf(';'))}`]))
    expect(known.length).toBeGreaterThan(800)
    for (const name of [...known, ...compounds]) {
      const file = draw(name)
      expect(XMLValidator.validate(file), name).toBe(true)
      expect(file.length, name).toBeLessThanOrEqual(6500)
      expect(file, name).not.toMatch(/NaN|undefined/)
    }
  })

  it('write the atoms of the compound with their hydrogens and charges', () => {
    // Two hydroxyl groups would be OH or HO, by the side of their bond.
    const texts = draw('cas-103-90-2').replaceAll(/<\/?tspan[^>]*>|\u200b/g, '')
    expect(texts).toMatch(/>(?:NH|HN)<\/text>/)
    expect(texts).toMatch(/>(?:OH|HO)<\/text>/)
    expect(texts).toContain('C8H9NO2')
  })

  it('turn and change their container by the number', () => {
    expect(new Set(['n3', 'n4', 'v3', 'b3', 'a3', 'd3'].map((end) => draw(`cas-50-78-2-${end}`))).size).toBe(6)
  })
})

test.each([
  'dose',
  'dose-1000',
  'dose-01',
  'dose--1',
  'nothing-3',
  'constructor-1',
  '__proto__-1',
  'cas-1-1-1',
  'cas-999999-99-9',
  'dose-1/../x',
  '',
])('draws nothing for the name %j', (name) => {
  expect(drawByName(name, structureOf)).toBeUndefined()
})

test('escapes texts', () => {
  expect(escapeText('<script>"a" & b')).toBe('&lt;script&gt;&quot;a&quot; &amp; b')
})

describe('the drawing of a listing', () => {
  const service = { kind: 'service' as const, seed: 41, title: '手动膜片钳 hERG 电流测定', base: 'fig-dose' }
  const goods = { kind: 'product' as const, seed: 9, title: '对乙酰氨基酚标准溶液', base: 'fig-vial', cas: '103-90-2' }

  it('follows the words of the title, and stays the same', () => {
    const name = chooseDrawing(service, hasStructure)
    expect(['heart', 'dose', 'boxes']).toContain(drawingFamily(name))
    expect(chooseDrawing(service, hasStructure)).toBe(name)
    expect(chooseDrawing({ ...service, seed: 42 }, hasStructure)).not.toBe(name)
  })

  it('draws papers for work on papers, whatever they are about', () => {
    const audit = { ...service, title: 'CDMO 与供应商 GMP 审计（两天现场，含报告）' }
    const kinds = Array.from({ length: 20 }, (_, seed) =>
      drawingFamily(chooseDrawing({ ...audit, seed }, hasStructure)),
    )
    expect(kinds.filter((kind) => !['checksheet', 'cycle', 'review', 'phases', 'matrix'].includes(kind))).toEqual([])
  })

  it('draws a column for a column, whatever it separates', () => {
    const column = { ...goods, title: '大孔 C4 蛋白分析柱 300 Å', base: 'fig-column', cas: undefined }
    expect(drawingFamily(chooseDrawing(column, hasStructure))).toBe('column')
  })

  it('is the structure of its compound, with the container that the title names', () => {
    expect(chooseDrawing(goods, hasStructure)).toMatch(/^cas-103-90-2-a\d+$/)
    expect(chooseDrawing({ ...goods, title: '对乙酰氨基酚 原料药 25 kg' }, hasStructure)).toMatch(/^cas-103-90-2-d\d+$/)
  })

  it('is a container where the structure is not known', () => {
    expect(drawingFamily(chooseDrawing({ ...goods, cas: '9999999-99-9' }, hasStructure))).toMatch(
      /^(ampoule|vial|kit)$/,
    )
  })

  it('is one that can be drawn, for every listing of the demo', () => {
    const { services, products } = rows.catalogue
    expect(services.filter(({ figure }) => !isWideDrawing(figure))).toEqual([])
    expect(products.filter(({ figure }) => !isSquareDrawing(figure) && !isStructure(figure))).toEqual([])
    expect([...services, ...products].filter(({ figure }) => draw(figure) === '')).toEqual([])
    expect(products.filter(({ figure, cas }) => isStructure(figure) && drawingFamily(figure) !== `cas-${cas}`)).toEqual(
      [],
    )
  })
})

/** Lists as pages show them: the first twenty of a hall and of each category, the newest first. */
function lists() {
  const { services, products, categories } = rows.catalogue
  return [services, products].flatMap((all) => {
    const shown = all
      .filter(({ status }) => status === 'published')
      .toSorted((a, b) => Number(b.publishedAt) - Number(a.publishedAt) || b.id - a.id)
    const places: { name: string; in: typeof shown }[] = [
      { name: '全部', in: shown },
      ...categories.map(({ id, name }) => ({
        name,
        in: shown.filter(({ categoryPath }) => categoryPath.includes(id)),
      })),
    ]
    return places.map(({ name, in: listed }) => ({ name, figures: listed.slice(0, 20).map(({ figure }) => figure) }))
  })
}

describe('neighbours in a list', () => {
  it('never have the same drawing, and a drawing is shown twice at most', () => {
    for (const { name, figures } of lists()) {
      expect(
        figures.filter((figure, at) => at > 0 && figure === figures[at - 1]),
        name,
      ).toEqual([])
      for (const figure of figures)
        expect(figures.filter((each) => each === figure).length, name).toBeLessThanOrEqual(2)
    }
  })

  it('are mostly of different kinds in the halls', () => {
    for (const { name, figures } of lists().filter(({ name: each }) => each === '全部')) {
      const kindsShown = figures.map(drawingFamily)
      expect(kindsShown.filter((kind, at) => at > 0 && kind === kindsShown[at - 1]).length, name).toBeLessThanOrEqual(3)
      expect(new Set(kindsShown).size, name).toBeGreaterThanOrEqual(10)
    }
  })
})

describe('logos', () => {
  const names = rows.accounts.organisations.map(({ company }) => company.name ?? '')

  it('are the same for a name and differ between companies', () => {
    const logos = names.map((name) => JSON.stringify(companyLogo(name)))
    expect(names.map((name) => JSON.stringify(companyLogo(name)))).toEqual(logos)
    expect(new Set(logos).size).toBeGreaterThan(names.length * 0.8)
  })

  it('are shared by a company and its shop, which leaves out the legal form', () => {
    expect(companyLogo('天津臻境安全评价中心有限公司')).toEqual(companyLogo('天津臻境安全评价中心'))
    expect(companyLogo('泰州恒谱分析检测股份有限公司')).toEqual(companyLogo('泰州恒谱分析检测'))
  })
})

test('seeded choices stay in their bounds and use all of them', () => {
  const seen = new Set<number>()
  for (let seed = 0; seed < 200; seed += 1) {
    const s = seeded(textHash(`x${seed}`))
    const value = s.between(2, 3)
    expect(value >= 2 && value < 3).toBe(true)
    seen.add(s.int(1, 5))
  }
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5])
})
