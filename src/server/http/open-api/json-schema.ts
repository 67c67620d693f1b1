import { z } from 'zod'
import { fieldNotes } from '../../../contract/open-api/field-notes.ts'

/** A JSON Schema as this document has it: an object of JSON. */
export interface JsonSchema {
  readonly type?: unknown
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly $ref?: string
  /** Schemas that refer to themselves, by the name in their references. */
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly [more: string]: unknown
}

/** Largest and smallest safe integer: zod states them for every integer, which says nothing. */
const unbounded: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

/**
 * JSON Schema of a contract schema. A file of a form is a binary string, as in OpenAPI; fields of open lists of names and
 * the limits of every integer are left out.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (unbounded.has(jsonSchema.maximum)) delete jsonSchema.maximum
      if (unbounded.has(jsonSchema.minimum)) delete jsonSchema.minimum
      if (zodSchema._zod.def.type !== 'custom' || zodSchema._zod.bag['Class'] !== File) return
      Object.assign(jsonSchema, { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' })
    },
  })
  return readSchema.parse(rest)
}

/** Only its form is checked: zod wrote it. */
const readSchema: z.ZodType<JsonSchema> = z.record(z.string(), z.unknown())

const lists = ['anyOf', 'oneOf', 'allOf'] as const

/** Reference to a schema of the document's components. */
export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A copy of a schema whose parts `change` has changed, from the inside out. */
export function mapSchema(schema: JsonSchema, change: (part: JsonSchema, path: readonly string[]) => JsonSchema) {
  const walk = (part: JsonSchema, path: readonly string[]): JsonSchema => {
    const { properties, items, additionalProperties, $defs } = part
    const inside: Record<string, unknown> = {}
    if ($defs !== undefined)
      inside['$defs'] = Object.fromEntries(Object.entries($defs).map(([name, one]) => [name, walk(one, path)]))
    if (properties !== undefined)
      inside['properties'] = Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, walk(field, [...path, name])]),
      )
    if (items !== undefined) inside['items'] = walk(items, path)
    if (typeof additionalProperties === 'object') inside['additionalProperties'] = walk(additionalProperties, path)
    for (const list of lists) {
      const options = part[list]
      if (options !== undefined) inside[list] = options.map((option) => walk(option, path))
    }
    return change(Object.assign({ ...part }, inside), path)
  }
  return walk(schema, [])
}

/** Describes fields that have no description of their own. */
export const withFieldNotes = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, (part) => {
    if (part.properties === undefined) return part
    const properties = Object.fromEntries(
      Object.entries(part.properties).map(([name, field]) => {
        const description = field.description ?? fieldNotes[name]
        return [name, description === undefined ? field : { ...field, description }]
      }),
    )
    return { ...part, properties }
  })

/** Paths of the fields of a schema that have no description. */
export function undescribedFields(schema: JsonSchema): string[] {
  const missing: string[] = []
  mapSchema(schema, (part, path) => {
    for (const [name, field] of Object.entries(part.properties ?? {}))
      if (field.description === undefined) missing.push([...path, name].join('.'))
    return part
  })
  return missing
}
