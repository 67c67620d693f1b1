import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

export const root = join(import.meta.dirname, '../..')

/** Files of the project, as paths from its root, that fit one of the patterns. */
export const filesOf = (...patterns: string[]): string[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Everything people write: program text of the product and of its tests. */
export const code = (...folders: string[]): string[] =>
  filesOf(...folders.map((folder) => `${folder}/**/*.{ts,tsx,astro}`)).filter((file) => !file.endsWith('.d.ts'))

/** The parts of a file that are TypeScript: all of it, or the frontmatter and the scripts of an .astro file. */
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

/** One import of a file of this project by another one. */
export interface Import {
  readonly from: string
  readonly to: string
  /** `import type`: gone when the program runs. */
  readonly typeOnly: boolean
}

/** Imports of one file that are relative, static or not, with the path they lead to. */
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
