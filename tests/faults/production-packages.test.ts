import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../support/sources.ts'

/** All imports of the built product must be in an install without development dependencies. */

const packageFile = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})
const { dependencies, devDependencies } = packageFile.parse(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
)

/** Package name of an import. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function packagesOf(folder: string): string[] {
  const names = globSync(`${folder}/**/*.{js,mjs}`, { cwd: root }).flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((specifier) => !/^[./#]/.test(specifier) && !isBuiltin(specifier))
      .map(packageOf),
  )
  return [...new Set(names)].toSorted()
}

test.each(['dist/server', 'dist/process'])('%s needs no development dependency', (folder) => {
  const imported = packagesOf(folder)
  expect(imported).toContain('sharp')
  expect(imported.filter((name) => name in devDependencies && !(name in dependencies))).toEqual([])
})
