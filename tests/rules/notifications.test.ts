import ts from 'typescript'
import { expect, test } from 'vitest'
import { notificationEvents } from '../../src/domain/accounts/notifications.ts'
import { isPermission } from '../../src/domain/accounts/permissions.ts'
import { codeFiles, nodesOf, treesOf } from '../support/sources.ts'

const declared = notificationEvents.map(({ event }): string => event)

const server = codeFiles('src/server').filter((file) => !file.startsWith('src/server/accounts/preferences/'))
const nodes = server.flatMap((file) =>
  treesOf(file).flatMap((tree) => [...nodesOf(tree)].map((node) => ({ file, node }))),
)

/** Event names used as values: types do not notify anybody. */
const named = new Set(
  nodes.flatMap(({ node }) => (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent) ? [node.text] : [])),
)
/** Events passed to `notify` by name, with their files. */
const notified = nodes.flatMap(({ file, node }) => {
  const event = ts.isCallExpression(node) && node.expression.getText() === 'notify' ? node.arguments[2] : undefined
  return event !== undefined && ts.isStringLiteral(event) ? [{ event: event.text, file }] : []
})

test('every declared event is sent somewhere', () => {
  const missing = declared.filter((event) => !named.has(event))
  expect(missing.map((event) => `${event}: call notify where it happens, or take it out of the table`)).toEqual([])
})

test('every sent event is declared', () => {
  const unknown = notified.filter(({ event }) => !declared.includes(event))
  expect(
    unknown.map(({ event, file }) => `${file}: ${event}. Fix: declare it in domain/accounts/notifications`),
  ).toEqual([])
})

test('recipients are named once, and are a person, operators, or people with existing permissions', () => {
  expect(declared.filter((event, index) => declared.indexOf(event) !== index)).toEqual([])
  const wrong = notificationEvents.flatMap(({ event, recipients: who }) =>
    who
      .split(', ')
      .filter((one) => one !== 'person' && one !== 'operators' && !isPermission(one))
      .map((one) => `${event}: ${one} is no right`),
  )
  expect(wrong).toEqual([])
})
