import { expect, test } from 'vitest'
import { hazardCodes, hazardLabel, hazardText, splitHazards } from '../../src/domain/catalogue/hazards.ts'
import { formulaParts, sdfKeyOf, similarityText } from '../../src/domain/catalogue/structures.ts'
import { structureSvg } from '../../src/domain/pictures/structure-drawing.ts'

const lowOf = (formula: string) =>
  formulaParts(formula)
    .map(({ text, low }) => (low ? `_${text}` : text))
    .join('')

test('numbers after elements and brackets are low, those that count a part are not', () => {
  expect(lowOf('C8H9NO2')).toBe('C_8H_9NO_2')
  expect(lowOf('Ca(OH)2')).toBe('Ca(OH)_2')
  expect(lowOf('CuSO4·5H2O')).toBe('CuSO_4·5H_2O')
  expect(lowOf('混合物，见详情 2')).toBe('混合物，见详情 2')
})

test('a label has the stronger signal word, and pictograms by their precedence', () => {
  expect(hazardLabel(['H319', 'H225'])).toMatchObject({ signal: 'danger', pictograms: ['GHS02', 'GHS07'] })
  expect(hazardLabel(['H302', 'H301']).pictograms).toEqual(['GHS06'])
  expect(hazardLabel(['H315'])).toMatchObject({ signal: 'warning', pictograms: ['GHS07'] })
  expect(hazardLabel(['H314', 'H315']).pictograms).toEqual(['GHS05'])
  expect(hazardLabel(['H318', 'H319']).pictograms).toEqual(['GHS05'])
  expect(hazardLabel(['H334', 'H317']).pictograms).toEqual(['GHS08'])
  // Harmful if swallowed, besides being corrosive: both are shown.
  expect(hazardLabel(['H302', 'H314']).pictograms).toEqual(['GHS05', 'GHS07'])
  expect(hazardLabel([])).toEqual({ signal: undefined, pictograms: [], statements: [] })
  expect(splitHazards('h225，H319；H336 H225')).toEqual(['H225', 'H319', 'H336'])
  expect(hazardCodes.filter((code) => hazardText(code) === '')).toEqual([])
})

test('fields of SDF files name goods in several ways', () => {
  expect(['CAS', 'CAS No.', 'cas_number', '货号', 'Catalog Number', '商品编号', 'MW'].map(sdfKeyOf)).toEqual([
    'cas',
    'cas',
    'cas',
    'catalogueNo',
    'catalogueNo',
    'productNo',
    undefined,
  ])
})

test('a similarity is rounded down: only equal fingerprints are 100 %', () => {
  expect([similarityText(0.999), similarityText(1)]).toEqual(['99%', '100%'])
})

test('draws wedges and marks what matches, and escapes names and labels', () => {
  const size = { width: 200, height: 100 }
  const svg = structureSvg('0,0 20,0,NH2 30,10,<b> 10,20|0^1 0v2 0-3', 'a"b', { ...size, matched: [0, 1] })
  expect(svg).toContain('aria-label="a&quot;b"')
  expect(svg).not.toContain('<b>')
  expect(svg).toContain('--accent-tint')
  expect(structureSvg('nonsense', '', size)).toBeUndefined()
})
