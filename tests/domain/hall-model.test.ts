import { expect, test } from 'vitest'
import { hallQuery } from '../../src/domain/demands/hall-query.ts'
import { emptyMenu, hallModel, switchName } from '../../src/layouts/demands/hall-model.ts'

test('a switch of the hall is called by what stands on it, on or off', () => {
  const { switches } = hallModel(hallQuery(new URLSearchParams()), emptyMenu)
  expect(switches.length).toBeGreaterThan(0)
  for (const { label } of switches) for (const on of [true, false]) expect(switchName(label, on)).toContain(label)
  expect(switchName('仅看报价中', false)).toBe('仅看报价中')
  expect(switchName('密封报价', false)).toBe('只看密封报价')
})
