import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaIds, areaSchema } from '../../areas/area.ts'
import { areaToBuild } from '../../areas/build-area.ts'
import { settings } from '../../src/config.ts'
import { filesOf, root, textOf } from '../support/sources.ts'

test('there are nine areas, and the setting AREA knows the same nine', () => {
  expect(areaIds).toHaveLength(9)
  expect(settings.AREA.unwrap().options.toSorted()).toEqual(areaIds.toSorted())
  const folders = filesOf('areas/*/area.ts').map((file) => file.split('/')[1])
  expect(folders).toEqual(areaIds.toSorted())
})

test.each(areaIds)('%s is valid and has a logo and an accent', async (id) => {
  const module: Record<string, unknown> = await import(`../../areas/${id}/area.ts`)
  const parsed = areaSchema.safeParse(module[id])
  expect(parsed.error?.issues ?? []).toEqual([])
  expect(parsed.data?.id).toBe(id)
  expect(existsSync(join(root, `areas/${id}/logo.svg`))).toBe(true)
  const accent = parsed.data?.accent ?? 'no accent'
  const tokens = textOf('src/styles/tokens.css')
  expect(tokens.toLowerCase(), 'src/styles/tokens.css has another accent for this area').toContain(accent)
})

test('a build is of the configured area, of standard without one, and fails for an unknown one', () => {
  expect(areaIds.map((id) => areaToBuild(id))).toEqual(areaIds)
  expect([areaToBuild(undefined), areaToBuild('')]).toEqual(['standard', 'standard'])
  for (const id of ['bejing', 'Benxi', 'benxi ']) expect(() => areaToBuild(id)).toThrow(/^AREA: there is no area/)
})

test('the image runs as the area it was built for', () => {
  const stages = textOf('Dockerfile').split(/^FROM /m)
  expect(stages.at(-1)).toMatch(/^ARG AREA=standard$/m)
  expect(stages.at(-1)).toMatch(/^ENV AREA=\$AREA /m)
})
