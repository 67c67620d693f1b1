import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { demoPassword } from '../support/accounts.ts'
import { clientAddress, postCall } from '../support/sign-in-load.ts'
import { removeTemplate, makeTemplate, type Template } from '../support/database.ts'
import { freezableProxy } from '../support/freezable-proxy.ts'
import { makeInstallation } from '../support/installation.ts'
import { startSite, type Site } from '../support/site.ts'
import { isServerAvailable, withDatabase, server } from './postgres.ts'
import type { Line } from './table.ts'

/** Quality figures 27 and 28: a database that stops responding, and a restore over an existing database. */

/** Parallel calls while the database does not respond. */
const calls = 80
/** Milliseconds between two checks for recovery, and maximum of checks. */
const [lookEvery, maxLooks] = [50, 600]

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const since = (started: number) => performance.now() - started

async function readyz(site: Site): Promise<{ readonly status: number; readonly ms: number }> {
  const started = performance.now()
  const { status } = await fetch(`${site.url}/readyz`)
  return { status, ms: since(started) }
}

/** Milliseconds until the process reports ready and a user has signed in. */
async function untilReady(site: Site): Promise<number> {
  const started = performance.now()
  for (let look = 0; look < maxLooks; look += 1) {
    const input = { loginName: 'buyer', password: demoPassword }
    const headers = { 'x-forwarded-for': clientAddress(calls + look) }
    if ((await readyz(site)).status === 200) {
      const { code } = await postCall(site, { path: '/user-center/user/login', input, headers })
      if (code === 200) return since(started)
    }
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
  throw new Error('The site did not recover')
}

async function frozenDatabase(url: string): Promise<Line> {
  const proxy = await freezableProxy(url)
  const site = await startSite({ TRUST_PROXY: '1', LOG_LEVEL: 'info', DATABASE_URL: proxy.url })
  try {
    proxy.freeze()
    const ready = readyz(site)
    const answered = await Promise.all(
      Array.from({ length: calls }, async (_, number) => {
        const started = performance.now()
        const { code } = await postCall(site, {
          path: '/mall/service/standard/list-page',
          input: { keyword: `冻结 ${number}`, current: 1, pageSize: 20 },
          headers: { 'x-forwarded-for': clientAddress(number) },
        })
        return { code, ms: since(started) }
      }),
    )
    const judged = await ready
    proxy.thaw()
    const again = await untilReady(site)
    const failed = answered.filter(({ code }) => code === 503).length
    const slowest = Math.max(...answered.map(({ ms }) => ms))
    return {
      what: `a frozen database (PostgreSQL), ${calls} calls at once`,
      figure: `all answered within ${seconds(slowest)}, ${failed} by a named failure; /readyz ${judged.status} after ${seconds(judged.ms)}; well again ${seconds(again)} after it is back`,
    }
  } finally {
    await site.remove()
    proxy.close()
  }
}

async function restored(engine: string, template: Template): Promise<Line> {
  const installation = await makeInstallation(template)
  try {
    const before = await installation.contents()
    const backup = join(installation.folder, 'backup')
    const began = performance.now()
    const made = await installation.run('backup', backup)
    const saved = since(began)
    await installation.sql("update companies set intro = 'changed'")
    const started = performance.now()
    const brought = await installation.run('restore', backup)
    const back = since(started)
    if (made.code !== 0 || brought.code !== 0) throw new Error(`${made.err}\n${brought.err}`)
    const isEqual = isDeepStrictEqual(await installation.contents(), before)
    const [tables, files] = [Object.keys(before.tables).length, Object.keys(before.files).length]
    return {
      what: `restore over a changed database (${engine}), ${tables} tables and ${files} uploads of the demo`,
      figure: `${isEqual ? 'equal in every row and file' : 'NOT equal'}; backup ${seconds(saved)}, restore ${seconds(back)}`,
    }
  } finally {
    await installation.remove()
    await removeTemplate(template)
  }
}

/** Rows of the table. PostgreSQL is omitted if not available. */
export async function recoveryFigures(): Promise<Line[]> {
  const embedded = await restored('embedded', await makeTemplate(undefined))
  if (!(await isServerAvailable())) return [embedded]
  return [await withDatabase(frozenDatabase), embedded, await restored('PostgreSQL', await makeTemplate(server))]
}
