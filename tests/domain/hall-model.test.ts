import { expect, test } from 'vitest'
import { hallQuery } from '../../src/domain/demands/hall-query.ts'
import { emptyHallMenu, hallModel, switchLabel } from '../../src/components/demands/hall-model.ts'

test('the accessible name of a switch contains its label, on or off', () => {
  const { switches } = hallModel(hallQuery(new URLSearchParams()), emptyHallMenu)
  expect(switches.length).toBeGreaterThan(0)
  for (const { label } of switches) for (const on of [true, false]) expect(switchLabel(label, on)).toContain(label)
  expect(switchLabel('仅看报价中', false)).toBe('仅看报价中')
  expect(switchLabel('密封报价', false)).toBe('只看密封报价')
})
