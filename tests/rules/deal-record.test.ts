import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, nodesOf, treesOf } from '../support/sources.ts'

/** Tables whose rows are what the deal record is about. */
const tables = new Set([
  'orders',
  'orderMilestones',
  'paymentLines',
  'payments',
  'paymentParts',
  'refunds',
  'refundRequests',
  'refundRequestLines',
  'invoices',
  'deliveries',
  'orderFiles',
  'disputes',
  'disputeTable',
  'disputeEvidence',
  'disputeReleases',
])
const writes = new Set(['insert', 'update', 'delete'])
/** Functions through which a step reaches `recordDeal`. */
const records =
  /\b(?:recordDeal|dealInsert|recordOrderStep|recordPayment|recordDueLines|moveOrder|moveMilestone|movePaymentLine)\(/

/** Functions that write such a row and leave no entry of their own, and why. */
const exceptions: Readonly<Record<string, string>> = {
  addRows: 'applyChange records the rows with the change order',
  closeDispute: 'part of moveOrder',
  copyPayment: 'receivePayment records its receipt',
  createAttempt: 'an attempt is no step until its voucher or receipt',
  createDelivery: 'orderDeliver records its facts',
  createDemoVouchers: 'files of the demo',
  createWaitingCopy: 'reverseConfirmedReceipt records',
  clearPaymentDeadline: 'paymentConfirm records',
  closeExpiredTransfers: 'attempts without a voucher',
  disputeVerdict: 'applyVerdict records; the refund has entries of its own',
  endUnpaidOrders: 'only clears a deadline, or endOrder records',
  extendPaymentDeadline: 'the verdict or withdrawal before it is recorded',
  postReceipt: 'receivePayment records',
  postPayout: 'movePayout records the payout in each of its orders',
  releaseStock: 'stock is not part of the deal',
  resumeMilestones: 'projectOrder records; the ruling before it has an entry of its own',
  reverseReceipt: 'reverseConfirmedReceipt records',
  saveCancellationRequest: 'its callers record',
  carryOutRequest: 'moveRequest or createRequest records the amounts; each refund has an entry of its own',
  remindRequests: 'a reminder is no step',
  reportTransfers: 'a reminder is no step',
  remindTransfers: 'a reminder is no step; finishRefund records',
  saveLineParts: 'part of the postings',
  setPaidAmount: 'part of the postings',
  settleOrder: 'receivePayment records',
  shiftDueDates: 'confirmOrder records; the dates follow from its time',
  applyRefundState: 'counts attempts at a gateway; finishRefund records',
}

function functionOf(node: ts.Node): { name: string; text: string } {
  let found: ts.Node = node
  for (let each = node; !ts.isSourceFile(each); each = each.parent) found = each
  const name = ts.isFunctionDeclaration(found)
    ? found.name?.text
    : ts.isVariableStatement(found)
      ? found.declarationList.declarations[0]?.name.getText()
      : undefined
  return { name: name ?? '', text: found.getText() }
}

const isWrite = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  writes.has(node.expression.name.text) &&
  tables.has(node.arguments[0]?.getText() ?? '')

const writers = codeFiles('src/server').flatMap((file) =>
  treesOf(file).flatMap((tree) => [...nodesOf(tree)].filter(isWrite).map((node) => ({ file, ...functionOf(node) }))),
)

test('every function that writes a step of an order records it in the deal record', () => {
  expect(writers.length).toBeGreaterThan(30)
  const missing = writers.filter(({ name, text }) => !records.test(text) && exceptions[name] === undefined)
  expect(
    missing.map(({ file, name }) => `${file}: ${name}`),
    'call recordDeal in the same transaction, or say in this test why the step has an entry already',
  ).toEqual([])
})

test('every exception is needed', () => {
  const unrecorded = new Set(writers.filter(({ text }) => !records.test(text)).map(({ name }) => name))
  expect(Object.keys(exceptions).filter((name) => !unrecorded.has(name))).toEqual([])
})

test('entries and history of orders are inserted in record-deal.ts and with a new order only', () => {
  const allowed = new Set([
    'src/server/orders/deal-record/record-deal.ts',
    'src/server/orders/checkout/write-orders.ts',
    'src/server/platform/history/record-steps.ts',
  ])
  const inserting = codeFiles('src/server').filter((file) =>
    treesOf(file).some((tree) =>
      [...nodesOf(tree)].some(
        (node) =>
          ts.isCallExpression(node) &&
          /insert/i.test(node.expression.getText()) &&
          node.arguments.some((argument) => ['dealEntries', 'stateChanges'].includes(argument.getText())),
      ),
    ),
  )
  expect(inserting.filter((file) => !allowed.has(file))).toEqual([])
})
