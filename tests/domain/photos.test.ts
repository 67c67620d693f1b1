import { expect, test } from 'vitest'
import { getFileError, mayReducePhoto, reducedPhotoSize } from '../../src/domain/operations/file-rules.ts'

const megabyte = 1024 * 1024

test('a photograph over the limit is made smaller instead of being refused, other files are not', () => {
  const photo = { name: 'IMG_2041.JPG', size: 14 * megabyte }
  expect(getFileError('licence', photo)).toBeNull()
  expect(mayReducePhoto('licence', photo)).toBe(true)
  expect(getFileError('licence', { name: 'scan.pdf', size: 14 * megabyte })).toContain('文件过大')
  expect(getFileError('licence', { name: 'huge.jpg', size: 90 * megabyte })).toContain('文件过大')
  expect(mayReducePhoto('licence', { name: 'small.jpg', size: megabyte })).toBe(false)
})

test('a photograph is sent as it is within the limits, else with twelve million pixels at most', () => {
  const within = { width: 4000, height: 3000, bytes: 5 * megabyte }
  expect(reducedPhotoSize('licence', within)).toBeUndefined()
  const tooMany = reducedPhotoSize('licence', { width: 8000, height: 6000, bytes: 5 * megabyte })
  expect(tooMany).toEqual({ width: 4000, height: 3000 })
  // Too many bytes only: compressed again, not made smaller.
  expect(reducedPhotoSize('licence', { ...within, bytes: 11 * megabyte })).toEqual({ width: 4000, height: 3000 })
  // A long receipt stays as readable as a square page.
  const long = reducedPhotoSize('attachment', { width: 2000, height: 20_000, bytes: megabyte })
  expect(long?.width).toBeGreaterThan(1000)
})
