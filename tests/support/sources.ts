import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '../..')

/** Project files that match one of the patterns, as paths from the root. */
export const filesOf = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Source files: TypeScript and Astro files without declarations. */
export const codeFiles = (...folders: string[]): string[] =>
  filesOf(...folders.map((folder) => `${folder}/**/*.{ts,tsx,astro}`)).filter((file) => !file.endsWith('.d.ts'))

/** TypeScript parts of a file: all of it, or frontmatter and scripts of an .astro file. */
function scripts(file: string, text: string): string[] {
  if (!file.endsWith('.astro')) return [text]
  const front = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''
  const bundled = [...text.matchAll(/<script(?![^>]*\bis:inline\b)[^>]*>([\s\S]*?)<\/script>/g)]
  return [front, ...bundled.map((match) => match[1] ?? '')]
}

/** Syntax trees of a file. */
export function treesOf(file: string): ts.SourceFile[] {
  return scripts(file, textOf(file)).map((text) =>
    ts.createSourceFile(
      `${file}.tsx`,
      text,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX,
    ),
  )
}

/** Every node of a tree. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** An import of one project file by another. */
export interface Import {
  readonly from: string
  readonly to: string
  /** `import type`: erased at run time. */
  readonly typeOnly: boolean
}

/** Relative imports of a file, static and dynamic, with the resolved path. */
export function importsOf(file: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return
    const path = specifier.text.replace(/\?.*$/, '')
    found.push({ from: file, to: relative(root, join(root, dirname(file), path)), typeOnly })
  }
  for (const tree of treesOf(file)) {
    for (const node of nodesOf(tree)) {
      if (ts.isImportDeclaration(node))
        add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
      else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
      else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
      else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
        add(node.arguments[0], false)
    }
  }
  return found
}
