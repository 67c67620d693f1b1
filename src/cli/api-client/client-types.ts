import type { JsonSchema } from '../../server/http/open-api/json-schema.ts'

const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A comment before a declaration. */
export const commentOf = (text: string | undefined, indent = ''): string =>
  text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A schema of the OpenAPI document as a TypeScript type. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return $ref.slice('#/components/schemas/'.length)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = anyOf ?? oneOf
  if (options !== undefined) return unionOf(options.map((option) => typeOf(option, indent)))
  if (allOf !== undefined) return allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ')
  if (Array.isArray(type)) return unionOf(type.map((one: unknown) => typeOf({ ...schema, type: one }, indent)))
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {}, indent)})[]`
  if (type === 'object' || schema.properties !== undefined) return objectOf(schema, indent)
  return typeof type === 'string' ? (primitives[type] ?? 'unknown') : 'unknown'
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${commentOf(field.description, inner)}${inner}readonly ${quoted(name)}${mark}: ${typeOf(field, inner)}`
  })
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
  if (typeof additionalProperties === 'object')
    return `{ readonly [name: string]: ${typeOf(additionalProperties, indent)} }`
  return '{ readonly [name: string]: never }'
}
