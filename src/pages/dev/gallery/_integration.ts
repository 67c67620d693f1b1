import type { AstroIntegration } from 'astro'
import { parts } from './_parts.ts'

/** Puts the gallery of src/ui at /dev/gallery, in the development server only: a build knows nothing of it. */
export const gallery = (): AstroIntegration => ({
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return
      for (const [index, { key, page }] of parts.entries()) {
        const entrypoint = `./src/pages/dev/gallery/${page}`
        injectRoute({ pattern: `/dev/gallery/${key}`, entrypoint })
        if (index === 0) injectRoute({ pattern: '/dev/gallery', entrypoint })
      }
    },
  },
})
