/** What a bundler knows of a module; part of Rolldown's `ModuleInfo`. */
interface BundledModule {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

type FindModule = (id: string) => BundledModule | null

/** The entries whose static imports reach a module: those of pages, and what is imported on demand. */
function entriesOf(id: string, find: FindModule): string[] {
  const seen = new Set([id])
  for (const each of seen) for (const importer of find(each)?.importers ?? []) seen.add(importer)
  return [...seen].filter((each) => {
    const known = find(each)
    return known !== null && (known.isEntry || known.dynamicImporters.length > 0)
  })
}

/** The script of every page. */
const isShell = (id: string) => id.includes('/layouts/Page.astro')

/** An island of a page: not one that a public page mounts when somebody uses it. */
const isPageIsland = (id: string) =>
  (/\.tsx(?:\?|$)/.test(id) && !/[\\/]mount-[\w-]+\.tsx/.test(id)) || /[\\/]@astrojs[\\/]react[\\/]/.test(id)

/** What every page loads for signed-in people alone, once it is idle: dialogs, counts and the chat. */
const isOfSession = (id: string) =>
  /[\\/]src[\\/](?:browser[\\/](?:accounts[\\/]access-|chat[\\/]\w+-)|stores[\\/]orders[\\/]cart[\\/]cart-count)/.test(
    id,
  )

/** What public pages load by themselves: their scripts, and the parts of the shell that these import at once. */
const isPageScript = (id: string, { isEntry }: BundledModule) =>
  !/\.tsx(?:\?|$)/.test(id) &&
  !/[\\/]@astrojs[\\/]react[\\/]/.test(id) &&
  (isEntry || /[\\/]src[\\/]browser[\\/](?:shell|search|catalogue|orders)[\\/]/.test(id))

const isModel = (id: string) =>
  /[\\/]src[\\/](?:domain|contract|client|stores)[\\/]|[\\/]node_modules[\\/](?:zod|nanostores|ky|dayjs)[\\/]/.test(id)
const isKit = (id: string) => /[\\/](?:src[\\/]ui|node_modules)[\\/]/.test(id)

/**
 * Names the chunks that entries share; null leaves a module where the bundler puts it. By itself the bundler makes one
 * for each set of entries, and an island would load a hundred of them.
 *
 * - What scripts of public pages import is shared by exactly these, for their budget; what the script of every page
 *   imports is one chunk, and what these scripts load later another.
 * - The rest is React, the model (domain, contract, client, stores), the kit (src/ui and packages) and the islands' own,
 *   each in two: what public pages load when they are used, and what only islands of pages share.
 *
 * What one entry alone needs stays with it. The chunks form no circle: a module's imports are reached by all that reach
 * it, and layers import downwards.
 */
export function sharedChunkNames(): (id: string, find: FindModule) => string | null {
  const numbers = new Map<string, number>()
  return (id, find) => {
    if (/[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/.test(id)) return 'react'
    const entries = entriesOf(id, find)
    if (entries.some(isShell)) return entries.length < 2 ? null : 'shell'
    if (entries.every(isOfSession)) return 'session'
    if (entries.length < 2) return null
    const scripts = entries.filter((entry) => {
      const known = find(entry)
      return known !== null && isPageScript(entry, known)
    })
    if (scripts.length > 0) {
      const first = scripts.filter((entry) => find(entry)?.isEntry === true)
      if (first.length === 0) return 'later'
      const key = first.toSorted().join(' ')
      numbers.set(key, numbers.get(key) ?? numbers.size)
      return `page-${numbers.get(key)}`
    }
    const layer = isModel(id) ? 'model' : isKit(id) ? 'kit' : 'islands'
    return entries.every(isPageIsland) ? layer : `${layer}-base`
  }
}
