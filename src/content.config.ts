import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { agreementSchema } from './content/agreement-schema.ts'
import { articleSchema } from './content/article-schema.ts'
import { registrationSchema } from './content/registration-schema.ts'

const texts = (name: string) => glob({ pattern: '*.md', base: `./src/content/${name}` })

export const collections = {
  agreements: defineCollection({ loader: texts('agreements'), schema: agreementSchema }),
  articles: defineCollection({ loader: texts('articles'), schema: articleSchema }),
  registration: defineCollection({ loader: texts('registration'), schema: registrationSchema }),
}
