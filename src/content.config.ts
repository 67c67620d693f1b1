import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { agreementSchema } from './content/agreement-schema.ts'

export const collections = {
  agreements: defineCollection({
    loader: glob({ pattern: '*.md', base: './src/content/agreements' }),
    schema: agreementSchema,
  }),
}
