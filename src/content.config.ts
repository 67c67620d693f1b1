import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { agreementSchema } from './content/agreement-schema.ts'
import { announcementSchema } from './content/announcement-schema.ts'
import { articleSchema } from './content/article-schema.ts'
import { helpSchema } from './content/help-schema.ts'
import { pageSchema } from './content/page-schema.ts'
import { registrationSchema } from './content/registration-schema.ts'

const texts = (name: string) => glob({ pattern: '*.md', base: `./src/content/${name}` })
/** Uses file names as ids, also where the front matter has an id. */
const byFile = (name: string) =>
  glob({ pattern: '*.md', base: `./src/content/${name}`, generateId: ({ entry }) => entry.replace(/\.md$/, '') })

export const collections = {
  about: defineCollection({ loader: texts('about'), schema: pageSchema }),
  agreements: defineCollection({ loader: texts('agreements'), schema: agreementSchema }),
  announcements: defineCollection({ loader: texts('announcements'), schema: announcementSchema }),
  articles: defineCollection({ loader: texts('articles'), schema: articleSchema }),
  guides: defineCollection({ loader: texts('guides'), schema: pageSchema }),
  help: defineCollection({ loader: byFile('help'), schema: helpSchema }),
  registration: defineCollection({ loader: texts('registration'), schema: registrationSchema }),
  rules: defineCollection({ loader: texts('rules'), schema: pageSchema }),
}
