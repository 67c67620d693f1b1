import { expect, test } from 'vitest'
import { answerOf, requestFailedMessage } from '../../src/client/in-process.ts'
import { getBackgroundIndex, shopBackground, shopBackgrounds } from '../../src/domain/shell/shop-header.ts'

const days = Array.from({ length: 60 }, (_, at) => `2026-${1 + Math.floor(at / 28)}-${1 + (at % 28)}`)

test('a shop without a chosen background has a random one that is constant within a day', () => {
  const seen = days.map((day) => shopBackground(7, day))
  expect(new Set(seen).size).toBe(shopBackgrounds)
  expect(seen.every((place) => Number.isInteger(place) && place >= 0 && place < shopBackgrounds)).toBe(true)
  expect(days.map((day) => shopBackground('7', day))).toEqual(seen)
  expect(new Set(Array.from({ length: 90 }, (_, id) => shopBackground(id, '2026-11-23'))).size).toBe(shopBackgrounds)
})

test('a chosen background is the same on all days', () => {
  expect(days.map((day) => getBackgroundIndex({ id: 7, backdrop: 3 }, day)).every((place) => place === 2)).toBe(true)
  expect(getBackgroundIndex({ id: 7, backdrop: 99 }, '2026-11-23')).toBe(shopBackground(7, '2026-11-23'))
})

test('an error without a message shows 请求失败！, else its message', () => {
  const refused = (message: string) => answerOf({ code: 1999, message, content: null })
  expect(refused('')).toMatchObject({ ok: false, failure: { code: 1999, message: requestFailedMessage } })
  expect(refused('库存不足')).toMatchObject({ ok: false, failure: { message: '库存不足' } })
})
