import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installation } from '../config.ts'
import { findRoute } from '../domain/routes.ts'

/** `npm run new:call demands.deal` and `npm run new:page /path`: write the stubs and say what remains to be done. */

/** Written paths from the root, and the next manual steps. */
export interface Stubs {
  readonly files: readonly string[]
  readonly next: readonly string[]
}

const contract = 'src/contract/contract.ts'
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Writes new files and changed ones; refuses to overwrite anything. */
function writer(root: string) {
  const files = new Set<string>()
  const write = (path: string, text: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
    files.add(path)
  }
  return {
    files,
    create: (path: string, text: string) => {
      if (existsSync(join(root, path))) throw new Error(`${path} exists already`)
      write(path, text)
    },
    /** Replaces the first match of a pattern; the file must have one. */
    change: (path: string, pattern: RegExp, replacement: string) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (!pattern.test(text)) throw new Error(`${path} has no place for it: ${pattern.source}`)
      write(path, text.replace(pattern, replacement))
    },
  }
}

/**
 * A call of our own with its contract entry, handler, access line and test.
 *
 * @param name `domain.name`, for example `demands.deal`
 * @throws Error when the name is malformed, its domain unknown, or one of its files exists.
 */
export function newCall(root: string, name: string): Stubs {
  const [domain = '', call = '', rest] = name.split('.')
  if (rest !== undefined || !/^[a-z]+$/.test(domain) || !/^[a-z][A-Za-z0-9]*$/.test(call))
    throw new Error(`${name}: write it as domain.name, for example demands.deal`)
  if (!existsSync(join(root, 'src/contract', domain))) throw new Error(`${domain} is no domain of src/contract`)
  const access = 'tests/rules/spec/access.txt'
  const lines = readFileSync(join(root, access), 'utf8').trimEnd().split('\n')
  if (lines.some((line) => line.startsWith(`${name}\t`))) throw new Error(`${name} exists already`)
  const file = kebab(call)
  const isTaken = readFileSync(join(root, contract), 'utf8').includes(`${call}Calls`)
  const calls = isTaken ? `${domain}${call.charAt(0).toUpperCase()}${call.slice(1)}Calls` : `${call}Calls`
  const { files, create, change } = writer(root)
  create(
    `src/contract/${domain}/${file}.ts`,
    `import { z } from 'zod'
import { user } from '../access.ts'
import { call } from '../call.ts'

export const ${calls} = {
  ${call}: call({
    path: '/${domain}/${file}',
    summary: '${name}',
    access: user,
    input: z.object({}),
    output: z.object({}),
    ours: true,
  }),
}
`,
  )
  create(
    `src/server/${domain}/${file}.ts`,
    `import type { ${calls} } from '../../contract/${domain}/${file}.ts'
import type { Handler } from '../handler.ts'

export const ${call}: Handler<typeof ${calls}.${call}> = () => Promise.resolve({})
`,
  )
  create(
    `tests/calls/${domain}/${file}.test.ts`,
    `import { describe, expect, test } from 'vitest'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const visitor = visitorForFile(app)

describe('${name}', () => {
  test('answers', async () => {
    expect(contentOf(await buyer.api.${name}({}))).toEqual({})
  })

  test('rejects requests without a session', async () => {
    expect(failureOf(await visitor.api.${name}({}))).toBe('sessionInvalid')
  })
})
`,
  )
  change(contract, /\n\n\/\*\*/, `\nimport { ${calls} } from './${domain}/${file}.ts'\n\n/**`)
  change(contract, new RegExp(`(\\n  ${domain}: \\{[^}]*?),?\\s*\\}`), `$1, ...${calls} }`)
  const handlers = `src/server/${domain}/handlers.ts`
  change(handlers, /\n\nexport/, `\nimport { ${call} } from './${file}.ts'\n\nexport`)
  change(handlers, /(export const \w+Handlers(?:: [^=]+)? = \{)/, `$1 ${call},`)
  const [head = '', ...entries] = lines
  change(access, /^[\s\S]*$/, `${[head, ...[...entries, `${name}\tuser`].toSorted()].join('\n')}\n`)
  return {
    files: [...files],
    next: [
      `src/contract/${domain}/${file}.ts: path, access, input, output, failures; without \`ours\` where the specification has the path`,
      `src/server/${domain}/${file}.ts: the work`,
      `${access}: who may make it`,
      `tests/calls/${domain}/${file}.test.ts: works, invalid input, signed out, not yours`,
    ],
  }
}

const pageText = (imports: string, open: string, close: string) => `---
${imports}
---

${open}
  <h1 class="text-2xl font-semibold">标题</h1>
${close}
`

/**
 * A page at a path of src/domain/routes.ts, or a new one of the operators below /ops/.
 *
 * @throws Error when the path is neither, or the page exists.
 */
export function newPage(root: string, path: string): Stubs {
  const route = findRoute(path)
  const isNew = route === undefined
  if (isNew && !/^\/ops\/[a-zA-Z]+$/.test(path))
    throw new Error(`${path} is no page of the specification: write it into ownRoutes of src/domain/routes.ts first`)
  const { files, create, change } = writer(root)
  const file = `src/pages${path}.astro`
  const up = '../'.repeat(path.split('/').length - 1)
  const layout = (name: string, props: string) =>
    pageText(`import ${name} from '${up}layouts/${name}.astro'`, `<${name}${props}>`, `</${name}>`)
  if (path.startsWith('/ops/')) {
    const imports = `import OpsPage from '${up}layouts/operations/OpsPage.astro'`
    create(file, pageText(imports, `<OpsPage path="${path}">`, '</OpsPage>'))
  } else if (path.startsWith('/platform/buyerAccount')) create(file, layout('WorkLayout', ' centre="buyer"'))
  else if (path.startsWith('/platform/sellerCenter')) create(file, layout('WorkLayout', ' centre="seller"'))
  else if (route?.layout === 'none')
    create(file, layout('NoneLayout', '').replace(/<h1[\s\S]*<\/h1>/, '<main id="main">$&</main>'))
  else create(file, layout('DefaultLayout', ' description="……"'))
  const routes = 'src/domain/routes.ts'
  if (isNew) change(routes, /(export const ownRoutes = \{\n[^}]*)\}/, `$1  '${path}': userRoute('标题'),\n}`)
  return {
    files: [...files],
    next: [
      `${file}: load through Astro.locals.api, choose a layout, place components`,
      ...(isNew
        ? [
            `${routes}: its title`,
            'src/domain/links.ts: its link; tests/rules/spec/links.txt: its address',
            'src/components/operations/ops-menu.ts: its entry in the menu',
          ]
        : []),
      ...(route?.who === 'all'
        ? [`${file}: Astro.cache.set, since the page is public; src/domain/shell/sitemap-entries.ts`]
        : []),
    ],
  }
}

if (import.meta.main) {
  const [kind, name] = process.argv.slice(2)
  try {
    if (name === undefined) throw new Error('npm run new:call demands.deal, or npm run new:page /ops/thing')
    const { files, next } = kind === 'call' ? newCall(installation, name) : newPage(installation, name)
    spawnSync('prettier', ['--write', '--log-level', 'warn', ...files.filter((file) => /\.(ts|astro)$/.test(file))], {
      cwd: installation,
      stdio: 'inherit',
    })
    if (kind === 'call') spawnSync(process.execPath, ['src/generate.ts'], { cwd: installation, stdio: 'inherit' })
    process.stdout.write(`Written:\n${files.map((file) => `  ${file}\n`).join('')}Next:\n`)
    process.stdout.write(next.map((step) => `  ${step}\n`).join(''))
  } catch (err) {
    process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`)
    process.exitCode = 1
  }
}
