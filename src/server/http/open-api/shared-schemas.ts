import { mapSchema, refTo, type JsonSchema } from './json-schema.ts'

/** A schema of the document with a name to derive those of its parts from. */
export interface NamedSchema {
  readonly name: string
  readonly schema: JsonSchema
}

/** Objects of fewer fields, and choices of fewer values, stand where they are used. */
const [fewestFields, fewestValues] = [2, 4]

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Moves schemas that refer to themselves to `components`, named by their call. */
function liftDefinitions({ name, schema }: NamedSchema, components: Map<string, JsonSchema>): NamedSchema {
  const { $defs = {}, ...rest } = schema
  const nameOf = (ref: string): string => {
    const at = Object.keys($defs).indexOf(ref.slice('#/$defs/'.length))
    return pascal(`${name} node${at === 0 ? '' : at}`)
  }
  const withRefs = (one: JsonSchema) =>
    mapSchema(one, (part) =>
      part.$ref?.startsWith('#/$defs/') === true ? { ...part, ...refTo(nameOf(part.$ref)) } : part,
    )
  for (const [key, one] of Object.entries($defs)) components.set(nameOf(`#/$defs/${key}`), withRefs(one))
  return { name, schema: withRefs(rest) }
}

/** A schema without its own description, which stays beside the reference. */
const keyOf = ({ description: _own, ...rest }: JsonSchema): string => JSON.stringify(rest)

const isShareable = ({ type, properties, enum: values }: JsonSchema): boolean =>
  (type === 'object' && Object.keys(properties ?? {}).length >= fewestFields) || (values?.length ?? 0) >= fewestValues

/**
 * Moves schemas that occur more than once into `components`, from the inside out, and refers to them. Names come from the
 * field that first has one; where that is taken, from the call too.
 */
export function shareSchemas(given: readonly NamedSchema[]): {
  readonly schemas: readonly JsonSchema[]
  readonly components: Readonly<Record<string, JsonSchema>>
} {
  const components = new Map<string, JsonSchema>()
  const schemas = given.map((one) => liftDefinitions(one, components))
  const counts = new Map<string, number>()
  for (const { schema } of schemas) {
    mapSchema(schema, (part) => {
      if (isShareable(part)) counts.set(keyOf(part), (counts.get(keyOf(part)) ?? 0) + 1)
      return part
    })
  }
  const names = new Map<string, string>()
  const nameFor = (call: string, path: readonly string[]): string => {
    const field = path.at(-1)
    const plain = field === undefined || field === 'data' ? pascal(`${call} row`) : pascal(field)
    const found = [plain, pascal(`${call} ${path.join(' ')}`)].find((name) => !components.has(name))
    return found ?? `${plain}${components.size}`
  }
  const shared = schemas.map(({ name, schema }) => {
    return mapShared(schema, [], (original, changed, path) => {
      const key = keyOf(original)
      if (!isShareable(original) || (counts.get(key) ?? 0) < 2) return changed
      const known = names.get(key) ?? nameFor(name, path)
      if (!names.has(key)) {
        names.set(key, known)
        const { description: _own, ...rest } = changed
        components.set(known, rest)
      }
      const { description } = original
      return description === undefined ? refTo(known) : { ...refTo(known), description }
    })
  })
  return { schemas: shared, components: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** As `mapSchema`, with each part also as it was before. */
function mapShared(
  schema: JsonSchema,
  path: readonly string[],
  change: (original: JsonSchema, changed: JsonSchema, path: readonly string[]) => JsonSchema,
): JsonSchema {
  const inside: Record<string, unknown> = {}
  if (schema.properties !== undefined)
    inside['properties'] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, mapShared(field, [...path, name], change)]),
    )
  if (schema.items !== undefined) inside['items'] = mapShared(schema.items, path, change)
  if (typeof schema.additionalProperties === 'object')
    inside['additionalProperties'] = mapShared(schema.additionalProperties, path, change)
  for (const list of ['anyOf', 'oneOf', 'allOf'] as const) {
    const options = schema[list]
    if (options !== undefined) inside[list] = options.map((option) => mapShared(option, path, change))
  }
  return change(schema, Object.assign({ ...schema }, inside), path)
}
