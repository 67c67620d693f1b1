import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, textOf, treesOf } from '../support/sources.ts'

/**
 * Rules about statuses live in src/domain: nothing else compares a status with a literal of a status list. Checked are
 * `===`, `!==`, `[…].includes(status)` and `switch (status)` on names ending in status or certification, in TypeScript
 * and .astro code. Not checked: SQL conditions, and literals written to a row.
 */
const declared = /export const \w+(?:Statuses|States) = \[([^\]]*)\]/g
const statuses = new Set(
  codeFiles('src/domain').flatMap((file) =>
    [...textOf(file).matchAll(declared)].flatMap(([, list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, status = '']) => status),
    ),
  ),
)

const isStatus = (node: ts.Node) => /(?:status|certification)$/i.test(node.getText().replaceAll(/[()]/g, ''))
const isLiteral = (node: ts.Node) => ts.isStringLiteralLike(node) && statuses.has(node.text)
const equality = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken])

function comparesLiteral(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && equality.has(node.operatorToken.kind)) {
    const { left, right } = node
    return (isLiteral(right) && isStatus(left)) || (isLiteral(left) && isStatus(right))
  }
  if (ts.isSwitchStatement(node)) {
    const cases = node.caseBlock.clauses.filter(ts.isCaseClause)
    return isStatus(node.expression) && cases.some(({ expression }) => isLiteral(expression))
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression: list, name } = node.expression
  return (
    name.text === 'includes' &&
    ts.isArrayLiteralExpression(list) &&
    list.elements.some(isLiteral) &&
    node.arguments.some(isStatus)
  )
}

/** Comparisons below a node; forEachChild skips tokens, which makes this several times faster than nodesOf. */
function comparisonsIn(node: ts.Node): ts.Node[] {
  const found = comparesLiteral(node) ? [node] : []
  ts.forEachChild(node, (child) => {
    found.push(...comparisonsIn(child))
  })
  return found
}

/** Comparisons in the markup of an .astro file, which has no tree. */
function inMarkup(file: string): string[] {
  if (!file.endsWith('.astro')) return []
  const markup = textOf(file).replace(/^---\n[\s\S]*?\n---/, '')
  return [...markup.matchAll(/[\w.?]*(?:status|certification)\s*[!=]==\s*'(\w+)'/gi)].flatMap(([text, status = '']) =>
    statuses.has(status) ? [text] : [],
  )
}

test('statuses are compared with literals in src/domain only', () => {
  const files = codeFiles('src', 'areas').filter(
    (file) => !/^src\/(?:domain|db)\//.test(file) && /status|certification/i.test(textOf(file)),
  )
  const found = files.flatMap((file) => {
    const inCode = treesOf(file).flatMap(comparisonsIn)
    const texts = [...inCode.map((node) => node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')), ...inMarkup(file)]
    return texts.map(
      (text) => `${file}: ${text}. Fix: a predicate beside the status list in src/domain, such as isDemandOpen`,
    )
  })
  expect(found).toEqual([])
  expect(statuses.size).toBeGreaterThan(30)
})
