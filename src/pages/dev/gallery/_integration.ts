import type { AstroIntegration } from 'astro'

/** Puts the gallery of src/ui at /dev/gallery, in the development server only: a build knows nothing of it. */
export const gallery = (): AstroIntegration => ({
  name: 'gallery',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return
      injectRoute({ pattern: '/dev/gallery/[...part]', entrypoint: './src/pages/dev/gallery/_page.astro' })
    },
  },
})
