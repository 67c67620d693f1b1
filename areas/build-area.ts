import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { areaIds, type AreaId } from './area.ts'

const ids: readonly string[] = areaIds

/** The area that a build is for, from the setting AREA. Throws an Error that names it where there is no such area. */
export function areaToBuild(setting: string | undefined): AreaId {
  const id = setting === undefined || setting === '' ? 'standard' : setting
  const area = areaIds.find((each) => each === id)
  if (area === undefined) throw new Error(`AREA: there is no area "${id}". Set one of ${ids.join(', ')}.`)
  return area
}

/**
 * Keeps the area out of the bundles of pages and process: both import `#area` (package.json), which is the one file
 * that writeArea makes. So no two parts of a build can be of two areas.
 */
export const areaApart: Plugin = {
  name: 'portal-area-apart',
  apply: 'build',
  enforce: 'pre',
  // Browsers know no `#area`: what they load would keep the area in itself.
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  resolveId: (source) => (/(?:^|\/)areas\/current\.ts$/.test(source) ? { id: '#area', external: true } : undefined),
}

/** Writes `dist/area.js` of an installation, a second's work: what makes a build one of this area. */
export const writeArea = (area: AreaId, installation: string) =>
  build({
    configFile: false,
    logLevel: 'warn',
    define: { __AREA__: JSON.stringify(area) },
    build: {
      ssr: true,
      outDir: join(installation, 'dist'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { area: join(import.meta.dirname, 'current.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
