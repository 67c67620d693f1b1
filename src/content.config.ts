import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { agreementSchema } from './content/agreement-schema.ts'
import { articleSchema } from './content/article-schema.ts'

export const collections = {
  agreements: defineCollection({
    loader: glob({ pattern: '*.md', base: './src/content/agreements' }),
    schema: agreementSchema,
  }),
  articles: defineCollection({
    loader: glob({ pattern: '*.md', base: './src/content/articles' }),
    schema: articleSchema,
  }),
}
