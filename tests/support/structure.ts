import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { withSection } from '../../src/generate.ts'
import { codeFiles, importsOf, nodesOf, root, textOf, treesOf } from './sources.ts'

/** Measures the structure of src and writes the table of src/docs/design/structure.md: `npm run structure`. */

const files = codeFiles('src')
/** Folders with more files are listed. */
const maxFiles = 15

/** Importers of each file. Pages and commands are entry points and have none. */
function importers(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>(files.map((file) => [file, new Set()]))
  for (const { from, to } of files.flatMap(importsOf)) found.get(to)?.add(from)
  return found
}

const layerOf = (file: string) => file.split('/')[1]

/** Whether a file has one importer, in its layer. An island of one page or a store of one island is not a fragment. */
const isFragment = (file: string, [from, ...others]: readonly string[]): boolean =>
  from !== undefined && others.length === 0 && layerOf(file) === layerOf(from)

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0

/** Spread of a literal: `...{ a }`, `...[a]`; it disables the excess property check. */
const spreadsLiteral = (node: ts.Node): boolean =>
  (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) &&
  (ts.isObjectLiteralExpression(node.expression) || ts.isArrayLiteralExpression(node.expression))

/** Number of glossary terms for which the code still uses another word, marked "called X". */
const termsToRename = (): number => [...textOf('src/docs/glossary.md').matchAll(/\| called /g)].length

function structureTable(): string {
  const lines = files.map((file) => textOf(file).split('\n').length - 1).toSorted((a, b) => a - b)
  const counts = [...importers().values()].map((from) => from.size)
  const folders = Map.groupBy(files, dirname)
  const wide = [...folders].filter(([, inside]) => inside.length > maxFiles)
  const nodes = files.flatMap((file) => treesOf(file).flatMap((tree) => [...nodesOf(tree)]))
  const one = counts.filter((count) => count === 1).length
  const fragments = [...importers()].filter(([file, from]) => isFragment(file, [...from])).length
  const shareOf = (count: number) => `${count}, ${Math.round((100 * count) / files.length)} %`
  const rows = [
    ['files', files.length],
    ['lines of a file, median', quantile(lines, 0.5)],
    ['lines of a file, 90th percentile', quantile(lines, 0.9)],
    ['files with a single importer', shareOf(one)],
    ['of these, imported by a file of their own layer', shareOf(fragments)],
    ['spread literals', nodes.filter(spreadsLiteral).length],
    ['terms of the glossary that the code calls otherwise', termsToRename()],
    [`folders of more than ${maxFiles} files`, wide.length],
    ...wide.toSorted(([, a], [, b]) => b.length - a.length).map(([folder, inside]) => [`\`${folder}\``, inside.length]),
  ]
  return ['| what | figure |', '| --- | --- |', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n')
}

const document = join(root, 'src/docs/design/structure.md')
const text = withSection(readFileSync(document, 'utf8'), 'structure', structureTable())
writeFileSync(document, await format(text, { ...(await resolveConfig(document)), filepath: document }))
