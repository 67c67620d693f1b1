import type { JsonSchema } from './json-schema.ts'

/** Values that say more than their type, by field. */
const exampleValues: Readonly<Record<string, unknown>> = {
  keyword: '溶出度',
  demandTitle: '缬沙坦片溶出曲线对比研究',
  demandNo: 'D2026-0000012',
  orderNo: '202611200001',
  offerNo: 'Q2026-0000031',
  summary: '仿制药一致性评价，需在四种介质中测定溶出曲线。',
  templateKey: 'free',
  title: '缬沙坦片溶出曲线对比研究',
  reference: 'PO-2026-00871',
  companyName: '华澄制药有限公司',
  otherName: '衡谱检测技术有限公司',
  shopName: '衡谱检测',
  districtCode: '320000',
  districtName: '江苏省',
  categoryName: '溶出度研究',
  unit: '项',
  hazards: 'H225',
  name: '溶出曲线测定',
  number: '26322000000012345678',
  invoiceNo: '26322000000012345678',
  fileId: 'Vb3Jx0Qm7uYtR2aKc9LdWg',
  taxRate: 600,
  carrier: '顺丰速运',
  trackingNo: 'SF1234567890',
  reason: '',
  note: '',
  deliverables: '检验报告',
}

/** Fields of a request that are needed together with what the schema requires, by call. */
const neededFields: Readonly<Record<string, object>> = {
  'orders.orderConfirm': { direct: { kind: 'product', listingId: 1, specId: 1, quantity: 10 } },
  'orders.orderSubmit': { direct: { kind: 'product', listingId: 1, specId: 1, quantity: 10 } },
}

/** An example of the request of a call. */
export const requestExample = (name: string, schema: JsonSchema): unknown =>
  Object.assign({}, exampleOf(schema, 'input'), neededFields[name])

/** Fixed, so that the document is the same at each start. */
const [exampleMoment, exampleDay] = ['2026-11-20T06:08:00.000Z', '2026-11-20']
const exampleUuid = '0d2c5a1e-6f3b-4c57-9a6e-1b2c3d4e5f60'

/** An example of a schema: the required fields of an input, all fields of an output. */
export function exampleOf(schema: JsonSchema, io: 'input' | 'output', name = '', defs = schema.$defs ?? {}): unknown {
  // A tree ends at its first level.
  const { $ref } = schema
  if ($ref !== undefined) return exampleOf(withoutChildren(defs[$ref.slice('#/$defs/'.length)] ?? {}), io, name, defs)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) {
    const first = options.find(({ type, const: only }) => type !== 'null' && only !== '')
    return first === undefined ? null : exampleOf(first, io, name, defs)
  }
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part): unknown => exampleOf(part, io, name, defs)))
  const known = exampleValues[name]
  const type = [schema.type].flat().find((each) => each !== 'null')
  switch (type ?? 'null') {
    case 'object':
      return exampleObject(schema, io, defs)
    case 'array':
      return io === 'input' && (schema.minItems ?? 0) === 0 ? [] : exampleItems(schema, io, name, defs)
    case 'integer':
    case 'number':
      return typeof known === 'number' ? known : exampleNumber(schema, name)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return typeof known === 'string' && fits(schema, known) ? known : exampleText(schema)
  }
}

/** A node of a tree with an empty list of children. */
const withoutChildren = ({ properties = {}, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, field.items?.$ref === undefined ? field : { const: [] }]),
  ),
})

type Definitions = Readonly<Record<string, JsonSchema>>

function exampleObject({ properties = {}, required = [] }: JsonSchema, io: 'input' | 'output', defs: Definitions) {
  const shown = Object.entries(properties).filter(([name]) => io === 'output' || required.includes(name))
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, io, name, defs)]))
}

const exampleItems = (
  { items = {}, minItems = 1 }: JsonSchema,
  io: 'input' | 'output',
  name: string,
  defs: Definitions,
): unknown[] => Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, io, name, defs))

const moneyNames = /(?:amount|price|total|paid|open|budget|postage|room|asked|agreed|refund)$/i

function exampleNumber({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema, name: string): number {
  const wanted = name === 'percent' ? 100 : moneyNames.test(name) ? 1_280_000 : 1
  return Math.min(Math.max(wanted, minimum), maximum)
}

const fits = ({ maxLength = Infinity, minLength = 0, pattern }: JsonSchema, text: string): boolean =>
  text.length <= maxLength && text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))

function exampleText(schema: JsonSchema): string {
  if (schema.format === 'date-time') return exampleMoment
  if (schema.format === 'date') return exampleDay
  if (schema.format === 'uuid') return exampleUuid
  if (schema.format === 'email') return 'caigou@example.cn'
  if (schema.format === 'uri') return 'https://erp.example.cn/'
  const candidates = ['示例', '1', '', '320000', '0'.repeat(schema.minLength ?? 1), '13800000000']
  return candidates.find((text) => fits(schema, text)) ?? '示例'
}
