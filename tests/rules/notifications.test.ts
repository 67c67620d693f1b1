import ts from 'typescript'
import { expect, test } from 'vitest'
import { notificationEvents } from '../../src/domain/accounts/notifications.ts'
import { isPermission } from '../../src/domain/accounts/permissions.ts'
import { code, nodesOf, treesOf } from '../support/sources.ts'

const declared = notificationEvents.map(({ event }): string => event)

const server = code('src/server').filter((file) => !file.startsWith('src/server/accounts/preferences/'))
const nodes = server.flatMap((file) =>
  treesOf(file).flatMap((tree) => [...nodesOf(tree)].map((node) => ({ file, node }))),
)

/** Names of events as values: what a type says of them tells nobody. */
const named = new Set(
  nodes.flatMap(({ node }) => (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent) ? [node.text] : [])),
)
/** Events that `notify` is called with by name, with the file that does. */
const told = nodes.flatMap(({ file, node }) => {
  const event = ts.isCallExpression(node) && node.expression.getText() === 'notify' ? node.arguments[2] : undefined
  return event !== undefined && ts.isStringLiteral(event) ? [{ event: event.text, file }] : []
})

test('every event that is declared is told of somewhere', () => {
  const missing = declared.filter((event) => !named.has(event))
  expect(missing.map((event) => `${event}: call notify where it happens, or take it out of the table`)).toEqual([])
})

test('every event that is told of is declared', () => {
  const unknown = told.filter(({ event }) => !declared.includes(event))
  expect(
    unknown.map(({ event, file }) => `${file}: ${event}. Mend: declare it in domain/accounts/notifications`),
  ).toEqual([])
})

test('nobody is named twice, and whoever is told is a person, operators, or people with rights that exist', () => {
  expect(declared.filter((event, index) => declared.indexOf(event) !== index)).toEqual([])
  const wrong = notificationEvents.flatMap(({ event, told: who }) =>
    who
      .split(', ')
      .filter((one) => one !== 'person' && one !== 'operators' && !isPermission(one))
      .map((one) => `${event}: ${one} is no right`),
  )
  expect(wrong).toEqual([])
})
