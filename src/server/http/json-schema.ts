import { z } from 'zod'

/** A schema of the contract as JSON Schema. A file of a form is a string of bytes, as OpenAPI says it. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any' },
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== 'custom' || zodSchema._zod.bag['Class'] !== File) return
      Object.assign(jsonSchema, { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' })
    },
  })
