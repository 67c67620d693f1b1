import { expect, test } from 'vitest'
import { ownPath } from '../../src/domain/own-path.ts'
import { tourSteps } from '../../src/domain/shell/tour.ts'
import { nextStep, readTour, tourLength, tourRoles, writeTour } from '../../src/domain/shell/tour-progress.ts'

test('progress survives its cookie; anything else is a tour not begun', () => {
  const state = {
    visitor: { opened: [3], isClosed: false },
    buyer: { opened: [0, 2], isClosed: false },
    seller: { opened: [], isClosed: true },
    operator: { opened: [0, 1, 2, 3], isClosed: false },
  }
  expect(writeTour(state)).toBe('visitor-3.buyer-02.seller-x.operator-0123')
  expect(readTour(writeTour(state))).toEqual(state)
  expect(nextStep(state.buyer)).toBe(1)
  expect(nextStep(state.operator)).toBeUndefined()
  for (const value of [undefined, '', 'buyer', 'buyer-9-<script>', '.-.', 'nobody-0'])
    expect(readTour(value)).toEqual({
      visitor: { opened: [], isClosed: false },
      buyer: { opened: [], isClosed: false },
      seller: { opened: [], isClosed: false },
      operator: { opened: [], isClosed: false },
    })
})

test('every role has four steps on pages of this site', () => {
  for (const role of tourRoles) {
    expect(tourSteps[role]).toHaveLength(tourLength)
    for (const { href } of tourSteps[role]) expect(ownPath(href), href).toBe(href)
  }
})
