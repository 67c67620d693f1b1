import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installation } from '../../../config.ts'

const folder = join(installation, 'src/server/orders/evidence-pack/verifier')
const readPart = (name: string) => readFile(join(folder, name), 'utf8')

let loaded: Promise<{ readonly page: string; readonly script: string }> | undefined

/** The verifiers of a pack: a page for browsers and a script for Node, both around the same code. */
export function loadVerifiers() {
  loaded ??= Promise.all(['core.js', 'node.js', 'page.html'].map(readPart)).then(
    ([core = '', node = '', page = '']) => ({
      page: page.replace('/* verifier */', () => core),
      script: `${core}\n${node}`,
    }),
  )
  return loaded
}
